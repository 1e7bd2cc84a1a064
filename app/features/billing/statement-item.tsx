import { formatTime } from "#app/lib/format.ts";
import type { StatementDay } from "#core/contract/ledger.ts";
import { Amount, BalanceAfter, DayName, DayRequestsLink, Reference } from "./statement-parts.tsx";
import { dayDescription, linesOf, netOf, onlyTransaction, type StatementLine } from "./statement-view.ts";

/** For phones. */
export function DayItem({ day }: { day: StatementDay }) {
  const lines = linesOf(day);
  const only = onlyTransaction(day);
  return (
    <>
      <div className="flex items-center justify-between gap-4 text-small font-medium">
        <DayName date={day.date} />
        <Amount amount={netOf(day)} />
      </div>
      <div className="flex items-center justify-between gap-4 text-caption text-ink-3">
        <span>
          {dayDescription(day)}
          {day.usage !== 0 && " · "}
          {day.usage !== 0 && <DayRequestsLink date={day.date} />}
        </span>
        <span className="whitespace-nowrap">
          Balance <BalanceAfter balance={day.balance_after} />
        </span>
      </div>
      {lines.length > 0 && (
        <ul className="mt-2.5 mb-1 space-y-2.5 border-l border-edge pl-4">
          {lines.map((line) => (
            <LineItem key={line.key} line={line} />
          ))}
        </ul>
      )}
      {only?.note && <p className="text-caption text-ink-2 wrap-anywhere">{only.note}</p>}
      {only && <Reference item={only} />}
    </>
  );
}

const LineItem = ({ line: { label, amount, transaction } }: { line: StatementLine }) => (
  <li className="text-caption text-ink-2">
    <div className="flex justify-between gap-4 text-small">
      <span>{label}</span>
      <Amount amount={amount} />
    </div>
    {transaction && <p className="text-ink-3 tabular-nums">{formatTime(transaction.created_at, "UTC")}</p>}
    {transaction?.note && <p className="wrap-anywhere">{transaction.note}</p>}
    {transaction && <Reference item={transaction} />}
  </li>
);
