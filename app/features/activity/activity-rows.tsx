import { Link } from "@remix-run/react";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from "#app/components/ui/table.tsx";
import { formatDate, formatTime } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AuditItem } from "#core/contract/audit.ts";
import { ACTORS, placeOf, wordsFor } from "./activity-words.ts";

interface Items {
  items: AuditItem[];
}

export function ActivityTable({ items }: Items) {
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeaderCell className="w-48">Date</TableHeaderCell>
          <TableHeaderCell>What happened</TableHeaderCell>
          <TableHeaderCell>By</TableHeaderCell>
          <TableHeaderCell>Request</TableHeaderCell>
        </tr>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <TableRow key={item.id}>
            <TableCell className="whitespace-nowrap text-ink-2 tabular-nums">
              {formatDate(item.created_at)} <span className="text-ink-3">{formatTime(item.created_at)}</span>
            </TableCell>
            <TableCell className="py-2">
              <What item={item} />
            </TableCell>
            <TableCell className="max-w-64 py-2 text-ink-2">
              {ACTORS[item.by]}
              <Place item={item} />
            </TableCell>
            <TableCell className="max-w-40">
              <span className="block truncate font-mono text-caption text-ink-3">{item.request_id}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

export function ActivityList({ items }: Items) {
  return (
    <ul className="divide-y">
      {items.map((item) => (
        <li key={item.id} className="px-4 py-3 text-body">
          <What item={item} />
          <p className="mt-0.5 text-caption text-ink-3 tabular-nums">
            {formatDate(item.created_at)}, {formatTime(item.created_at)} · {ACTORS[item.by]}
          </p>
          <Place item={item} />
        </li>
      ))}
    </ul>
  );
}

function Place({ item }: { item: AuditItem }) {
  const place = placeOf(item);
  return place && <span className="block text-caption text-ink-3 wrap-anywhere">{place}</span>;
}

function What({ item }: { item: AuditItem }) {
  const { text, note } = wordsFor(item);
  return (
    <>
      <span className="font-medium wrap-anywhere">
        {item.key ? (
          <Link to={paths.keyUsage(item.key.id)} className="rounded-tag underline-offset-4 hover:underline">
            {text}
          </Link>
        ) : (
          text
        )}
      </span>
      {note && <span className="block text-caption text-ink-3 wrap-anywhere">{note}</span>}
    </>
  );
}
