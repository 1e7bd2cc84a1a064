import type { MetaFunction } from "@remix-run/cloudflare";
import { KeyUsagePage } from "#app/features/key-usage/key-usage-page.tsx";

export const meta: MetaFunction = () => [{ title: "API Key Usage · Latchkey" }];
export default KeyUsagePage;
