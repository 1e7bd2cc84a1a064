import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatTime } from "#app/lib/format.ts";
import type { StatementDay } from "#core/contract/ledger.ts";
import {
  Amount,
  BalanceAfter,
  DayName,
  DayRequestsLink,
  Reference,
  type StatementDaysProps,
} from "./statement-parts.tsx";
import { dayDescription, linesOf, netOf, onlyTransaction, type StatementLine } from "./statement-view.ts";

export const StatementTable = ({ days }: StatementDaysProps) => (
  <Table>
    <thead>
      <tr className="bg-canvas">
        <TableHeaderCell>Date</TableHeaderCell>
        <TableHeaderCell>Description</TableHeaderCell>
        <TableHeaderCell className="text-right">Details</TableHeaderCell>
        <TableHeaderCell className="text-right">Amount</TableHeaderCell>
        <TableHeaderCell className="text-right">Balance</TableHeaderCell>
      </tr>
    </thead>
    <tbody>
      {days.map((day) => (
        <DayRows key={day.date} day={day} />
      ))}
    </tbody>
  </Table>
);

const NUMBER = "text-right whitespace-nowrap tabular-nums";

function DayRows({ day }: { day: StatementDay }) {
  const lines = linesOf(day);
  const only = onlyTransaction(day);
  return (
    <>
      <TableRow>
        <TableCell className="h-12 whitespace-nowrap">
          <DayName date={day.date} />
        </TableCell>
        <TableCell className="h-12 py-2">
          <span className="font-medium text-ink">{dayDescription(day)}</span>
          <Note text={only?.note} />
        </TableCell>
        <TableCell className="h-12 max-w-48 text-right">
          {only ? <Reference item={only} /> : day.usage !== 0 && <DayRequestsLink date={day.date} />}
        </TableCell>
        <TableCell className={cn("h-12 font-medium", NUMBER)}>
          <Amount amount={netOf(day)} />
        </TableCell>
        <TableCell className={cn("h-12 text-ink-2", NUMBER)}>
          <BalanceAfter balance={day.balance_after} />
        </TableCell>
      </TableRow>
      {lines.map((line) => (
        <LineRow key={line.key} line={line} />
      ))}
    </>
  );
}

const Note = ({ text }: { text: string | null | undefined }) =>
  text ? <span className="block text-caption text-ink-3 wrap-anywhere">{text}</span> : null;

const LineRow = ({ line: { label, amount, transaction } }: { line: StatementLine }) => (
  <tr className="bg-canvas text-ink-2">
    <TableCell className="h-9 whitespace-nowrap tabular-nums">
      <span className="ml-2 inline-block border-l border-edge pl-4.5 leading-9">
        {transaction ? formatTime(transaction.created_at, "UTC") : "Whole day"}
      </span>
    </TableCell>
    <TableCell className="h-9">
      {label}
      <Note text={transaction?.note} />
    </TableCell>
    <TableCell className={cn("h-9 max-w-48", NUMBER)}>
      {transaction && <Reference item={transaction} />}
    </TableCell>
    <TableCell className={cn("h-9", NUMBER)}>
      <Amount amount={amount} />
    </TableCell>
    <TableCell className="h-9" />
  </tr>
);
