import type { MetaFunction } from "@remix-run/cloudflare";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { UsageLogPage } from "#app/features/usage-log/usage-log-page.tsx";

export const meta: MetaFunction = () => [{ title: `${usageLogMessages.title} · Latchkey` }];
export default UsageLogPage;
