import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import ScrollText from "lucide-react/icons/scroll-text";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Moment } from "#app/components/moment.tsx";
import { PagedTable } from "#app/components/paged-panel.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { kindLabel } from "#app/features/billing/messages.ts";
import { Amount, BalanceAfter } from "#app/features/billing/statement-parts.tsx";
import { signedDollars } from "#app/features/operator/account-badges.tsx";
import { ExportButton } from "#app/features/operator/export-button.tsx";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { operatorApi } from "#app/features/operator/operator-api.ts";
import { useChangeProps } from "#app/features/operator/own-account.ts";
import { RefundDialog } from "#app/features/operator/refund-dialog.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars, formatMinute } from "#app/lib/format.ts";
import type { LedgerItem, LedgerResponse } from "#core/contract/ledger.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";

const TEXTS = operatorMessages.account;

interface AccountLedgerProps {
  account: OperatorAccountResponse;
  query: UseInfiniteQueryResult<InfiniteData<LedgerResponse>>;
  className: string;
}

const ledgerTable = (account: OperatorAccountResponse): TableSpec<LedgerItem> => ({
  columns: [
    {
      heading: "Date",
      className: "h-11 whitespace-nowrap tabular-nums",
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    { heading: "Transaction", className: "h-11 font-medium whitespace-nowrap", cell: kindLabel },
    {
      heading: "Reference",
      className: "h-11 w-full max-w-0",
      cell: ({ note, reference }) => (
        <span className="block truncate text-ink-2" title={note ?? reference ?? undefined}>
          {note ??
            (reference !== null && <span className="font-mono text-caption text-ink-3">{reference}</span>)}
        </span>
      ),
    },
    {
      heading: "Amount",
      align: "right",
      className: "h-11 font-medium",
      cell: ({ amount }) => <Amount amount={amount} />,
    },
    {
      heading: "Balance",
      align: "right",
      className: "h-11 text-ink-2",
      cell: ({ balance_after }) => <BalanceAfter balance={balance_after} />,
    },
    {
      heading: "Refund",
      hidden: true,
      className: "h-11 w-0 py-0",
      cell: (item) => <RefundEntry item={item} account={account} />,
    },
  ],
  headClassName: "bg-canvas",
  narrowBelow: "wide",
  item: (item) => <LedgerEntry item={item} account={account} />,
});

export const AccountLedger = ({ account, query, className }: AccountLedgerProps) => (
  <Card className={cn("min-w-0", className)}>
    <div className="flex items-center justify-between gap-4 border-b px-5 py-3 max-lg:px-4">
      <CardTitle>Ledger</CardTitle>
      <ExportButton
        fileName={`latchkey-account-${account.id}-ledger.csv`}
        fetchFile={() =>
          operatorApi.accounts[":id"]["ledger.csv"].$get({ param: { id: String(account.id) } })
        }
      />
    </div>
    <PagedTable
      query={query}
      failed={TEXTS.ledgerFailed}
      loading="Loading the ledger"
      table={ledgerTable(account)}
      empty={{ icon: ScrollText, title: TEXTS.ledgerEmpty, description: TEXTS.ledgerEmptyHint }}
      after={<Proof {...account} />}
    />
  </Card>
);

interface EntryProps {
  item: LedgerItem;
  account: OperatorAccountResponse;
}

/** Of a payment. The dialog says so if nothing is left to refund. */
function RefundEntry({ item: { kind, receipt_id, amount }, account }: EntryProps) {
  const change = useChangeProps(account.id);
  if (kind !== "top_up" || receipt_id === null) return null;
  return (
    <RefundDialog
      payment={receipt_id}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`Refund ${formatDollars(amount)}`} {...change}>
          Refund
        </Button>
      }
    />
  );
}

const LedgerEntry = ({ item, account }: EntryProps) => (
  <div className="flex items-start justify-between gap-4">
    <div className="min-w-0">
      <p className="text-body font-medium">{kindLabel(item)}</p>
      <p className="text-caption text-ink-3 tabular-nums">{formatMinute(item.created_at)}</p>
      {item.note && <p className="text-caption text-ink-2 wrap-anywhere">{item.note}</p>}
    </div>
    <div className="text-right">
      <p className="text-body font-medium">
        <Amount amount={item.amount} />
      </p>
      <p className="text-caption text-ink-3">
        <BalanceAfter balance={item.balance_after} />
      </p>
      <RefundEntry item={item} account={account} />
    </div>
  </div>
);

/** Adds the ledger up to the balance. */
function Proof({ balance, ledger: { payments, credits, usage, matches } }: OperatorAccountResponse) {
  const Icon = matches ? CircleCheck : TriangleAlert;
  return (
    <p
      className={cn(
        "flex items-start gap-2 border-t px-5 py-3 text-caption tabular-nums max-lg:px-4",
        matches ? "text-ink-2" : "bg-danger-soft text-danger-ink",
      )}
    >
      <Icon className={cn("size-4 shrink-0", matches && "text-success")} aria-hidden="true" />
      <span>
        Payments {signedDollars(payments)} + credits {signedDollars(credits)} − usage {signedDollars(usage)}
        {matches
          ? ` = ${signedDollars(balance)}. The ledger matches the balance.`
          : `, but the balance is ${signedDollars(balance)}. The ledger doesn’t match it.`}
      </span>
    </p>
  );
}
