import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import { keyLabels } from "#app/lib/keys/key-labels.ts";
import type { ApiKey } from "#core/contract/keys.ts";

export const apiKeysQuery = queryOptions({
  queryKey: earlyQueries.apiKeys.queryKey,
  queryFn: () => unwrap(api.api.keys.$get()),
});

const NO_LABELS: ReadonlyMap<string, string> = new Map();

export const keyLabelsQuery = queryOptions({ ...apiKeysQuery, select: keyLabels });

/** Empty while they load. */
export const useKeyLabels = () => useQuery(keyLabelsQuery).data ?? NO_LABELS;

/** `key` is the full key; `rotated` if it takes the place of another, which has sent requests already. */
export type NewKey = Pick<ApiKey, "id" | "key"> & { rotated?: boolean };

/** The address that this browser's requests come from; null when it isn't known. */
export const fetchOwnAddress = async (): Promise<string | null> =>
  (await unwrap(api.api.account.address.$get())).address;

/** The full key. Each call is written to the audit log, so it is made only when the key is needed. */
export async function revealKey(id: string): Promise<string> {
  const { key } = await unwrap(api.api.keys[":id"].reveal.$post({ param: { id } }));
  return key;
}

/** Figures of the last 24 hours. */
export const lastDayQuery = (id: string) =>
  queryOptions({
    queryKey: ["keyLastDay", id],
    queryFn: ({ signal }) =>
      unwrap(api.api.figures.$get({ query: { range: "24h", key_id: id } }, { init: { signal } })),
  });
