import { ApiKeysPage } from "#app/features/keys/api-keys-page.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.apiKeys;
export default ApiKeysPage;
