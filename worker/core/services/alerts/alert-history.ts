import type { AlertHistoryItem, AlertHistoryResponse } from "#core/contract/operator-alerts.ts";
import type { PageQuery } from "#core/contract/page.ts";
import { describeAlert } from "#core/domain/alerts.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { isoTime, isoTimeOrNull } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { type AlertHistoryRow, readAlertHistory } from "#core/storage/alert-history.ts";
import type { Database } from "#core/storage/database.ts";
import { handlingOf } from "./handle-alert.ts";

const ROWS_A_READ = 500;
const COLUMNS: (keyof AlertHistoryItem)[] = [
  "started_at",
  "recovered_at",
  "rule",
  "title",
  "severity",
  "subject",
  "summary",
  "notices_sent",
  "acknowledged_at",
  "acknowledged_by",
  "closed_at",
  "closed_by",
  "note",
];

/** Alerts that fire and those of the last three months, newest first. Test alerts aren't among them. */
export async function listAlertHistory(
  { db }: ServiceContext,
  { cursor, limit }: PageQuery,
): Promise<AlertHistoryResponse> {
  const [before = null] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const rows = await readAlertHistory(db, { before, limit: limit + 1 });
  return cutPage(rows, limit, { item: historyItem, cursor: ({ id }) => formatCursor(id) });
}

/** The same alerts as CSV. Later ones are not in it. */
export async function exportAlertHistory({ db }: ServiceContext): Promise<ReadableStream<Uint8Array>> {
  // Before the response, so that an unavailable database still becomes a 503.
  return textStream(csvChunks(db, await readAlertHistory(db, { before: null, limit: ROWS_A_READ })));
}

async function* csvChunks(db: Database, first: AlertHistoryRow[]): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  for (let chunk = first; chunk.length > 0; ) {
    yield chunk.map(record).join("");
    const last = chunk.at(-1);
    const more = last !== undefined && chunk.length === ROWS_A_READ;
    chunk = more ? await readAlertHistory(db, { before: last.id, limit: ROWS_A_READ }) : [];
  }
}

export const alertItem = ({
  id,
  name,
  subject,
  summary,
  startedAt,
  noticesSent,
  ...row
}: AlertHistoryRow) => ({
  id,
  rule: name,
  ...titleOf(name),
  ...handlingOf(row),
  subject,
  summary,
  started_at: isoTime(startedAt),
  notices_sent: noticesSent,
});

const titleOf = (name: string) => {
  const { title, severity } = describeAlert(name);
  return { title, severity };
};

const historyItem = (row: AlertHistoryRow): AlertHistoryItem => ({
  ...alertItem(row),
  recovered_at: isoTimeOrNull(row.recoveredAt),
});

function record(row: AlertHistoryRow): string {
  const item = historyItem(row);
  return csvRecord(COLUMNS.map((column) => item[column]));
}
