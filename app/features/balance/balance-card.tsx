import { Link } from "@remix-run/react";
import { useQuery } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import Plus from "lucide-react/icons/plus";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import { EarlyFigure } from "#app/components/early-figure.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#app/components/ui/card.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { pendingParts } from "#app/lib/pending-payments.ts";
import type { BalanceResponse, PendingPayment } from "#core/contract/account.ts";
import { BalanceFigure } from "./balance-figure.tsx";
import { balanceMessages } from "./messages.ts";
import { liveBalanceQuery } from "./queries.ts";
import { SpentLine, SpentLineSkeleton } from "./spent-line.tsx";

interface BalanceCardProps {
  /** For a narrow sidebar. */
  compact?: boolean;
  /** Never shows a primary button, not even for a low balance. */
  quiet?: boolean;
  /** Shown below a balance above zero; one line if the card is compact. */
  runway?: ReactNode;
}

export function BalanceCard({ compact = false, quiet = compact, runway }: BalanceCardProps) {
  const query = useQuery(liveBalanceQuery);
  const low = query.data !== undefined && isLow(query.data);
  return (
    <Card className={cn(low && !compact && "border-warning/50")}>
      <CardHeader>
        <CardTitle>{balanceMessages.title}</CardTitle>
        <Button asChild variant="link" size="sm" className="h-auto max-lg:-my-2">
          <Link to={paths.billing}>View statement</Link>
        </Button>
      </CardHeader>
      <QueryState
        query={query}
        loading="Loading balance"
        skeleton={<BalanceSkeleton compact={compact} runway={runway} />}
        failed={{ title: balanceMessages.loadFailed, blockedOnly: true }}
      >
        {(data) => <Loaded data={data} compact={compact} quiet={quiet} runway={runway} />}
      </QueryState>
    </Card>
  );
}

/** An account that never had a balance has none that could be low. */
const isLow = ({ balance, ever_funded, low_balance_threshold }: BalanceResponse) =>
  ever_funded && balance < low_balance_threshold;

const loadDialog = () => import("./add-funds-dialog.tsx");

function Loaded({ data, compact, quiet, runway }: Required<BalanceCardProps> & { data: BalanceResponse }) {
  const low = isLow(data);
  const size = compact ? "text-figure" : "text-display";
  const button = (
    <Button variant={low && !quiet ? "primary" : "secondary"} className="w-full max-lg:h-11">
      <Plus aria-hidden />
      Add Funds
    </Button>
  );
  return (
    <div className="px-5 pt-2 pb-5 max-lg:px-4 max-lg:pb-4">
      <div className="flex items-baseline gap-3">
        <p translate="no" className={cn("font-medium tabular-nums", size, low && "text-warning-ink")}>
          <BalanceFigure dollars={data.balance} {...(low && { signClass: "" })} />
        </p>
        {data.held > 0 && <Held dollars={data.held} />}
      </div>
      {data.pending.length > 0 && <PendingNote payments={data.pending} />}
      {compact && data.balance > 0 && <RunwayLine>{runway}</RunwayLine>}
      {low && <LowNote compact={compact} overdrawn={data.balance < 0} />}
      <SpentLine compact={compact} />
      {!compact && data.balance > 0 && runway}
      <div className="mt-4">
        <OnDemand load={loadDialog} popup="dialog" trigger={button} props={{ balance: data.balance }} />
      </div>
    </div>
  );
}

const RunwayLine = ({ children }: { children: ReactNode }) => (
  <div className="mt-0.5 min-h-4 text-caption text-ink-2 tabular-nums">{children}</div>
);

/** Money on its way, which the balance doesn't have yet. */
function PendingNote({ payments }: { payments: PendingPayment[] }) {
  const [first, ...others] = payments;
  const to = first && others.length === 0 ? paths.receipt(first.id) : paths.receipts;
  const { amount, arrival } = pendingParts(payments, Date.now());
  return (
    <p className="mt-1 flex items-start gap-1.5 text-caption text-ink-2">
      <Clock className="mt-px size-3.5 shrink-0" aria-hidden />
      <Link
        to={to}
        className="relative rounded-tag underline-offset-4 after:absolute after:-inset-2 hover:underline"
      >
        <strong className="font-medium text-ink">{amount}</strong>
        {arrival}
      </Link>
    </p>
  );
}

/** On the balance's line: on a line of its own, it would move the card with every request. */
function Held({ dollars }: { dollars: number }) {
  return (
    <p className="ml-auto min-w-0 truncate text-caption text-ink-3 tabular-nums" title={balanceMessages.held}>
      {formatSum(dollars)} held<span className="sr-only">. {balanceMessages.held}</span>
    </p>
  );
}

function LowNote({ compact, overdrawn }: { compact: boolean; overdrawn: boolean }) {
  const text = (
    <div className="grid gap-1">
      <p>{balanceMessages.low}</p>
      <p>
        <Link to={paths.autoTopUp} className="font-medium underline underline-offset-4">
          {balanceMessages.setUpAutoTopUp}
        </Link>
      </p>
      {overdrawn && <p>{balanceMessages.overdrawn}</p>}
    </div>
  );
  return !compact ? (
    <Alert tone="warning" className="mt-4">
      {text}
    </Alert>
  ) : (
    <div className="mt-1 flex gap-1.5 text-caption text-warning-ink">
      <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
      {text}
    </div>
  );
}

const BalanceSkeleton = ({ compact, runway }: { compact: boolean; runway?: ReactNode }) => (
  <div className="px-5 pt-2 pb-5 max-lg:px-4 max-lg:pb-4">
    <span className={cn("flex items-center", compact ? "h-8" : "h-10")}>
      {compact ? (
        <Skeleton className="h-7 w-28" />
      ) : (
        <EarlyFigure name="balance" className="text-display" skeleton={<Skeleton className="h-8 w-36" />} />
      )}
    </span>
    {compact && <RunwayLine>{runway}</RunwayLine>}
    <SpentLineSkeleton compact={compact} />
    {!compact && runway}
    <Skeleton className="mt-4 h-9 w-full rounded-control max-lg:h-11" />
  </div>
);

/** For the dashboard before its account is known. */
export const BalanceCardSkeleton = ({ runway }: { runway: ReactNode }) => (
  <Card>
    <CardHeader>
      <CardTitle>{balanceMessages.title}</CardTitle>
    </CardHeader>
    <BalanceSkeleton compact={false} runway={runway} />
  </Card>
);
