import type { UsageFileQuery } from "#core/contract/usage.ts";
import { csvRecord, textStream } from "#core/domain/csv.ts";
import { unitsOf } from "#core/domain/gateway/charged-units.ts";
import { decimalDollars } from "#core/domain/money.ts";
import { requestedWindow } from "#core/domain/requested-window.ts";
import { isoTime } from "#core/domain/time.ts";
import { localTimes } from "#core/domain/zone.ts";
import type { AccountContext } from "#core/services/context.ts";
import { readUsageLog, startUsageLog, type UsageLogRow } from "#core/storage/usage-log.ts";
import type { LogScope } from "#core/storage/usage-log-scope.ts";
import { logFilter } from "./usage-filter.ts";
import { billOf, originOf, outcomeOf, paymentOf } from "./usage-item.ts";

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
  "model",
  "outcome",
  "estimated",
  "tokens_cached",
  "first_byte_ms",
  "held_usd",
  "charged_usd",
  "returned_usd",
  "paid_by",
  "plan_usd",
  "price_list",
  "price_lines",
  "unit",
  "units",
];
const ROWS_A_READ = 2_000;
/** The platform limits the queries of a request, so that all rows take larger pages. */
const ALL_ROWS_A_READ = 5_000;

/** CSV of the requests that `/api/figures` counts at this instant, newest first, in the reader's time zone. */
export async function exportUsage(
  ctx: AccountContext,
  query: UsageFileQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { from, until } = requestedWindow(query, ctx.clock.now());
  const filter = await logFilter(ctx, query);
  const start = { ...filter, from, before: { timestamp: until, id: 0 }, limit: ROWS_A_READ };
  // Before the response, so that an unavailable database still becomes a 503.
  const first = await startUsageLog(ctx.db, start);
  return textStream(csvChunks(ctx, { start, first, timeOf: localTimes(query.tz, from, until) }));
}

/** The same columns for every request of the account whose row is kept, newest first, with times in UTC. */
export async function* allUsage(ctx: AccountContext): AsyncGenerator<string, void> {
  const before = { timestamp: ctx.clock.now() + 1, id: 0 };
  const start = { ...(await logFilter(ctx, {})), from: 0, before, limit: ALL_ROWS_A_READ };
  const first = await startUsageLog(ctx.db, start);
  yield* csvChunks(ctx, { start, first, timeOf: isoTime });
}

type Chunk = Awaited<ReturnType<typeof startUsageLog>>;

async function* csvChunks(
  ctx: AccountContext,
  {
    start,
    first,
    timeOf,
  }: { start: Omit<LogScope, "newest">; first: Chunk; timeOf: (instant: number) => string },
): AsyncGenerator<string, void> {
  yield csvRecord(COLUMNS);
  const { newest } = first;
  let { rows, next } = first;
  for (;;) {
    if (rows.length > 0) yield rows.map((row) => record(row, timeOf)).join("");
    if (next === null) return;
    ({ rows, next } = await readUsageLog(ctx.db, { ...start, newest, before: next }));
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
    ...newerFields(row),
  ]);
}

/** Columns are only ever added at the end, because scripts may read them by number. */
function newerFields(row: UsageLogRow) {
  const { held, charged, returned, paidBy, plan } = paymentOf(row);
  const { tier, lines } = billOf(row);
  const units = unitsOf(lines ?? []);
  return [
    row.model,
    outcomeOf(row),
    String(row.estimated),
    row.tokensCached,
    row.firstByteMs,
    optionalDollars(held),
    decimalDollars(charged),
    optionalDollars(returned),
    paidBy,
    decimalDollars(plan),
    row.priceListId,
    lines && JSON.stringify({ tier, lines }),
    units?.unit ?? null,
    units?.quantity ?? null,
  ];
}

const optionalDollars = (micros: number | null) => (micros === null ? null : decimalDollars(micros));
