import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { DataTable } from "#app/components/data-table.tsx";
import type { Column, TableSpec } from "#app/components/table-spec.ts";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { SegmentedChoice } from "#app/components/ui/segmented.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatCount, formatExactDollars, formatNumber, formatRelative, formatSum } from "#app/lib/format.ts";
import type { OperatorAccountKey, OperatorAccountResponse } from "#core/contract/operator.ts";
import { RevokeKeyDialog } from "./revoke-keys-dialogs.tsx";

type AccountKeysProps = { account: OperatorAccountResponse; className: string };

const STATUSES = { active: "Active", revoked: "Revoked" } as const;

/** Takes the focus when a key's button disappears. */
export function AccountKeys({ account, className }: AccountKeysProps) {
  const [status, setStatus] = useState<keyof typeof STATUSES>("active");
  const labelOf = (of: keyof typeof STATUSES) =>
    `${STATUSES[of]} ${formatNumber(account.keys.filter((key) => key.status === of).length)}`;
  const keys = account.keys.filter((key) => key.status === status);
  return (
    <Card tabIndex={-1} className={cn("min-w-0 outline-none", className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-5 py-3 max-lg:px-4">
        <div>
          <CardTitle>API keys</CardTitle>
          <p className="text-caption text-ink-3">Last 7 days. Operators never see a full key.</p>
        </div>
        <SegmentedChoice
          aria-label="Keys by status"
          value={status}
          choices={{ active: labelOf("active"), revoked: labelOf("revoked") }}
          onChoose={setStatus}
        />
      </div>
      {keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={`No ${status} keys`} className="py-10" />
      ) : (
        <DataTable {...keysTable(account, status === "active")} rows={keys} />
      )}
    </Card>
  );
}

const lastUsed = ({ last_used }: OperatorAccountKey) =>
  last_used === null ? "Never" : formatRelative(last_used);

const keysTable = (account: OperatorAccountResponse, isActive: boolean): TableSpec<OperatorAccountKey> => ({
  columns: isActive && account.closed_at === null ? [...COLUMNS, revokeColumn(account)] : COLUMNS,
  headClassName: "bg-canvas",
  narrowBelow: "wide",
  item: (key) => <KeyItem account={account} accountKey={key} />,
});

const COLUMNS: Column<OperatorAccountKey>[] = [
  { heading: "Name", className: "w-full max-w-0", cell: (key) => <KeyName accountKey={key} /> },
  {
    heading: "API key",
    className: "font-mono text-mono whitespace-nowrap",
    cell: ({ key }) => key,
  },
  { heading: "Last used", className: "whitespace-nowrap text-ink-2", cell: lastUsed },
  {
    heading: "Requests",
    align: "right",
    className: "text-ink-2",
    cell: ({ requests_7d }) => formatNumber(requests_7d),
  },
  { heading: "Spend", align: "right", cell: (key) => <Spend accountKey={key} /> },
];

const revokeColumn = (account: OperatorAccountResponse): Column<OperatorAccountKey> => ({
  heading: "Revoke",
  hidden: true,
  className: "w-0 last:pr-3",
  cell: (key) => <RevokeKeyDialog account={account} accountKey={key} />,
});

type KeyProps = { accountKey: OperatorAccountKey };

/** The names of keys go with the account. */
const DELETED = "Deleted";

const KeyName = ({ accountKey: { name, test, disabled } }: KeyProps) => (
  <span className="flex min-w-0 items-center gap-2">
    <span className="truncate font-medium" title={name}>
      {name || DELETED}
    </span>
    {test && <Badge>Test</Badge>}
    {disabled && <Badge tone="warning">Disabled</Badge>}
  </span>
);

const Spend = ({ accountKey: { spend_7d } }: KeyProps) => (
  <span title={formatExactDollars(spend_7d)}>{formatSum(spend_7d)}</span>
);

const KeyItem = ({ account, accountKey }: KeyProps & { account: OperatorAccountResponse }) => (
  <div className="flex items-center justify-between gap-4">
    <div className="min-w-0 text-body">
      <KeyName accountKey={accountKey} />
      <p className="font-mono text-mono text-ink-2">{accountKey.key}</p>
      <p className="text-caption text-ink-3 tabular-nums">
        {lastUsed(accountKey)} · {formatCount(accountKey.requests_7d, "request")} ·{" "}
        <Spend accountKey={accountKey} />
      </p>
    </div>
    {accountKey.status === "active" && account.closed_at === null && (
      <RevokeKeyDialog account={account} accountKey={accountKey} />
    )}
  </div>
);
