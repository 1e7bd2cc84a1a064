import { useId } from "react";
import { Switch } from "#app/components/ui/switch.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { useSwitchChange } from "#app/lib/use-switch-change.ts";
import type { SubscriptionResponse } from "#core/contract/account.ts";
import { subscriptionMessages } from "./messages.ts";
import { subscriptionQuery } from "./queries.ts";
import { beyondPlanText } from "./subscription-view.ts";

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

type Change = { draws_on_balance: boolean };

const useDrawOnBalance = () =>
  useSwitchChange({
    query: subscriptionQuery,
    send: (change: Change) => unwrap(api.api.account.subscription.$patch({ json: change })),
    show: (shown, change) => ({ ...shown, ...change }),
    undo: (_, { draws_on_balance }) => ({ draws_on_balance: !draws_on_balance }),
    failed: subscriptionMessages.changeFailed,
  });
