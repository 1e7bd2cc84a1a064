import { Link } from "@remix-run/react";
import { CircleAlert, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { BalanceAnswer } from "#core/contract/account.ts";
import { LOW_BALANCE_DOLLARS } from "#core/domain/top-up.ts";
import { AddFundsButton } from "./add-funds-button.tsx";
import { BalanceFigure } from "./balance-figure.tsx";
import { BalanceSkeleton } from "./balance-skeleton.tsx";
import { balanceMessages } from "./messages.ts";
import { LIVE, useBalance } from "./use-balance.ts";

const CENT = 0.01;

interface BalanceCardProps {
  /** The form for a narrow aside, where the balance is not the page's subject. */
  compact?: boolean;
  /** Even a low balance does not ask for the page's one primary button. */
  quiet?: boolean;
  /** How long a balance above zero lasts. */
  runway?: ReactNode;
}

export function BalanceCard({ compact = false, quiet = compact, runway }: BalanceCardProps) {
  const balance = useBalance(LIVE);
  const low = balance.data !== undefined && balance.data.balance < LOW_BALANCE_DOLLARS;
  return (
    <Card className={cn(low && !compact && "border-warning/50")} aria-busy={balance.isPending}>
      <CardHeader>
        <CardTitle>{balanceMessages.title}</CardTitle>
        <Button asChild variant="link" size="sm" className="h-auto max-lg:-my-2">
          <Link to={paths.billing}>View statement</Link>
        </Button>
      </CardHeader>
      {balance.data ? (
        <Loaded answer={balance.data} low={low} compact={compact} quiet={quiet} runway={runway} />
      ) : balance.isError ? (
        <Failed onRetry={() => balance.refetch()} busy={balance.isFetching} />
      ) : (
        <BalanceSkeleton compact={compact} runway={runway} />
      )}
    </Card>
  );
}

interface LoadedProps extends Required<BalanceCardProps> {
  answer: BalanceAnswer;
  low: boolean;
}

function Loaded({ answer, low, compact, quiet, runway }: LoadedProps) {
  return (
    <div className="px-5 pt-2 pb-5 max-lg:px-4 max-lg:pb-4">
      <div className="flex items-baseline gap-3">
        <p
          className={cn(
            "font-medium tabular",
            compact ? "text-figure" : "text-display",
            low && "text-warning-ink",
          )}
        >
          <BalanceFigure dollars={answer.balance} {...(low && { signClass: "" })} />
        </p>
        {answer.held > 0 && <Held dollars={answer.held} />}
      </div>
      {low && <LowNote compact={compact} overdrawn={answer.balance < 0} />}
      {answer.balance > 0 && runway}
      <div className="mt-4">
        <AddFundsButton balance={answer.balance} primary={low && !quiet} />
      </div>
    </div>
  );
}

/** Beside the balance rather than below it: it comes and goes with every request. */
function Held({ dollars }: { dollars: number }) {
  const amount = dollars < CENT ? `<${formatDollars(CENT)}` : formatDollars(dollars);
  return (
    <p className="ml-auto min-w-0 truncate text-caption text-ink-3 tabular" title={balanceMessages.held}>
      {amount} held<span className="sr-only">. {balanceMessages.held}</span>
    </p>
  );
}

function LowNote({ compact, overdrawn }: { compact: boolean; overdrawn: boolean }) {
  const words = (
    <div className="grid gap-1">
      <p>{balanceMessages.low}</p>
      {overdrawn && <p>{balanceMessages.overdrawn}</p>}
    </div>
  );
  if (!compact) {
    return (
      <Alert tone="warning" className="mt-4">
        {words}
      </Alert>
    );
  }
  return (
    <div className="mt-1 flex gap-1.5 text-caption text-warning-ink">
      <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
      {words}
    </div>
  );
}

function Failed({ onRetry, busy }: { onRetry: () => void; busy: boolean }) {
  return (
    <div role="alert" className="px-5 pt-3 pb-5 max-lg:px-4">
      <p className="flex items-start gap-2 text-small text-ink-2">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" aria-hidden />
        {balanceMessages.loadFailed}
      </p>
      <Button variant="secondary" size="sm" className="mt-4" busy={busy} onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
    </div>
  );
}
