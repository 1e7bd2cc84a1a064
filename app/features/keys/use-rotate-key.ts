import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { keyFailure } from "./key-failure.ts";
import { keyMessages } from "./messages.ts";
import type { NewKey } from "./new-key.ts";
import { useRefreshKeys } from "./use-api-keys.ts";

/** Rotates a key. `made` is the new key in full. */
export function useRotateKey({ id }: ApiKey, onCreated: (key: NewKey) => void) {
  const refresh = useRefreshKeys();
  const { mutate, data, isPending } = useMutation({
    mutationFn: (overlap_hours: number) =>
      unwrap(api.api.keys[":id"].rotate.$post({ param: { id }, json: { overlap_hours } })),
    // The answer holds the full key: it does not stay in the cache.
    gcTime: 0,
    onSuccess: ({ id: made, key }) => onCreated({ id: made, key }),
    onError: (error) => toast(keyFailure(error, keyMessages.rotateFailed)),
    onSettled: () => {
      void refresh();
    },
  });
  return { rotate: (hours: number) => !isPending && mutate(hours), rotating: isPending, made: data ?? null };
}
