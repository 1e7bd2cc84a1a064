import { Link } from "@remix-run/react";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { BalanceAmount, StatusBadge } from "#app/features/operator/account-badges.tsx";
import { accountText } from "#app/features/operator/texts.ts";
import { formatCount, formatExactDollars, formatNumber, formatRelative, formatSum } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AccountSort, OperatorAccountItem } from "#core/contract/operator.ts";
import { SORT_LABELS, type Sorting } from "./accounts-view.ts";

interface AccountsTableProps {
  sorting: Sorting;
  onSort: (column: AccountSort) => void;
}

export function accountsTable({ sorting, onSort }: AccountsTableProps): TableSpec<OperatorAccountItem> {
  const direction = sorting.direction === "asc" ? "ascending" : "descending";
  const sortable = (column: AccountSort) => ({
    heading: SORT_LABELS[column],
    sort: { direction: sorting.sort === column ? direction : null, onSort: () => onSort(column) } as const,
  });
  const columns: Column<OperatorAccountItem>[] = [
    {
      heading: "Account",
      className: "w-full max-w-0",
      cell: (account) => (
        <>
          <AccountLink account={account} className="after:absolute after:inset-0" />
          <span className="block text-caption text-ink-3 tabular-nums">{account.id}</span>
        </>
      ),
    },
    { heading: "Plan", cell: ({ plan }) => <Badge className="align-middle">{plan}</Badge> },
    { heading: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
    { ...sortable("balance"), align: "right", cell: (account) => <BalanceAmount {...account} /> },
    { ...sortable("spend"), align: "right", cell: (account) => <Spend account={account} /> },
    {
      ...sortable("requests"),
      align: "right",
      className: "text-ink-2",
      cell: ({ requests_24h }) => formatNumber(requests_24h),
    },
    {
      ...sortable("last_request"),
      className: "whitespace-nowrap text-ink-2 tabular-nums",
      cell: lastRequest,
    },
    {
      heading: "Open",
      hidden: true,
      className: "w-0 last:pr-4",
      cell: () => <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />,
    },
  ];
  return {
    columns,
    headClassName: "bg-canvas",
    rowClassName: "relative",
    narrowBelow: "wide",
    item: (account) => <AccountItem account={account} />,
    itemHeight: "h-25",
  };
}

type AccountProps = { account: OperatorAccountItem; className?: string };

const AccountLink = ({ account, className = "" }: AccountProps) => (
  <Link
    to={paths.operatorAccount(account.id)}
    title={accountText(account.email)}
    className={`block truncate font-medium after:rounded-item ${className}`}
  >
    {accountText(account.email)}
  </Link>
);

const Spend = ({ account: { spend_30d } }: AccountProps) => (
  <span title={formatExactDollars(spend_30d)}>{formatSum(spend_30d)}</span>
);

const lastRequest = ({ last_request_at }: OperatorAccountItem) =>
  last_request_at === null ? "Never" : formatRelative(last_request_at);

const requestsText = ({ requests_24h: count, last_request_at: last }: OperatorAccountItem) =>
  last === null
    ? "No requests yet"
    : `${formatCount(count, "request")} in 24 h · Last request ${formatRelative(last)}`;

const AccountItem = ({ account }: AccountProps) => (
  <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5">
    <div className="min-w-0 text-body">
      <AccountLink account={account} className="after:absolute after:-inset-x-4 after:-inset-y-3" />
    </div>
    <span className="text-right text-body font-medium">
      <BalanceAmount {...account} />
    </span>
    <div className="flex flex-wrap items-center gap-1.5 text-caption text-ink-3 tabular-nums">
      {account.id}
      <Badge>{account.plan}</Badge>
      <StatusBadge status={account.status} />
    </div>
    <p className="text-right text-caption text-ink-3 tabular-nums">
      <Spend account={account} /> in 30 days
    </p>
    <p className="col-span-2 text-caption text-ink-3 tabular-nums">{requestsText(account)}</p>
  </div>
);
