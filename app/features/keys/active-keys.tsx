import { LongName } from "#app/components/long-name.tsx";
import { Table, TableCell, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
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

export function ActiveKeysTable(props: ActiveKeysProps) {
  return (
    <Table>
      <thead>
        <tr>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell className="px-2">API Key</TableHeaderCell>
          <TableHeaderCell className="px-2">Created</TableHeaderCell>
          <TableHeaderCell className="px-2">Last Used</TableHeaderCell>
          <TableHeaderCell className="px-2">{keyMessages.thisMonth}</TableHeaderCell>
          <TableHeaderCell className="text-right">Actions</TableHeaderCell>
        </tr>
      </thead>
      {props.keys.map((key) => (
        <ActiveKey key={key.id} apiKey={key} {...props} />
      ))}
    </Table>
  );
}

/** A row for the key, and a second one for notes if it has any. */
function ActiveKey({ apiKey, ...props }: ActiveKeysProps & { apiKey: ApiKey }) {
  const { keys, now } = props;
  const notes = keyNotes({ apiKey, keys, now });
  return (
    <tbody
      id={keyAnchor(apiKey.id)}
      className="border-t transition-colors hover:bg-hover focus:bg-accent-soft"
    >
      <MainRow apiKey={apiKey} {...props} />
      {notes.length > 0 && (
        <tr>
          <td colSpan={6} className="px-5 pb-3">
            <div className="-mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-ink-3">
              {notes}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function MainRow({ apiKey, shown, onOpen, now }: ActiveKeysProps & { apiKey: ApiKey }) {
  const full = shown[apiKey.id];
  return (
    <TableRow className="border-t-0 hover:bg-transparent">
      <TableCell className="h-18 min-w-28 py-2.5 pr-2 font-medium">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <LongName>{apiKey.name}</LongName>
          <KeyBadges apiKey={apiKey} now={now} />
        </span>
      </TableCell>
      <TableCell className={cn("px-2", full && "min-w-44 py-2.5")}>
        <KeyCell apiKey={apiKey} full={full} />
      </TableCell>
      <TableCell className="px-2 whitespace-nowrap text-ink-2">{formatDate(apiKey.created_at)}</TableCell>
      <TableCell className={cn("px-2 whitespace-nowrap", apiKey.last_used ? "text-ink-2" : "text-ink-3")}>
        <LastUsed at={apiKey.last_used} />
      </TableCell>
      <TableCell className="px-2">
        <MonthCell apiKey={apiKey} now={now} />
      </TableCell>
      <TableCell className="pl-0 last:pr-3">
        <div className="flex items-center justify-end">
          <CopyKeyButton look="row" text={async () => full ?? revealKey(apiKey.id)} />
          <KeyUsageLink id={apiKey.id} label="Usage" look="row" icon={false} />
          <RevokeKeyDialog apiKey={apiKey} className="size-7 max-lg:size-9" />
          <KeyMenu apiKey={apiKey} onOpen={onOpen} className="size-7 max-lg:size-9" />
        </div>
      </TableCell>
    </TableRow>
  );
}

/** For narrow screens. */
export function ActiveKeysList({ keys, shown, onOpen, now }: ActiveKeysProps) {
  return (
    <ul>
      {keys.map((key) => (
        <li
          key={key.id}
          id={keyAnchor(key.id)}
          className="border-t px-4 py-3.5 first:border-t-0 focus:bg-accent-soft"
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-medium">
            <LongName>{key.name}</LongName>
            <KeyBadges apiKey={key} now={now} />
          </p>
          <p className="mt-0.5">
            <KeyText value={shown[key.id] ?? key.key} />
          </p>
          <p className="mt-1 text-caption text-ink-3 tabular-nums">
            Created {formatDate(key.created_at)} · <LastUsed at={key.last_used} prefix="Last used " />
          </p>
          <MonthLine apiKey={key} now={now} />
          <p className="mt-1 flex flex-wrap gap-x-2.5 gap-y-1 text-caption text-ink-3 empty:hidden">
            {keyNotes({ apiKey: key, keys, now })}
          </p>
          <div className="mt-2.5 flex items-center gap-2">
            <CopyKeyButton look="boxed" text={async () => shown[key.id] ?? revealKey(key.id)} />
            <KeyUsageLink id={key.id} label="Usage" look="boxed" />
            <RevokeKeyDialog apiKey={key} className="ml-auto" />
            <KeyMenu apiKey={key} onOpen={onOpen} className="-mr-2 -ml-2" />
          </div>
        </li>
      ))}
    </ul>
  );
}
