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
import { KeyBadges } from "./key-badges.tsx";
import { KeyText } from "./key-text.tsx";
import { KeyUsageLink } from "./key-usage-link.tsx";
import { keyMessages } from "./messages.ts";

const dayOf = (at: string | null) => (at === null ? keyMessages.unknown : formatDate(at));

export function RevokedKeysTable({ keys }: { keys: ApiKey[] }) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeaderCell>Name</TableHeaderCell>
          <TableHeaderCell>API Key</TableHeaderCell>
          <TableHeaderCell>Created</TableHeaderCell>
          <TableHeaderCell>Revoked</TableHeaderCell>
          <TableHeaderCell className="text-right">Actions</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {keys.map((key) => (
          <RevokedKeyRow key={key.id} apiKey={key} />
        ))}
      </TableBody>
    </Table>
  );
}

function RevokedKeyRow({ apiKey }: { apiKey: ApiKey }) {
  return (
    <TableRow className="text-ink-2">
      <TableCell className="py-2.5 font-medium wrap-anywhere">
        <Name apiKey={apiKey} />
      </TableCell>
      <TableCell>
        <KeyText value={apiKey.key} />
      </TableCell>
      <TableCell className="whitespace-nowrap">{formatDate(apiKey.created_at)}</TableCell>
      <TableCell className="whitespace-nowrap">
        {dayOf(apiKey.revoked_at)}
        <span className="block text-caption text-ink-3">Last used: {dayOf(apiKey.last_used)}</span>
      </TableCell>
      <TableCell className="text-right last:pr-3">
        <KeyUsageLink id={apiKey.id} label="Usage History" look="row" />
      </TableCell>
    </TableRow>
  );
}

function Name({ apiKey }: { apiKey: ApiKey }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {apiKey.name}
      <KeyBadges apiKey={apiKey} now={Date.now()} />
    </span>
  );
}

export function RevokedKeysList({ keys }: { keys: ApiKey[] }) {
  return (
    <ul>
      {keys.map((key) => (
        <li key={key.id} className="border-t px-4 py-3.5 text-ink-2 first:border-t-0">
          <p className="text-body font-medium wrap-anywhere">
            <Name apiKey={key} />
          </p>
          <p className="mt-0.5">
            <KeyText value={key.key} />
          </p>
          <p className="mt-1 text-caption text-ink-3 tabular-nums">
            Created {formatDate(key.created_at)} · Revoked {dayOf(key.revoked_at)} · Last used:{" "}
            {dayOf(key.last_used)}
          </p>
          <div className="mt-2.5">
            <KeyUsageLink id={key.id} label="Usage History" look="boxed" />
          </div>
        </li>
      ))}
    </ul>
  );
}
