import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate, formatExactDollars, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { LedgerItem } from "#core/contract/ledger.ts";
import { kindLabel, signedAmount } from "./billing-view.ts";

interface Items {
  items: LedgerItem[];
}

export function StatementTable({ items }: Items) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeaderCell>Date</TableHeaderCell>
          <TableHeaderCell>Transfer</TableHeaderCell>
          <TableHeaderCell>Reference</TableHeaderCell>
          <TableHeaderCell className="text-right">Amount</TableHeaderCell>
          <TableHeaderCell className="text-right">Balance</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <TableRow key={item.id}>
            <TableCell className="whitespace-nowrap text-ink-2 tabular-nums">
              {formatDate(item.created_at)} <span className="text-ink-3">{formatTime(item.created_at)}</span>
            </TableCell>
            <TableCell className="py-2">
              <span className="font-medium">{kindLabel(item)}</span>
              {item.note && <span className="block text-caption text-ink-3 wrap-anywhere">{item.note}</span>}
            </TableCell>
            <TableCell className="max-w-48">
              <Reference item={item} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap tabular-nums">
              <Amount amount={item.amount} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-ink-2 tabular-nums">
              {formatExactDollars(item.balance_after)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

export function StatementList({ items }: Items) {
  return (
    <ul className="divide-y">
      {items.map((item) => (
        <li key={item.id} className="px-4 py-3">
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
        </li>
      ))}
    </ul>
  );
}

/** Colour is never alone: the sign says the same. */
function Amount({ amount }: { amount: number }) {
  return (
    <span className={cn("font-medium tabular-nums", amount > 0 && "text-success-ink")}>
      {signedAmount(amount)}
    </span>
  );
}

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
