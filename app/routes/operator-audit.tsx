import { AuditPage } from "#app/features/operator/audit/audit-page.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";

export const meta = operatorMeta(operatorMessages.audit.title);
export default AuditPage;
