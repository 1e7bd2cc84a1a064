import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import { requestsOfDays } from "./period-view.ts";
import { dayDate, dayName, exactTitle, roundAmount } from "./statement-view.ts";

/** The sign says the same as the color. */
export const Amount = ({ amount, className }: { amount: number; className?: string }) => (
  <span
    translate="no"
    className={cn("tabular-nums", amount > 0 && "text-success-ink", className)}
    title={exactTitle(amount)}
  >
    {roundAmount(amount)}
  </span>
);

export const BalanceAfter = ({ balance }: { balance: number }) => (
  <span translate="no" className="tabular-nums" title={exactTitle(balance)}>
    {formatDollars(balance)}
  </span>
);

export function Reference({ item }: { item: LedgerItem }) {
  if (item.receipt_id) {
    return (
      <Button asChild variant="link" size="sm" className="h-auto px-0">
        <Link to={paths.receipt(item.receipt_id)}>Receipt</Link>
      </Button>
    );
  }
  if (item.reference === null) return null;
  return (
    <span translate="no" className="block truncate font-mono text-caption text-ink-3">
      {item.reference}
    </span>
  );
}

export const DayName = ({ date }: { date: string }) => (
  <span className="flex items-center gap-2.5">
    <span className="w-24 tabular-nums">{dayDate(date)}</span>{" "}
    <span className="font-normal text-ink-3">{dayName(date, Date.now())}</span>
  </span>
);

export function DayRequestsLink({ date }: { date: string }) {
  return (
    <Button asChild variant="link" size="sm" className="h-auto px-0 text-caption">
      <Link to={requestsOfDays(date, date, Date.now())} aria-label={`View requests of ${formatDay(date)}`}>
        View requests
      </Link>
    </Button>
  );
}
