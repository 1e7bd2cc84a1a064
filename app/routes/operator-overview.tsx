import { deskMeta } from "#app/features/operator/desk-meta.ts";
import { OverviewPage } from "#app/features/operator/overview/overview-page.tsx";
import { overviewTexts } from "#app/features/operator/overview/overview-view.ts";

export const meta = deskMeta(overviewTexts.title);
export default OverviewPage;
