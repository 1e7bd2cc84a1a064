import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError } from "#app/lib/api-error.ts";
import { type ToastMessage, toast } from "#app/lib/toast.ts";
import type { BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey, KeyChanges } from "#core/contract/keys.ts";
import { keyMessages } from "./messages.ts";
import { apiKeysQuery } from "./queries.ts";

type FieldProblem = { field?: string | undefined; message: string };

/**
 * Sends one request at a time and then refetches the list. A failure becomes either a toast or a `problem` to show
 * beside the field at fault.
 */
export function useKeyMutation<Input, Result>(
  request: (input: Input) => Promise<Result>,
  failure: (error: unknown, input: Input) => FieldProblem | ToastMessage,
) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  const { mutateAsync, isPending: pending } = useMutation({
    mutationFn: request,
    // A response with a full key must not stay in the cache.
    gcTime: 0,
    // Not awaited: a dialog closes before its key's row goes.
    onSettled: () => void queryClient.invalidateQueries(apiKeysQuery),
  });

  /** @returns the response; null if nothing was changed. */
  async function submit(input: Input, success?: ToastMessage): Promise<Result | null> {
    if (pending) return null;
    setProblem(null);
    try {
      const result = await mutateAsync(input);
      if (success) toast({ ...success, tone: "success" });
      return result;
    } catch (error) {
      const failed = failure(error, input);
      if ("message" in failed) setProblem(failed);
      else toast({ ...failed, tone: "danger" });
      return null;
    }
  }

  return { submit, pending, problem, setProblem };
}

type KeyChange = KeyChanges | { budgets: BudgetInput[] };

/** Switches have no field to show a message at, and each budget's field checks its amount itself. */
const CHANGES_WITH_A_FIELD = ["name", "expires_at", "allowed_origins"];

/** Changes a key's settings. The list shows them only once the API has confirmed them. */
export function useChangeKey({ id }: ApiKey) {
  const queryClient = useQueryClient();

  async function request(change: KeyChange): Promise<ApiKey> {
    const { $patch, budgets } = api.api.keys[":id"];
    const changed = await ("budgets" in change
      ? unwrap(budgets.$put({ param: { id }, json: change }))
      : unwrap($patch({ param: { id }, json: change })));
    queryClient.setQueryData(apiKeysQuery.queryKey, (keys) =>
      keys?.map((key) => (key.id === id ? changed : key)),
    );
    return changed;
  }

  return useKeyMutation(request, (error, change) => {
    const hasField = CHANGES_WITH_A_FIELD.some((name) => name in change);
    return (hasField && fieldProblem(error)) || keyFailure(error, keyMessages.changeFailed);
  });
}

/** Null unless the API rejected the input. */
export function fieldProblem(error: unknown): FieldProblem | null {
  const invalid = error instanceof ApiError && error.status === 422;
  return invalid ? { field: error.field, message: error.message } : null;
}

const STATUSES_WITH_A_REASON = [404, 409, 429];

/** The API's own reason where the reader can act on it, else the general message. */
export function keyFailure(error: unknown, general: { title: string; description: string }): ToastMessage {
  const reason = error instanceof ApiError && STATUSES_WITH_A_REASON.includes(error.status) && error.message;
  return { title: general.title, description: reason || general.description };
}
