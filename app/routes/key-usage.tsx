import type { MetaFunction } from "@remix-run/cloudflare";
import { KeyUsagePage } from "#app/features/key-usage/key-usage-page.tsx";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";

export const meta: MetaFunction = () => [{ title: `${keyUsageMessages.title} · Latchkey` }];

export default KeyUsagePage;
