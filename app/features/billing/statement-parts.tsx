import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars } from "#app/lib/format.ts";
import { addDays, midnight } from "#app/lib/local-time.ts";
import { paths } from "#app/lib/paths.ts";
import { requestsPath } from "#app/lib/usage-params.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
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
  const [from = "", to = ""] = [date, addDays(date, 1)].map((day) => new Date(midnight(day)).toISOString());
  const range = { range: "custom", from, to } as const;
  return (
    <Button asChild variant="link" size="sm" className="h-auto px-0 text-caption">
      <Link to={requestsPath(range, {})} aria-label={`View requests of ${formatDay(date)}`}>
        View requests
      </Link>
    </Button>
  );
}
