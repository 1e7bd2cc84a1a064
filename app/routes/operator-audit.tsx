import { AuditPage } from "#app/features/operator/audit/audit-page.tsx";
import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { deskMessages } from "#app/features/operator/messages.ts";

export const meta = deskMeta(deskMessages.audit.title);
export default AuditPage;
