import type { MetaFunction } from "@remix-run/cloudflare";
import { KeyUsagePage } from "#app/features/key-usage/key-usage-page.tsx";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta(keyUsageMessages.title, "What one API key was used for, how long it took and what it cost.");

export default KeyUsagePage;
