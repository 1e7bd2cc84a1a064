import type { TableSpec } from "#app/components/table-spec.ts";
import { TableCell } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatTime } from "#app/lib/format.ts";
import type { StatementDay } from "#core/contract/ledger.ts";
import { DayItem } from "./statement-item.tsx";
import { Amount, BalanceAfter, DayName, DayRequestsLink, Reference } from "./statement-parts.tsx";
import { dayDescription, linesOf, netOf, onlyTransaction, type StatementLine } from "./statement-view.ts";

export const STATEMENT: TableSpec<StatementDay> = {
  columns: [
    {
      heading: "Date",
      className: "h-12 whitespace-nowrap",
      cell: ({ date }) => <DayName date={date} />,
    },
    {
      heading: "Description",
      className: "h-12 py-2",
      cell: (day) => (
        <>
          <span className="font-medium text-ink">{dayDescription(day)}</span>
          <Note text={onlyTransaction(day)?.note} />
        </>
      ),
    },
    {
      heading: "Details",
      align: "right",
      className: "h-12 max-w-48",
      cell: (day) => <DayDetails day={day} />,
    },
    {
      heading: "Amount",
      align: "right",
      className: "h-12 font-medium",
      cell: (day) => <Amount amount={netOf(day)} />,
    },
    {
      heading: "Balance",
      align: "right",
      className: "h-12 text-ink-2",
      cell: ({ balance_after }) => <BalanceAfter balance={balance_after} />,
    },
  ],
  headClassName: "bg-canvas",
  after: (day) => linesOf(day).map((line) => <LineRow key={line.key} line={line} />),
  item: (day) => <DayItem day={day} />,
  itemClassName: "py-2.5",
};

function DayDetails({ day }: { day: StatementDay }) {
  const only = onlyTransaction(day);
  if (only) return <Reference item={only} />;
  return day.usage !== 0 && <DayRequestsLink date={day.date} />;
}

const NUMBER = "text-right whitespace-nowrap tabular-nums";

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
