import { UsageLogPage } from "#app/features/usage-log/usage-log-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.usage;
export default UsageLogPage;
