import { AlertsPage } from "#app/features/operator/alerts/alerts-page.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorMeta } from "#app/features/operator/operator-meta.ts";

export const meta = operatorMeta(operatorMessages.alerts.title);
export default AlertsPage;
