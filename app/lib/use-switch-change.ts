import { type DataTag, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { showStored } from "./query-cache.ts";
import { type ToastMessage, toast } from "./toast.ts";

interface SwitchChange<Data, Change> {
  query: { queryKey: DataTag<QueryKey, Data, Error> };
  send: (change: Change) => Promise<unknown>;
  show: (shown: Data, change: Change) => Data;
  /** The change that shows again what was shown before. */
  undo: (before: Data, change: Change) => Change;
  failed: ToastMessage;
}

/** A switch moves at once, and back with a toast if the change can't be saved. */
export function useSwitchChange<Data, Change>(options: SwitchChange<Data, Change>) {
  const { query, send, undo, failed } = options;
  const queryClient = useQueryClient();
  const mutationKey = [...query.queryKey, "change"];
  const show = (change: Change) =>
    showStored(queryClient, query, (shown: Data | undefined) => shown && options.show(shown, change));
  return useMutation({
    mutationKey,
    // In order, so that an older response can't undo a newer one.
    scope: { id: mutationKey.join(" ") },
    mutationFn: send,
    async onMutate(change) {
      const before = queryClient.getQueryData(query.queryKey);
      await show(change);
      return before && undo(before, change);
    },
    async onError(_failure, _change, undone) {
      if (undone) await show(undone);
      toast.failure(failed);
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) === 1 &&
      queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
}
