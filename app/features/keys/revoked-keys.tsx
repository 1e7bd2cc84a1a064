import KeyRound from "lucide-react/icons/key-round";
import { DataTable } from "#app/components/data-table.tsx";
import { LongName } from "#app/components/long-name.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { KeyUsageLink } from "./key-buttons.tsx";
import { KeyText } from "./key-facts.tsx";
import { KeyBadges } from "./key-notes.tsx";
import { keyMessages } from "./messages.ts";

const REVOKED_KEYS: TableSpec<ApiKey> = {
  columns: [
    {
      heading: "Name",
      className: "py-2.5 font-medium text-ink-2",
      cell: (key) => <Name apiKey={key} />,
    },
    { heading: "API Key", className: "text-ink-2", cell: ({ key }) => <KeyText value={key} /> },
    {
      heading: "Created",
      className: "whitespace-nowrap text-ink-2",
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      heading: "Revoked",
      className: "whitespace-nowrap text-ink-2",
      cell: (key) => (
        <>
          {dayOf(key.revoked_at)}
          <span className="block text-caption text-ink-3">Last used: {dayOf(key.last_used)}</span>
        </>
      ),
    },
    {
      heading: "Actions",
      align: "right",
      className: "last:pr-3",
      cell: ({ id }) => <KeyUsageLink id={id} label="Usage History" look="row" />,
    },
  ],
  narrowBelow: "wide",
  item: (key) => <RevokedKey apiKey={key} />,
};

export function RevokedKeysPanel({ keys }: { keys: ApiKey[] }) {
  if (keys.length === 0) {
    return (
      <EmptyState
        icon={KeyRound}
        title={keyMessages.noRevokedKeys}
        description="Keys you revoke are listed here."
      />
    );
  }
  return <DataTable {...REVOKED_KEYS} rows={keys} />;
}

const RevokedKey = ({ apiKey }: { apiKey: ApiKey }) => (
  <div className="py-0.5 text-ink-2">
    <p className="text-body font-medium">
      <Name apiKey={apiKey} />
    </p>
    <p className="mt-0.5">
      <KeyText value={apiKey.key} />
    </p>
    <p className="mt-1 text-caption text-ink-3 tabular-nums">
      Created {formatDate(apiKey.created_at)} · Revoked {dayOf(apiKey.revoked_at)} · Last used:{" "}
      {dayOf(apiKey.last_used)}
    </p>
    <div className="mt-2.5">
      <KeyUsageLink id={apiKey.id} label="Usage History" look="boxed" />
    </div>
  </div>
);

function Name({ apiKey }: { apiKey: ApiKey }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <LongName>{apiKey.name}</LongName>
      <KeyBadges apiKey={apiKey} now={Date.now()} />
    </span>
  );
}

const dayOf = (at: string | null) => (at === null ? keyMessages.unknown : formatDate(at));
