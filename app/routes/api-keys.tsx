import { ApiKeysPage } from "#app/features/keys/api-keys-page.tsx";
import { RunwayLine } from "#app/features/runway/runway-line.tsx";
import { pages } from "#app/lib/pages.ts";

export const { meta } = pages.apiKeys;
const ApiKeysRoute = () => <ApiKeysPage runway={<RunwayLine />} />;
export default ApiKeysRoute;
