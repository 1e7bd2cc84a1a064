import { operatorMeta } from "#app/features/operator/operator-meta.ts";
import { OverviewPage } from "#app/features/operator/overview/overview-page.tsx";
import { overviewTexts } from "#app/features/operator/overview/overview-view.ts";

export const meta = operatorMeta(overviewTexts.title);
export default OverviewPage;
