import type { UsageFileQuery } from "#core/contract/usage.ts";
import { analyticsWindow } from "#core/domain/analytics-window.ts";
import { csvRecord } from "#core/domain/csv.ts";
import { localTimes } from "#core/domain/local-time.ts";
import { decimalDollars } from "#core/domain/money.ts";
import type { AccountContext } from "#core/services/context.ts";
import { textStream } from "#core/services/text-stream.ts";
import { newestUsageId, readUsageLog, type UsageLogRow } from "#core/storage/usage-log.ts";
import type { LogScope } from "#core/storage/usage-log-scope.ts";
import { logFilter } from "./log-filter.ts";
import { originOf } from "./usage-item.ts";

const COLUMNS = [
  "time",
  "request_id",
  "key_id",
  "key_name",
  "endpoint",
  "status_code",
  "response_time_ms",
  "tokens_in",
  "tokens_out",
  "cost_usd",
];
const ROWS_A_READ = 2_000;

/**
 * The window's requests that fit the query as CSV, newest first, times in the reader's zone: those that
 * `/api/analytics` counts at that instant, and none that arrives later. Read piece by piece as it is taken: a file of
 * any size needs no more memory than a small one.
 * @throws DomainError `not_found` for a key that is not the account's.
 */
export async function exportUsage(
  ctx: AccountContext,
  query: UsageFileQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { from, to } = analyticsWindow(query.range, query.tz, ctx.clock.now()).current;
  const [filter, newest] = await Promise.all([logFilter(ctx, query), newestUsageId(ctx.db)]);
  const scope = { ...filter, from, before: { timestamp: to + 1, id: 0 }, newest, limit: ROWS_A_READ };
  // Before the answer begins, so that a database that is away can still be answered as such.
  const first = await readUsageLog(ctx.db, scope);
  return textStream(csvPieces(ctx, { scope, first, timeOf: localTimes(query.tz, from, to) }));
}

type Piece = Awaited<ReturnType<typeof readUsageLog>>;

async function* csvPieces(
  ctx: AccountContext,
  { scope, first, timeOf }: { scope: LogScope; first: Piece; timeOf: (instant: number) => string },
): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  let { rows, next } = first;
  for (;;) {
    if (rows.length > 0) yield rows.map((row) => record(row, timeOf)).join("");
    if (next === null) return;
    ({ rows, next } = await readUsageLog(ctx.db, { ...scope, before: next }));
  }
}

function record(row: UsageLogRow, timeOf: (instant: number) => string): string {
  const { key_id, endpoint } = originOf(row);
  const figures = [row.statusCode, row.responseTime, row.tokensIn, row.tokensOut];
  const origin = [key_id, row.keyName, endpoint];
  return csvRecord([
    timeOf(row.timestamp),
    row.requestId,
    ...origin,
    ...figures,
    decimalDollars(row.costMicros),
  ]);
}
