import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { Switch } from "#app/components/ui/switch.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { toast } from "#app/lib/toast.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { subscriptionQuery } from "./queries.ts";
import { beyondPlanText, subscriptionMessages } from "./subscription-view.ts";

/** Whether the balance pays once the plan is used up. */
export default function DrawOnBalance({ subscription }: { subscription: SubscriptionResponse }) {
  const labelId = useId();
  const noteId = useId();
  const { mutate } = useDrawOnBalance();
  const note = beyondPlanText(subscription);
  if (note === null) return null;
  return (
    <div className="flex items-center justify-between gap-4 border-t py-3">
      <div>
        <p id={labelId} className="text-small">
          {subscriptionMessages.drawsOnBalance}
        </p>
        <p id={noteId} aria-live="polite" className="mt-0.5 text-caption text-ink-3">
          {note}
        </p>
      </div>
      <Switch
        aria-labelledby={labelId}
        aria-describedby={noteId}
        checked={subscription.draws_on_balance ?? false}
        onCheckedChange={(draws_on_balance) => mutate({ draws_on_balance })}
      />
    </div>
  );
}

const CHANGES = ["subscription", "change"];

type Change = { draws_on_balance: boolean };

/** The switch moves at once, and back if the change can't be saved. */
function useDrawOnBalance() {
  const queryClient = useQueryClient();
  const show = ({ draws_on_balance }: Change) =>
    queryClient.setQueryData(subscriptionQuery.queryKey, (shown) => shown && { ...shown, draws_on_balance });
  return useMutation({
    mutationKey: CHANGES,
    // In order, so that an older response can't undo a newer one.
    scope: { id: "subscription" },
    mutationFn: (change: Change) => unwrap(api.api.account.subscription.$patch({ json: change })),
    onMutate: async (change) => {
      await queryClient.cancelQueries(subscriptionQuery);
      show(change);
      return { draws_on_balance: !change.draws_on_balance };
    },
    onError: (_failure, _change, before) => {
      if (before) show(before);
      toast({ ...subscriptionMessages.changeFailed, tone: "danger" });
    },
    onSettled: () =>
      queryClient.isMutating({ mutationKey: CHANGES }) === 1 &&
      queryClient.invalidateQueries(subscriptionQuery),
  });
}
