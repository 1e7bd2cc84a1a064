import type { MetaFunction } from "@remix-run/cloudflare";
import { UsageLogPage } from "#app/features/usage-log/usage-log-page.tsx";
import { pageHeadings } from "#app/lib/page-headings.ts";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta(
    pageHeadings.usage.title,
    "The log of your requests, with filters, costs and a file of all of them.",
  );
export default UsageLogPage;
