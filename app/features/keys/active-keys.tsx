import { DataTable } from "#app/components/data-table.tsx";
import { LongName } from "#app/components/long-name.tsx";
import type { TableSpec } from "#app/components/table-spec.ts";
import { cn } from "#app/lib/class-names.ts";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { isOffered } from "#core/domain/key-parts.ts";
import type { OpenKeyDialog } from "./key-action-dialog.tsx";
import { CopyKeyButton, KeyUsageLink } from "./key-buttons.tsx";
import { KeyCell } from "./key-cell.tsx";
import { KeyText, LastUsed } from "./key-facts.tsx";
import { KeyMenu } from "./key-menu.tsx";
import { KeyBadges, keyAnchor, keyNotes } from "./key-notes.tsx";
import { keyMessages } from "./messages.ts";
import { MonthCell, MonthLine } from "./month-cell.tsx";
import { revealKey } from "./queries.ts";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";

interface ActiveKeysProps {
  keys: ApiKey[];
  /** Full keys by id, for those on screen unmasked. */
  shown: Record<string, string>;
  onOpen: OpenKeyDialog;
  /** Epoch milliseconds. */
  now: number;
}

interface ActiveKey extends Omit<ActiveKeysProps, "shown"> {
  id: string;
  apiKey: ApiKey;
  /** The full key while it is on screen unmasked. */
  full: string | undefined;
}

export const ActiveKeys = ({ keys, shown, onOpen, now }: ActiveKeysProps) => (
  <DataTable
    {...ACTIVE_KEYS}
    rows={keys.map((apiKey) => ({ id: apiKey.id, apiKey, full: shown[apiKey.id], keys, onOpen, now }))}
  />
);

export const ACTIVE_KEYS: TableSpec<ActiveKey> = {
  columns: [
    {
      heading: "Name",
      className: "h-18 min-w-28 py-2.5 pr-2 font-medium",
      cell: (row) => <NameAndBadges {...row} />,
    },
    {
      heading: "API Key",
      className: "px-2",
      headingClassName: "px-2",
      cell: ({ apiKey, full }) => (
        <div className={cn(full && "min-w-40 py-2.5")}>
          <KeyCell apiKey={apiKey} full={full} />
        </div>
      ),
    },
    {
      heading: "Created",
      className: "px-2 whitespace-nowrap text-ink-2",
      headingClassName: "px-2",
      cell: ({ apiKey }) => formatDate(apiKey.created_at),
    },
    {
      heading: "Last Used",
      className: "px-2 whitespace-nowrap",
      headingClassName: "px-2",
      cell: ({ apiKey: { last_used } }) => (
        <span className={last_used ? "text-ink-2" : "text-ink-3"}>
          <LastUsed at={last_used} />
        </span>
      ),
    },
    {
      heading: keyMessages.thisMonth,
      className: "px-2",
      headingClassName: "px-2",
      cell: ({ apiKey, now }) => <MonthCell apiKey={apiKey} now={now} />,
    },
    {
      heading: "Actions",
      align: "right",
      className: "pl-0 last:pr-3",
      cell: (row) => <RowActions {...row} />,
    },
  ],
  anchor: ({ id }) => keyAnchor(id),
  // A key and its notes are highlighted together.
  rowClassName: "transition-colors hover:bg-hover focus:bg-accent-soft *:hover:bg-transparent",
  after: (row, columns) => <NotesRow {...row} columns={columns} />,
  narrowBelow: "wide",
  item: (row) => <ActiveKeyItem {...row} />,
  itemClassName: "py-3.5 focus:bg-accent-soft",
  itemHeight: "h-36",
};

const NameAndBadges = ({ apiKey, now }: ActiveKey) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
    <LongName>{apiKey.name}</LongName>
    <KeyBadges apiKey={apiKey} now={now} />
  </span>
);

const RowActions = ({ apiKey, full, onOpen }: ActiveKey) => (
  <div className="flex items-center justify-end">
    {isOffered(apiKey, "text") && (
      <CopyKeyButton look="row" text={async () => full ?? revealKey(apiKey.id)} />
    )}
    <KeyUsageLink id={apiKey.id} label="Usage" look="row" icon={false} />
    <RevokeKeyDialog apiKey={apiKey} className="size-7 max-lg:size-9" />
    <KeyMenu apiKey={apiKey} onOpen={onOpen} className="size-7 max-lg:size-9" />
  </div>
);

function NotesRow({ columns, ...row }: ActiveKey & { columns: number }) {
  const notes = keyNotes(row);
  if (notes.length === 0) return null;
  return (
    <tr>
      <td colSpan={columns} className="px-5 pb-3">
        <div className="-mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-ink-3">
          {notes}
        </div>
      </td>
    </tr>
  );
}

/** For narrow screens. */
function ActiveKeyItem(row: ActiveKey) {
  const { apiKey, full, onOpen, now } = row;
  return (
    <>
      <div className="text-body font-medium">
        <NameAndBadges {...row} />
      </div>
      <p className="mt-0.5">
        <KeyText value={full ?? apiKey.key} />
      </p>
      <p className="mt-1 text-caption text-ink-3 tabular-nums">
        Created {formatDate(apiKey.created_at)} · <LastUsed at={apiKey.last_used} prefix="Last used " />
      </p>
      <MonthLine apiKey={apiKey} now={now} />
      <p className="mt-1 flex flex-wrap gap-x-2.5 gap-y-1 text-caption text-ink-3 empty:hidden">
        {keyNotes(row)}
      </p>
      <div className="mt-2.5 flex items-center gap-2">
        {isOffered(apiKey, "text") && (
          <CopyKeyButton look="boxed" text={async () => full ?? revealKey(apiKey.id)} />
        )}
        <KeyUsageLink id={apiKey.id} label="Usage" look="boxed" />
        <RevokeKeyDialog apiKey={apiKey} className="ml-auto" />
        <KeyMenu apiKey={apiKey} onOpen={onOpen} className="-mr-2 -ml-2" />
      </div>
    </>
  );
}
