import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { keyAnchor } from "./key-anchor.ts";
import { KeyBadges } from "./key-badges.tsx";
import { KeyCell } from "./key-cell.tsx";
import { keyBadges } from "./key-life-view.ts";
import { KeyMenu, type OpenKeyDialog } from "./key-menu.tsx";
import { hasNotes, KeyNotes } from "./key-notes.tsx";
import { KeyUsageLink } from "./key-usage-link.tsx";
import { LastUsed } from "./last-used.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { revealKey } from "./use-api-keys.ts";

export interface ActiveKeysProps {
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
      <TableHead>
        <tr>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell className="px-2">API Key</TableHeaderCell>
          <TableHeaderCell className="px-2">Created</TableHeaderCell>
          <TableHeaderCell className="px-2">Last Used</TableHeaderCell>
          <TableHeaderCell className="text-right">Actions</TableHeaderCell>
        </tr>
      </TableHead>
      {props.keys.map((key) => (
        <ActiveKey key={key.id} apiKey={key} {...props} />
      ))}
    </Table>
  );
}

/** A key and, under it, what is special about it. */
function ActiveKey({ apiKey, ...props }: ActiveKeysProps & { apiKey: ApiKey }) {
  const { keys, now } = props;
  const special = keyBadges(apiKey, now).length > 0 || hasNotes({ apiKey, keys, now });
  return (
    <tbody
      id={keyAnchor(apiKey.id)}
      className="border-t transition-colors hover:bg-hover focus:bg-accent-soft"
    >
      <MainRow apiKey={apiKey} {...props} />
      {special && (
        <tr>
          <td colSpan={5} className="px-5 pb-3">
            <div className="-mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-caption text-ink-3">
              <KeyBadges apiKey={apiKey} now={now} />
              <KeyNotes apiKey={apiKey} keys={keys} now={now} />
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function MainRow({ apiKey, shown, onOpen }: ActiveKeysProps & { apiKey: ApiKey }) {
  const full = shown[apiKey.id];
  return (
    <TableRow className="border-t-0 hover:bg-transparent">
      <TableCell className="min-w-24 py-2.5 pr-2 font-medium wrap-anywhere">{apiKey.name}</TableCell>
      <TableCell className={cn("px-2", full && "min-w-44 py-2.5")}>
        <KeyCell apiKey={apiKey} full={full} />
      </TableCell>
      <TableCell className="px-2 whitespace-nowrap text-ink-2">{formatDate(apiKey.created_at)}</TableCell>
      <TableCell className={cn("px-2 whitespace-nowrap", apiKey.last_used ? "text-ink-2" : "text-ink-3")}>
        <LastUsed at={apiKey.last_used} />
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
