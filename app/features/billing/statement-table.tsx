import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatCount, formatDate, formatTime } from "#app/lib/format.ts";
import type { LedgerItem, StatementPart } from "#core/contract/ledger.ts";
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
import { dayDescription, listedParts, netOf, onlyTransaction, partTime } from "./statement-view.ts";

export const StatementTable = ({ days, openDays, onToggle }: StatementDaysProps) => (
  <Table>
    <thead>
      <tr className="bg-canvas">
        <TableHeaderCell>
          <span className="pl-6.5">Date</span>
        </TableHeaderCell>
        <TableHeaderCell>Description</TableHeaderCell>
        <TableHeaderCell className="text-right">Details</TableHeaderCell>
        <TableHeaderCell className="text-right">Amount</TableHeaderCell>
        <TableHeaderCell className="text-right">Balance</TableHeaderCell>
      </tr>
    </thead>
    <tbody>
      {days.map((day) => (
        <DayRows
          key={day.date}
          day={day}
          open={openDays.includes(day.date)}
          onToggle={() => onToggle(day.date)}
        />
      ))}
    </tbody>
  </Table>
);

const NUMBER = "text-right whitespace-nowrap tabular-nums";

function DayRows({ day, open, onToggle }: DayProps) {
  const only = onlyTransaction(day);
  if (only) return <TransactionRow item={only} />;
  return (
    <>
      <TableRow className={cn(open && "bg-canvas")}>
        <TableCell className="h-12 whitespace-nowrap">
          <DayToggle day={day} open={open} onToggle={onToggle} />
        </TableCell>
        <TableCell className="h-12 font-medium">{dayDescription(day)}</TableCell>
        <TableCell className={cn("h-12 text-ink-2", NUMBER)}>
          {day.charges > 0 && formatCount(day.charges, "charge")}
        </TableCell>
        <TableCell className={cn("h-12 font-medium", NUMBER)}>
          <Amount amount={netOf(day)} />
        </TableCell>
        <TableCell className={cn("h-12 text-ink-2", NUMBER)}>
          <BalanceAfter balance={day.balance_after} />
        </TableCell>
      </TableRow>
      {listedParts(day, open).map((part, at) => (
        <PartRow key={part.transaction?.id ?? part.from + String(at)} part={part} first={at === 0} />
      ))}
      {open && (
        <tr className="bg-canvas">
          <td colSpan={5} className="px-5 pb-3 text-right">
            <DayRequestsLink date={day.date} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A transaction on a day without others. */
const TransactionRow = ({ item }: { item: LedgerItem }) => (
  <TableRow>
    <TableCell className="h-12 whitespace-nowrap">
      <span className="flex items-center gap-2.5 pl-6.5">
        <span className="w-24 tabular-nums">{formatDate(item.created_at)}</span>
        <span className="text-ink-3 tabular-nums">{formatTime(item.created_at)}</span>
      </span>
    </TableCell>
    <TableCell className="h-12 py-2">
      <Transaction item={item} />
    </TableCell>
    <TableCell className="h-12 max-w-48 text-right">
      <Reference item={item} />
    </TableCell>
    <TableCell className={cn("h-12 font-medium", NUMBER)}>
      <Amount amount={item.amount} />
    </TableCell>
    <TableCell className={cn("h-12 text-ink-2", NUMBER)}>
      <BalanceAfter balance={item.balance_after} />
    </TableCell>
  </TableRow>
);

const Transaction = ({ item }: { item: LedgerItem }) => (
  <>
    <span className="font-medium text-ink">{kindLabel(item)}</span>
    {item.note && <span className="block text-caption text-ink-3 wrap-anywhere">{item.note}</span>}
  </>
);

const PartRow = ({ part, first }: { part: StatementPart; first: boolean }) => (
  <tr className={cn("bg-canvas text-ink-2", first && "border-t")}>
    <TableCell className="h-9 whitespace-nowrap tabular-nums">
      <span className="ml-2 inline-block border-l border-edge pl-4.5 leading-9">{partTime(part)}</span>
    </TableCell>
    <TableCell className="h-9">
      {part.transaction ? <Transaction item={part.transaction} /> : "API usage"}
    </TableCell>
    <TableCell className={cn("h-9 max-w-48", NUMBER)}>
      {part.transaction ? <Reference item={part.transaction} /> : formatCount(part.charges, "charge")}
    </TableCell>
    <TableCell className={cn("h-9", NUMBER)}>
      <Amount amount={part.amount} />
    </TableCell>
    <TableCell className={cn("h-9 text-ink-3", NUMBER)}>
      <BalanceAfter balance={part.balance_after} />
    </TableCell>
  </tr>
);
