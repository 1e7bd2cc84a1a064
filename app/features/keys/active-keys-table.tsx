import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from "#app/components/ui/table.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { CopyKeyButton } from "./copy-key-button.tsx";
import { KeyCell } from "./key-cell.tsx";
import { LastUsed } from "./last-used.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { revealKey } from "./use-api-keys.ts";

export interface ActiveKeysProps {
  keys: ApiKey[];
  /** Full keys by id, for those on screen unmasked. */
  shown: Record<string, string>;
}

export function ActiveKeysTable({ keys, shown }: ActiveKeysProps) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell>API Key</TableHeaderCell>
          <TableHeaderCell>Created</TableHeaderCell>
          <TableHeaderCell>Last Used</TableHeaderCell>
          <TableHeaderCell className="text-right">Actions</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <ActiveKeyRow key={key.id} apiKey={key} full={shown[key.id]} />
        ))}
      </TableBody>
    </Table>
  );
}

function ActiveKeyRow({ apiKey, full }: { apiKey: ApiKey; full: string | undefined }) {
  return (
    <TableRow>
      <TableCell className="min-w-26 font-medium wrap-anywhere">{apiKey.name}</TableCell>
      <TableCell className={cn(full && "min-w-52")}>
        <KeyCell apiKey={apiKey} full={full} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2">{formatDate(apiKey.created_at)}</TableCell>
      <TableCell className={cn("whitespace-nowrap", apiKey.last_used ? "text-ink-2" : "text-ink-3")}>
        <LastUsed at={apiKey.last_used} />
      </TableCell>
      <TableCell className="last:pr-3">
        <div className="flex items-center justify-end gap-0.5">
          <CopyKeyButton look="row" text={async () => full ?? revealKey(apiKey.id)} />
          <RevokeKeyDialog apiKey={apiKey} />
        </div>
      </TableCell>
    </TableRow>
  );
}
