import { Brand } from "#app/components/brand.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate, formatDollars, formatMinute, formatNumber } from "#app/lib/format.ts";
import { pages } from "#app/lib/pages.ts";
import { methodText } from "#app/lib/payment-methods.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import type { StatementSummary } from "#core/contract/statement.ts";
import { billingMessages, kindLabel } from "./messages.ts";
import { modelRows, totalRow } from "./model-usage-view.ts";
import { closingText, spanText } from "./period-view.ts";
import { PrintedTable } from "./printed-table.tsx";
import { roundAmount } from "./statement-view.ts";

interface StatementSheetProps {
  statement: StatementSummary;
  transactions: readonly LedgerItem[] | undefined;
}

/** Also the printed page. */
export function StatementSheet({ statement, transactions = [] }: StatementSheetProps) {
  const payments = transactions.filter(({ kind }) => kind !== "usage");
  const spend = (dollars: number) => roundAmount(dollars).replace("+", "");
  const rows = [...modelRows(statement, formatNumber), totalRow(statement)];
  return (
    <div className="p-12 max-sm:p-4 print:p-0">
      <header className="flex items-start justify-between gap-6">
        <Brand />
        <div className="text-right">
          <h1 className="text-title font-semibold">{pages.statement.heading.title}</h1>
          <p className="text-small text-ink-2 tabular-nums">{spanText(statement)} (UTC)</p>
        </div>
      </header>
      <Parties statement={statement} />
      <Sums statement={statement} />
      <PrintedTable
        title={billingMessages.usageByModel}
        headings={["Model", "Requests", "Input tokens", "Output tokens", "Amount"]}
        rows={rows.map((row) => ({
          id: row.id,
          cells: [
            <span key="name" className={cn(row.isModel && "font-mono text-mono")}>
              {row.name}
            </span>,
            row.requests,
            row.input,
            row.output,
            spend(row.dollars),
          ],
        }))}
        none={billingMessages.noUsage}
      />
      <PrintedTable
        title="Payments and credits"
        headings={["Date", "Description", "Receipt", "Amount"]}
        texts={2}
        rows={[...payments.map(paymentRow), totalOf(statement)]}
        none={billingMessages.noneOfThese}
      />
      <p className="mt-8 border-t pt-4 text-caption text-ink-3">
        {billingMessages.statementNote} Created on {formatMinute(Date.now(), "UTC")} UTC.
      </p>
    </div>
  );
}

const Parties = ({ statement: { billed_to, seller } }: { statement: StatementSummary }) => (
  <div className="mt-8 grid grid-cols-2 gap-6 text-small max-sm:grid-cols-1">
    <div className="min-w-0">
      <p className="text-caption text-ink-3">Account</p>
      <p className="mt-0.5 font-medium wrap-anywhere">{billed_to}</p>
    </div>
    <div className="sm:text-right">
      <p className="text-caption text-ink-3">From</p>
      {seller.map((line, at) => (
        <p key={line} className={cn(at === 0 ? "mt-0.5 font-medium" : "text-ink-2")}>
          {line}
        </p>
      ))}
    </div>
  </div>
);

function Sums({ statement }: { statement: StatementSummary }) {
  const { opening, added, taken, usage, closing, ended } = statement;
  const sums = [
    ["Opening balance", formatDollars(opening)],
    [taken === 0 ? "Added" : "Added, less returned", roundAmount(added + taken)],
    ["API usage", roundAmount(usage)],
    [ended ? "Closing balance" : closingText(statement, Date.now()).label, formatDollars(closing)],
  ];
  return (
    <dl className="mt-8 grid grid-cols-4 divide-x rounded-control border max-sm:grid-cols-2 max-sm:divide-x-0">
      {sums.map(([label, amount]) => (
        <div key={label} className="px-4 py-3">
          <dt className="text-caption text-ink-3">{label}</dt>
          <dd translate="no" className="mt-0.5 text-lead font-medium tabular-nums">
            {amount}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function paymentRow(item: LedgerItem) {
  const { id, created_at, note, payment_method: method, receipt_number, amount } = item;
  const how = method !== null && item.kind === "top_up" ? `, ${methodText(method)}` : "";
  return {
    id,
    cells: [
      formatDate(created_at, "UTC"),
      `${kindLabel(item)}${how}${note === null ? "" : `: ${note}`}`,
      receipt_number ?? "",
      roundAmount(amount),
    ],
  };
}

const totalOf = ({ added, taken }: StatementSummary) => ({
  id: ":total",
  cells: ["Total", "", "", roundAmount(added + taken)],
});
