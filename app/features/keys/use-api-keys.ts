import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { API_KEYS_ADDRESS } from "#app/lib/early-addresses.ts";
import { orEarly } from "#app/lib/early-answers.ts";

export const API_KEYS_QUERY_KEY = ["apiKeys"] as const;

export const useApiKeys = () =>
  useQuery({
    queryKey: API_KEYS_QUERY_KEY,
    ...orEarly(API_KEYS_ADDRESS, () => unwrap(api.api.keys.$get())),
  });

export function useRefreshKeys(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: API_KEYS_QUERY_KEY });
}

export function useRevokeKey() {
  const refresh = useRefreshKeys();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.api.keys[":id"].revoke.$post({ param: { id } })),
    // Not awaited: the confirmation closes before its row goes.
    onSettled: () => {
      void refresh();
    },
  });
}

/** The full key. Each call is written to the account's audit log, so it is asked for only when it is needed. */
export async function revealKey(id: string): Promise<string> {
  const { key } = await unwrap(api.api.keys[":id"].reveal.$post({ param: { id } }));
  return key;
}
