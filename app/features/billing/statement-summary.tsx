import { formatDollars } from "#app/lib/format.ts";
import { formatDay } from "#app/lib/wall-clock.ts";
import type { StatementDay } from "#core/contract/ledger.ts";
import { exactTitle, roundAmount, statementSums } from "./statement-view.ts";

interface StatementSummaryProps {
  days: StatementDay[];
  /** All days are loaded. */
  complete: boolean;
}

/** Opening balance, plus what was added, less usage, is the balance; the days below add up to it. */
export function StatementSummary({ days, complete }: StatementSummaryProps) {
  const { opening, added, taken, usage, balance } = statementSums(days);
  const oldest = days.at(-1)?.date ?? "";
  return (
    <dl className="grid grid-cols-4 divide-x border-b max-sm:grid-cols-2 max-sm:divide-x-0">
      <Sum label={complete ? "Opening balance" : `Balance before ${formatDay(oldest)}`} amount={opening}>
        {formatDollars(opening)}
      </Sum>
      <Sum label={taken === 0 ? "Added" : "Added, less returned"} amount={added + taken}>
        {roundAmount(added + taken)}
      </Sum>
      <Sum label="API usage" amount={usage}>
        {roundAmount(usage)}
      </Sum>
      <Sum label="Balance now" amount={balance}>
        {formatDollars(balance)}
      </Sum>
    </dl>
  );
}

const Sum = ({ label, amount, children }: { label: string; amount: number; children: string }) => (
  <div className="px-5 py-4 max-lg:px-4 max-sm:py-3">
    <dt className="text-caption text-ink-3">{label}</dt>
    <dd
      className="mt-1 text-[1.125rem] leading-6 font-medium tracking-[-0.02em] tabular-nums"
      title={exactTitle(amount)}
    >
      {children}
    </dd>
  </div>
);
