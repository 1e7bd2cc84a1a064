import { cn } from "#app/lib/class-names.ts";
import { formatCount } from "#app/lib/format.ts";
import type { StatementPart } from "#core/contract/ledger.ts";
import { kindLabel } from "./billing-view.ts";
import {
  Amount,
  BalanceAfter,
  type DayProps,
  DayRequestsLink,
  DayToggle,
  Reference,
  type StatementDaysProps,
} from "./statement-parts.tsx";
import { dayDescription, listedParts, netOf, partTime } from "./statement-view.ts";

/** For phones. */
export const StatementList = ({ days, openDays, onToggle }: StatementDaysProps) => (
  <ul className="divide-y">
    {days.map((day) => (
      <DayItem
        key={day.date}
        day={day}
        open={openDays.includes(day.date)}
        onToggle={() => onToggle(day.date)}
      />
    ))}
  </ul>
);

function DayItem({ day, open, onToggle }: DayProps) {
  const parts = listedParts(day, open);
  return (
    <li className={cn(open && "bg-canvas")}>
      <div className="px-4 py-2.5">
        <div className="flex items-center justify-between gap-4 text-small font-medium">
          <DayToggle day={day} open={open} onToggle={onToggle} />
          <Amount amount={netOf(day)} />
        </div>
        <div className="flex justify-between gap-4 pl-6.5 text-caption text-ink-3">
          <span>
            {dayDescription(day)}
            {day.charges > 0 && ` · ${formatCount(day.charges, "charge")}`}
          </span>
          <span>
            Balance <BalanceAfter balance={day.balance_after} />
          </span>
        </div>
      </div>
      {parts.length > 0 && (
        <ul className="ml-6 space-y-2.5 border-l border-edge pr-4 pb-3 pl-4">
          {parts.map((part, at) => (
            <PartItem key={part.transaction?.id ?? part.from + String(at)} part={part} />
          ))}
        </ul>
      )}
      {open && (
        <p className="px-4 pb-2 text-right">
          <DayRequestsLink date={day.date} />
        </p>
      )}
    </li>
  );
}

const PartItem = ({ part }: { part: StatementPart }) => (
  <li className="text-caption text-ink-2">
    <div className="flex justify-between gap-4 text-small">
      <span>{part.transaction ? kindLabel(part.transaction) : "API usage"}</span>
      <Amount amount={part.amount} />
    </div>
    <div className="flex justify-between gap-4 text-ink-3 tabular-nums">
      <span>
        {partTime(part)}
        {part.transaction === null && ` · ${formatCount(part.charges, "charge")}`}
      </span>
      <span>
        Balance <BalanceAfter balance={part.balance_after} />
      </span>
    </div>
    {part.transaction?.note && <p className="wrap-anywhere">{part.transaction.note}</p>}
    {part.transaction && <Reference item={part.transaction} />}
  </li>
);
