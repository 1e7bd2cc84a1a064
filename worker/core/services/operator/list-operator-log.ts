import { z } from "zod";
import type {
  OperatorAuditItem,
  OperatorAuditQuery,
  OperatorAuditResponse,
} from "#core/contract/operator.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { cutPage, formatCursor, parseCursor } from "#core/domain/page.ts";
import { DAY_MS, isoTime } from "#core/domain/time.ts";
import type { ServiceContext } from "#core/services/context.ts";
import {
  type OperatorLogFilter,
  type OperatorLogRow,
  readOperatorLog,
  readOperatorNames,
} from "#core/storage/operator-log.ts";
import { together } from "#core/storage/read.ts";

const ROWS_A_READ = 500;
const COLUMNS = [
  "time",
  "by",
  "via",
  "action",
  "account",
  "email",
  "reason",
  "detail",
  "place",
  "request_id",
];
const storedDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).catch({});

export type OperatorLogQuery = Omit<OperatorAuditQuery, "cursor" | "limit">;

/** What operators did, newest first, with every name that occurs in the log. */
export async function listOperatorLog(
  ctx: ServiceContext,
  { cursor, limit, ...query }: OperatorAuditQuery,
): Promise<OperatorAuditResponse> {
  const [before = null] = cursor === undefined ? [] : parseCursor(cursor, 1);
  const [rows, operators] = await together(ctx.db, [
    readOperatorLog(ctx.db, filterOf(ctx, query), { before, limit: limit + 1 }),
    readOperatorNames(ctx.db),
  ]);
  const page = cutPage(rows, limit, { item: logItem, cursor: ({ entry }) => formatCursor(entry.id) });
  return { ...page, operators };
}

/** The same entries as CSV. Later ones are not in it. */
export async function exportOperatorLog(
  ctx: ServiceContext,
  query: OperatorLogQuery,
): Promise<ReadableStream<Uint8Array>> {
  const filter = filterOf(ctx, query);
  // Before the response, so that an unavailable database still becomes a 503.
  const first = await readOperatorLog(ctx.db, filter, { before: null, limit: ROWS_A_READ });
  return textStream(csvChunks(ctx, filter, first));
}

async function* csvChunks(
  { db }: ServiceContext,
  filter: OperatorLogFilter,
  first: OperatorLogRow[],
): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  for (let chunk = first; chunk.length > 0; ) {
    yield chunk.map(record).join("");
    const last = chunk.at(-1);
    const more = last !== undefined && chunk.length === ROWS_A_READ;
    chunk = more ? await readOperatorLog(db, filter, { before: last.entry.id, limit: ROWS_A_READ }) : [];
  }
}

const filterOf = ({ clock }: ServiceContext, query: OperatorLogQuery): OperatorLogFilter => ({
  search: query.search,
  operator: query.by,
  action: query.action,
  accountId: query.account,
  since: query.days === undefined ? undefined : clock.now() - query.days * DAY_MS,
});

const logItem = ({ entry, email, keyName }: OperatorLogRow): OperatorAuditItem => ({
  id: `op_${entry.id}`,
  created_at: isoTime(entry.createdAt),
  by: entry.operator,
  via: entry.via,
  action: entry.action,
  account: entry.accountId === null ? null : { id: entry.accountId, email: email ?? "" },
  reason: entry.reason,
  detail: { ...storedDetail.parse(JSON.parse(entry.detail)), ...(keyName && { name: keyName }) },
  place: entry.place,
  request_id: entry.requestId,
});

function record(row: OperatorLogRow): string {
  const { created_at, by, via, action, account, reason, place, request_id } = logItem(row);
  const about = [account?.id ?? null, account?.email ?? null, reason, row.entry.detail];
  return csvRecord([created_at, by, via, action, ...about, place, request_id]);
}
