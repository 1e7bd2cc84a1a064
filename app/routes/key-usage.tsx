import { KeyUsagePage } from "#app/features/key-usage/key-usage-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.keyUsage;
export default KeyUsagePage;
