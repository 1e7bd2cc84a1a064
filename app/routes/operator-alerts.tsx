import { AlertsPage } from "#app/features/operator/alerts/alerts-page.tsx";
import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { deskMessages } from "#app/features/operator/messages.ts";

export const meta = deskMeta(deskMessages.alerts.title);
export default AlertsPage;
