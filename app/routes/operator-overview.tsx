import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { overviewTexts } from "#app/features/operator/overview/messages.ts";
import { OverviewPage } from "#app/features/operator/overview/overview-page.tsx";

export const meta = operatorMeta(overviewTexts.title);
export default OverviewPage;
