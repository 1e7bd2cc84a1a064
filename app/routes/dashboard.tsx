import { DashboardOutline } from "#app/features/dashboard/dashboard-layout.tsx";
import { DashboardPage } from "#app/features/dashboard/dashboard-page.tsx";
import type { PageHandle } from "#app/features/shell/app-shell.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.dashboard;
export const handle: PageHandle = { Outline: DashboardOutline };
export default DashboardPage;
