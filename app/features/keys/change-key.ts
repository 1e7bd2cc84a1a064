import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { type ToastMessage, toast } from "#app/lib/toast.ts";
import { useAction } from "#app/lib/use-form.ts";
import type { BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey, KeyChanges } from "#core/contract/keys.ts";
import { keyMessages } from "./messages.ts";
import { apiKeysQuery } from "./queries.ts";

/** After any change of a key the list is fetched again; nobody waits for it, so a dialog closes before its row goes. */
export function useKeyRequest(): <Result>(request: Promise<Result>) => Promise<Result> {
  const queryClient = useQueryClient();
  return (request) => request.finally(() => void queryClient.invalidateQueries(apiKeysQuery));
}

type KeyChange = KeyChanges | { budgets: BudgetInput[] };

/** Changes a key's settings. The list shows them only once the API has confirmed them. */
export function useChangeKey({ id }: ApiKey): (change: KeyChange) => Promise<ApiKey> {
  const queryClient = useQueryClient();
  const requestKey = useKeyRequest();
  const { $patch, budgets } = api.api.keys[":id"];
  return async (change) => {
    const changed = await requestKey(
      "budgets" in change
        ? unwrap(budgets.$put({ param: { id }, json: change }))
        : unwrap($patch({ param: { id }, json: change })),
    );
    queryClient.setQueryData(apiKeysQuery.queryKey, (keys) =>
      keys?.map((key) => (key.id === id ? changed : key)),
    );
    return changed;
  };
}

/** Without a question. */
export function useEnableKey(apiKey: ApiKey, onEnabled?: () => void) {
  const change = useChangeKey(apiKey);
  const enable = async () => {
    await change({ disabled: false });
    const description = `“${apiKey.name}” works again.`;
    toast.success({ ...keyMessages.enabled, description });
    onEnabled?.();
  };
  return useAction(enable, { onFailure: (error) => toast.failure(changeFailure(error)) });
}

/** Shows at `field` what the API refuses about the input. */
export const refusedAt =
  <Name extends string>(field: Name) =>
  (error: unknown): Name | null =>
    error instanceof ApiError && error.status === 422 ? field : null;

const STATUSES_WITH_A_REASON = [404, 409, 429];

/** The API's own reason where the reader can act on it, else the general message. */
export function keyFailure(error: unknown, general: { title: string; description: string }): ToastMessage {
  const reason = error instanceof ApiError && STATUSES_WITH_A_REASON.includes(error.status) && error.message;
  return { title: general.title, description: reason || general.description };
}

export const changeFailure = (error: unknown) => keyFailure(error, keyMessages.changeFailed);
