import { Link } from "@remix-run/react";
import ChevronRight from "lucide-react/icons/chevron-right";
import { Button } from "#app/components/ui/button.tsx";
import { requestsPath } from "#app/features/analytics/usage-params.ts";
import { formatDay } from "#app/features/analytics/wall-clock.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars } from "#app/lib/format.ts";
import { addDays, dayStart } from "#app/lib/local-time.ts";
import { paths } from "#app/lib/paths.ts";
import { readerZone } from "#app/lib/reader-zone.ts";
import type { LedgerItem, StatementDay } from "#core/contract/ledger.ts";
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

export interface StatementDaysProps {
  days: StatementDay[];
  /** Their dates. */
  openDays: readonly string[];
  onToggle: (date: string) => void;
}

export interface DayProps {
  day: StatementDay;
  open: boolean;
  onToggle: () => void;
}

/** A day without usage has nothing to open. */
export function DayToggle({ day: { date, charges }, open, onToggle }: DayProps) {
  const name = (
    <>
      <span className="w-24 text-left tabular-nums">{dayDate(date)}</span>{" "}
      <span className="font-normal text-ink-3">{dayName(date, Date.now(), readerZone())}</span>
    </>
  );
  if (charges === 0) return <span className="flex items-center gap-2.5 pl-6.5">{name}</span>;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex items-center gap-2.5 rounded-tag max-sm:min-h-9"
    >
      <ChevronRight
        className={cn("size-4 shrink-0 text-ink-3 transition-transform", open && "rotate-90")}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      {name}
    </button>
  );
}

export function DayRequestsLink({ date }: { date: string }) {
  const zone = readerZone();
  const [from, to] = [date, addDays(date, 1)].map((day) => new Date(dayStart(day, zone)).toISOString());
  const range = { range: "custom", from: from ?? "", to: to ?? "" } as const;
  return (
    <Button asChild variant="link" size="sm" className="text-caption">
      <Link to={requestsPath(range, {})}>View requests of {formatDay(date)}</Link>
    </Button>
  );
}
