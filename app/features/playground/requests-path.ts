import { paths } from "#app/lib/paths.ts";
import type { ApiKey } from "#core/contract/keys.ts";

/** The log of this page's requests. */
export const requestsPath = (key: Pick<ApiKey, "id"> | undefined) =>
  key ? `${paths.usage}?${new URLSearchParams({ key: key.id })}` : paths.usage;
