import type { MetaFunction } from "@remix-run/cloudflare";
import { ApiKeysPage } from "#app/features/keys/api-keys-page.tsx";
import { pageMeta } from "#app/lib/page-meta.ts";

export const meta: MetaFunction = () =>
  pageMeta("API Keys", "Create, rotate and revoke the API keys that your programs send.");
export default ApiKeysPage;
