import { Link } from "@remix-run/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import ScrollText from "lucide-react/icons/scroll-text";
import type { Column } from "#app/components/data-table.tsx";
import { PagedPanel } from "#app/components/paged-panel.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { cn } from "#app/lib/class-names.ts";
import { sumDollars } from "#app/lib/dollars.ts";
import { formatDate, formatExactDollars, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import { kindLabel, signedAmount } from "./billing-view.ts";
import { billingMessages } from "./messages.ts";
import { statementQuery } from "./queries.ts";

const COLUMNS: Column<LedgerItem>[] = [
  {
    heading: "Date",
    className: "whitespace-nowrap text-ink-2 tabular-nums",
    cell: ({ created_at }) => (
      <>
        {formatDate(created_at)} <span className="text-ink-3">{formatTime(created_at)}</span>
      </>
    ),
  },
  {
    heading: "Transaction",
    className: "py-2",
    cell: (item) => (
      <>
        <span className="font-medium">{kindLabel(item)}</span>
        {item.note && <span className="block text-caption text-ink-3 wrap-anywhere">{item.note}</span>}
      </>
    ),
  },
  { heading: "Reference", className: "max-w-48", cell: (item) => <Reference item={item} /> },
  { heading: "Amount", align: "right", cell: ({ amount }) => <Amount amount={amount} /> },
  {
    heading: "Balance",
    align: "right",
    className: "text-ink-2",
    cell: ({ balance_after }) => formatExactDollars(balance_after),
  },
];

export function StatementPanel() {
  return (
    <PagedPanel
      query={useInfiniteQuery(statementQuery)}
      failed={billingMessages.statementFailed}
      loading="Loading your statement"
      empty={{
        icon: ScrollText,
        title: billingMessages.noTransactions,
        description: billingMessages.noTransactionsHint,
        action: (
          <Button asChild variant="primary">
            <Link to={paths.addBalance}>Add funds</Link>
          </Button>
        ),
      }}
      footer={(items, complete) => complete && <Total items={items} />}
      columns={COLUMNS}
      item={(item) => <StatementItem item={item} />}
    />
  );
}

/** With every transaction loaded, the reader can check that they add up to the balance. */
function Total({ items }: { items: LedgerItem[] }) {
  const total = formatExactDollars(sumDollars(items.map(({ amount }) => amount)));
  return (
    <span className="text-ink-2">
      All transactions add up to <span className="font-medium text-ink">{total}</span>, your balance
    </span>
  );
}

const StatementItem = ({ item }: { item: LedgerItem }) => (
  <>
    <div className="flex items-baseline justify-between gap-4 text-body">
      <span className="font-medium">{kindLabel(item)}</span>
      <Amount amount={item.amount} />
    </div>
    <div className="mt-0.5 flex items-baseline justify-between gap-4 text-caption text-ink-3 tabular-nums">
      <span>
        {formatDate(item.created_at)}, {formatTime(item.created_at)}
      </span>
      <span>Balance {formatExactDollars(item.balance_after)}</span>
    </div>
    {item.note && <p className="mt-1 text-caption text-ink-2 wrap-anywhere">{item.note}</p>}
    <Reference item={item} />
  </>
);

/** The sign says the same as the color. */
const Amount = ({ amount }: { amount: number }) => (
  <span className={cn("font-medium tabular-nums", amount > 0 && "text-success-ink")}>
    {signedAmount(amount)}
  </span>
);

function Reference({ item }: { item: LedgerItem }) {
  if (item.receipt_id) {
    return (
      <Button asChild variant="link" size="sm" className="h-auto px-0">
        <Link to={paths.receipt(item.receipt_id)}>Receipt</Link>
      </Button>
    );
  }
  if (item.reference === null) return <span className="text-ink-3 max-sm:hidden">—</span>;
  return <span className="block truncate font-mono text-caption text-ink-3">{item.reference}</span>;
}
