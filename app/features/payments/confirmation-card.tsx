import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { BalanceFigure } from "#app/features/balance/balance-figure.tsx";
import { useBalance } from "#app/features/balance/use-balance.ts";
import { paths } from "#app/lib/paths.ts";
import { paymentMessages } from "./messages.ts";
import { Outcome } from "./outcome.tsx";
import { type Order, outcomeWords } from "./payment-view.ts";

export function ConfirmationCard({ order }: { order: Order }) {
  const { data, isFetching } = useBalance();
  return (
    <Card>
      <div className="flex flex-col items-center px-6 pt-12 pb-10 text-center">
        <Outcome kind="success" level="h2" {...outcomeWords({ kind: "success", order })} />
        <p className="mt-5 flex h-10 items-center text-display font-medium tabular-nums">
          {isFetching ? (
            <Skeleton className="h-8 w-32" />
          ) : data ? (
            <BalanceFigure dollars={data.balance} />
          ) : (
            "—"
          )}
        </p>
        <p className="mt-1 text-caption text-ink-3">New balance</p>
        <Button asChild variant="primary" className="mt-6">
          <Link to={paths.dashboard}>Go to Dashboard</Link>
        </Button>
      </div>
      {order.product === "balance" && (
        <footer className="border-t px-5 py-3 text-center text-caption text-ink-3">
          {paymentMessages.redirecting}
        </footer>
      )}
    </Card>
  );
}
