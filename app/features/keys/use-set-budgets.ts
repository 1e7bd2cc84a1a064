import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import type { BudgetInput } from "#core/contract/budgets.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { budgetsText } from "./budget-view.ts";
import { keyFailure } from "./key-failure.ts";
import { keyMessages } from "./messages.ts";
import { API_KEYS_QUERY_KEY, useRefreshKeys } from "./use-api-keys.ts";

/** Sets a key's budgets and tells. Nothing is shown as changed before the API has said so. */
export function useSetBudgets({ id, name }: ApiKey) {
  const queryClient = useQueryClient();
  const refresh = useRefreshKeys();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (budgets: BudgetInput[]) =>
      unwrap(api.api.keys[":id"].budgets.$put({ param: { id }, json: { budgets } })),
    onSuccess: (changed) =>
      queryClient.setQueryData<ApiKey[]>(API_KEYS_QUERY_KEY, (keys) =>
        keys?.map((key) => (key.id === changed.id ? changed : key)),
      ),
    onSettled: () => {
      void refresh();
    },
  });

  /** @returns whether they were set. */
  async function save(budgets: BudgetInput[]): Promise<boolean> {
    if (isPending) return false;
    try {
      await mutateAsync(budgets);
      const description = `“${name}” has ${budgetsText(budgets)}.`;
      toast({ ...keyMessages.budgetsSet, description, tone: "success" });
      return true;
    } catch (error) {
      toast(keyFailure(error, keyMessages.changeFailed));
      return false;
    }
  }

  return { save, saving: isPending };
}
