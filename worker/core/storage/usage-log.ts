import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "./database.ts";
import { findPriceListRow, type PriceListRow } from "./price-lists.ts";
import { type Read, together } from "./read.ts";
import { jsonColumn, statement } from "./statement.ts";
import { asJson, type LogPlan, planLog } from "./usage-log-plan.ts";
import { LATEST_ID, LOG_BOUNDS, type LogBounds, type LogPosition, type LogScope } from "./usage-log-scope.ts";
import { BY_REQUEST_ID, LOG, NEWEST_ID, RECEIPT, usageLogRow } from "./usage-log-sql.ts";

export type UsageLogRow = z.infer<typeof usageLogRow>;

/**
 * The next requests of the scope, at most `limit`, newest first. `next` is the position before which to continue, null at
 * the end of the log. Reads are bounded, so a filtered page can hold fewer rows, even none, although more follow.
 */
export async function readUsageLog(
  db: Database,
  scope: LogScope,
  bounds: LogBounds = LOG_BOUNDS,
): Promise<LogPage> {
  return await readPage(db, scope, await planLog(db, withOneMore(scope), bounds));
}

interface LogPage {
  rows: UsageLogRow[];
  next: LogPosition | null;
}

/** The first page of a log that doesn't grow while it is read: `newest` is for the scope of the following ones. */
export async function startUsageLog(
  db: Database,
  start: Omit<LogScope, "newest">,
): Promise<LogPage & { newest: number }> {
  const scope = { ...start, newest: LATEST_ID };
  const plan = await planLog(db, withOneMore(scope), LOG_BOUNDS);
  const [page, newest] = await together(db, [readPage(db, scope, plan), readNewestId(db)]);
  return { ...page, newest };
}

/** One more row tells whether others follow. */
const withOneMore = (scope: LogScope): LogScope => ({ ...scope, limit: scope.limit + 1 });

const readPage = (db: Database, scope: LogScope, plan: LogPlan): Read<LogPage> =>
  statement(LOG, logArgs(withOneMore(scope), plan), z.object({ json: jsonColumn(z.array(usageLogRow)) }))
    .only(db)
    .map(({ json: rows }) => {
      const page = rows.slice(0, scope.limit);
      const last = rows.length > scope.limit ? page.at(-1) : undefined;
      return { rows: page, next: last ? { timestamp: last.timestamp, id: last.id } : plan.floor };
    });

function logArgs(scope: LogScope, { stretches, rolled, floor }: LogPlan) {
  const { accountId, keyId, endpointId, modelIds, status, before, newest, limit } = scope;
  const from = floor ?? { timestamp: scope.from, id: 0 };
  return {
    account: accountId,
    key: keyId,
    endpoint: endpointId,
    models: JSON.stringify(modelIds),
    limit,
    leastStatus: status.least,
    mostStatus: status.most,
    stretches: JSON.stringify(stretches.map(asJson)),
    rolled,
    newest,
    fromTime: from.timestamp,
    fromId: from.id,
    toTime: before.timestamp,
    toId: before.id,
  };
}

interface Receipt {
  request: UsageLogRow;
  /** The one that it was priced by. */
  list: PriceListRow | null;
}

/** A request with its price list; null for an unknown request and for another account's. */
export const findUsage = (db: Database, accountId: number, requestId: string): Read<Receipt | null> =>
  together(db, [
    statement(
      RECEIPT,
      { account: accountId, request: requestId },
      z.object({ json: jsonColumn(usageLogRow) }),
    ).first(db),
    findPriceListRow(
      db,
      sql`(SELECT price_list_id FROM api_usage WHERE request_id = ${requestId} AND account_id = ${accountId})`,
    ),
  ]).map(([found, list]) => found && { request: found.json, list });

interface Search {
  accountId: number;
  whole: string;
  beginning: string;
  /** Times (epoch ms) in which requests with such IDs were made, if that is known. */
  times: { from: number; to: number } | null;
  limit: number;
}

/** The request with the whole ID, then the newest whose ID begins so; reads a bounded number of rows. */
export const findUsageByIds = (
  db: Database,
  { accountId, times, ...search }: Search,
): Read<UsageLogRow[]> => {
  const { from, to } = times ?? { from: 0, to: Number.MAX_SAFE_INTEGER };
  const args = { ...search, account: accountId, from, to, rows: LOG_BOUNDS.rows };
  return statement(BY_REQUEST_ID, args, z.object({ json: jsonColumn(z.array(usageLogRow)) }))
    .only(db)
    .map(({ json }) => json);
};

const readNewestId = (db: Database): Read<number> =>
  statement(NEWEST_ID, [], z.object({ id: z.int() }))
    .only(db)
    .map(({ id }) => id);
