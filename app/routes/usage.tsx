import type { MetaFunction } from "@remix-run/cloudflare";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { UsageLogPage } from "#app/features/usage-log/usage-log-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta(
    usageLogMessages.title,
    "The log of your requests, with filters, costs and a file of all of them.",
  );
export default UsageLogPage;
