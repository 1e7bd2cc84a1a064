import { Lock } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { useSubscription } from "#app/features/subscription/use-subscription.ts";
import { PLAN_PRICE_RUPEES } from "#core/domain/plans.ts";
import { planNote } from "./plan-note.ts";
import { type PurchasePhase, usePurchase } from "./use-purchase.ts";

const LABELS: Record<PurchasePhase, string> = {
  idle: "Purchase API Key",
  starting: "Opening payment…",
  leaving: "Redirecting…",
};

export function PurchaseCard() {
  const { phase, purchase } = usePurchase();
  return (
    <Card>
      <CardHeader>
        <CardTitle>1-year API key</CardTitle>
      </CardHeader>
      <div className="px-5 pt-2 pb-5 max-lg:px-4 max-lg:pb-4">
        <p className="flex items-baseline gap-2">
          <span className="text-display font-medium tabular-nums">
            <span className="mr-px font-normal text-ink-3">₹</span>
            {PLAN_PRICE_RUPEES}
          </span>
          <span className="text-small text-ink-2">one-time</span>
        </p>
        <PlanNote />
        <Button
          variant="primary"
          className="mt-4 w-full max-lg:h-11"
          busy={phase !== "idle"}
          onClick={() => void purchase()}
        >
          {LABELS[phase]}
        </Button>
        <p className="mt-3 flex items-start gap-2 text-caption text-ink-3">
          <Lock className="mt-px size-3.5 shrink-0" aria-hidden />
          Card details stay with the payment provider.
        </p>
      </div>
    </Card>
  );
}

/** As high as its longest text, so that nothing moves when the plan is known. */
function PlanNote() {
  const { data, isPending } = useSubscription();
  return (
    <div className="mt-3 min-h-10 text-small text-ink-2">
      {isPending ? (
        <>
          <Skeleton className="my-0.5 h-4 w-full" />
          <Skeleton className="mt-1.5 h-4 w-2/3" />
        </>
      ) : (
        <p>{planNote(data)}</p>
      )}
    </div>
  );
}
