import type { MetaFunction } from "@remix-run/cloudflare";
import { ApiKeysPage } from "#app/features/keys/api-keys-page.tsx";

export const meta: MetaFunction = () => [{ title: "API Keys · Latchkey" }];
export default ApiKeysPage;
