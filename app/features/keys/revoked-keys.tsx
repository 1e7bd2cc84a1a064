import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from "#app/components/ui/table.tsx";
import { formatDate } from "#app/lib/format.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { KeyText } from "./key-text.tsx";
import { keyMessages } from "./messages.ts";

const revokedOn = ({ revoked_at }: ApiKey) => (revoked_at ? formatDate(revoked_at) : keyMessages.unknown);

export function RevokedKeysTable({ keys }: { keys: ApiKey[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell>API Key</TableHeaderCell>
          <TableHeaderCell>Created</TableHeaderCell>
          <TableHeaderCell>Revoked</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <TableRow key={key.id} className="text-ink-2">
            <TableCell className="font-medium break-words">{key.name}</TableCell>
            <TableCell>
              <KeyText value={key.key} />
            </TableCell>
            <TableCell className="whitespace-nowrap">{formatDate(key.created_at)}</TableCell>
            <TableCell className="whitespace-nowrap">{revokedOn(key)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

export function RevokedKeysList({ keys }: { keys: ApiKey[] }) {
  return (
    <ul>
      {keys.map((key) => (
        <li key={key.id} className="border-t px-4 py-3.5 text-ink-2 first:border-t-0">
          <p className="text-body font-medium break-words">{key.name}</p>
          <p className="mt-0.5">
            <KeyText value={key.key} />
          </p>
          <p className="mt-1 text-caption text-ink-3 tabular-nums">
            Created {formatDate(key.created_at)} · Revoked {revokedOn(key)}
          </p>
        </li>
      ))}
    </ul>
  );
}
