import type { ReactNode } from "react";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { formatCount, formatDollars } from "#app/lib/format.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import { closingText } from "./period-view.ts";
import { exactTitle, roundAmount } from "./statement-view.ts";

/** Opening balance, plus what was added, less usage, is the closing balance. Pending money is in none of them. */
export function MonthSums({ statement }: { statement: StatementSummary }) {
  const { from, opening, added, taken, usage, closing, top_ups, requests } = statement;
  const end = closingText(statement, Date.now());
  const isReduced = taken !== 0;
  const returned = isReduced ? `, ${roundAmount(taken)} returned` : "";
  return (
    <Grid>
      <Sum label={`Opening balance, ${formatDay(from)}`} amount={opening}>
        {formatDollars(opening)}
      </Sum>
      <Sum
        label={isReduced ? "Added, less returned" : "Added"}
        amount={added + taken}
        note={`${formatCount(top_ups, "top-up")}${returned}`}
      >
        {roundAmount(added + taken)}
      </Sum>
      <Sum label="API usage" amount={usage} note={formatCount(requests, "request")}>
        {roundAmount(usage)}
      </Sum>
      <Sum label={end.label} amount={closing} note={end.note}>
        {formatDollars(closing)}
      </Sum>
    </Grid>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-4 divide-x max-md:grid-cols-2 max-md:divide-x-0">{children}</dl>
);

const SUM = "min-h-23 px-5 py-4 max-lg:px-4 max-sm:min-h-21 max-sm:py-3";

interface SumProps {
  label: string;
  amount: number;
  note?: string;
  children: string;
}

const Sum = ({ label, amount, note, children }: SumProps) => (
  <div className={SUM}>
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd>
      <span
        translate="no"
        className="mt-1 block text-[1.125rem] leading-6 font-medium tracking-[-0.02em] tabular-nums"
        title={exactTitle(amount)}
      >
        {children}
      </span>
      {note && <span className="mt-0.5 block text-caption text-ink-3 tabular-nums">{note}</span>}
    </dd>
  </div>
);

export const MonthSumsSkeleton = () => (
  <div className="grid grid-cols-4 divide-x max-md:grid-cols-2 max-md:divide-x-0">
    {["opening", "added", "usage", "closing"].map((name) => (
      <div key={name} className={SUM}>
        <Skeleton className="h-3 w-24" />
        <Skeleton className="mt-3 h-4 w-20" />
        <Skeleton className="mt-3 h-3 w-16" />
      </div>
    ))}
  </div>
);
