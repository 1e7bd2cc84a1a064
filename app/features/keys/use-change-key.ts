import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { type ToastMessage, toast } from "#app/lib/toast.ts";
import type { ApiKey, KeyChanges } from "#core/contract/keys.ts";
import { keyFailure } from "./key-failure.ts";
import { keyMessages } from "./messages.ts";
import { API_KEYS_QUERY_KEY, useRefreshKeys } from "./use-api-keys.ts";

/**
 * Changes a key and tells. Nothing is shown as changed before the API has said so. `problem` is what it found
 * wrong with the input, for the field's own place.
 */
export function useChangeKey({ id }: ApiKey) {
  const queryClient = useQueryClient();
  const refresh = useRefreshKeys();
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (json: KeyChanges) => unwrap(api.api.keys[":id"].$patch({ param: { id }, json })),
    onSuccess: (changed) =>
      queryClient.setQueryData<ApiKey[]>(API_KEYS_QUERY_KEY, (keys) =>
        keys?.map((key) => (key.id === changed.id ? changed : key)),
      ),
    onSettled: () => {
      void refresh();
    },
  });

  /** @returns whether the key was changed. */
  async function change(changes: KeyChanges, success: ToastMessage): Promise<boolean> {
    if (isPending) return false;
    setProblem(null);
    try {
      await mutateAsync(changes);
      toast({ ...success, tone: "success" });
      return true;
    } catch (error) {
      const atField = error instanceof ApiError && error.status === 422 && changes.disabled === undefined;
      if (atField) setProblem(error.message);
      else toast(keyFailure(error, keyMessages.changeFailed));
      return false;
    }
  }

  return { change, changing: isPending, problem, forgetProblem: () => setProblem(null) };
}
