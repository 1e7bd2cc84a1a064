import { z } from "zod";
import type { Database } from "./database.ts";
import { asJson, type LogPlan, planLog } from "./usage-log-plan.ts";
import { LOG_BOUNDS, type LogBounds, type LogPosition, type LogScope } from "./usage-log-scope.ts";
import { ITEM_COLUMNS, LOG, NEWEST_ID, RECEIPT } from "./usage-log-sql.ts";

const n = z.number();
const text = z.string().nullable();
const COLUMN_NAMES = Object.keys(ITEM_COLUMNS);
const row = z
  .array(z.unknown())
  .transform((values) => Object.fromEntries(COLUMN_NAMES.map((name, i) => [name, values[i]])))
  .pipe(
    z.object({
      id: n,
      timestamp: n,
      requestId: z.string(),
      statusCode: n,
      responseTime: n,
      tokensIn: n,
      tokensOut: n,
      tokensCached: n,
      costMicros: n,
      planMicros: n,
      endpoint: text,
      keyPublicId: text,
      keyName: text,
      keyMask: text,
      keyStatus: text,
      model: text,
      outcome: n,
      estimated: n.transform(Boolean),
      firstByteMs: n.nullable(),
      holdMicros: n.nullable(),
      priceListId: n.nullable(),
      priceLines: text,
    }),
  );
export type UsageLogRow = z.infer<typeof row>;

/**
 * The next requests of the scope, at most `limit`, newest first. `next` is the position before which to continue, null at
 * the end of the log. Reads are bounded, so a filtered page can hold fewer rows, even none, although more follow.
 */
export async function readUsageLog(
  db: Database,
  scope: LogScope,
  bounds: LogBounds = LOG_BOUNDS,
): Promise<{ rows: UsageLogRow[]; next: LogPosition | null }> {
  const oneMore = { ...scope, limit: scope.limit + 1 };
  const plan = await planLog(db, oneMore, bounds);
  const { rows: result } = await db.$client.execute({ sql: LOG, args: logArgs(oneMore, plan) });
  const rows = z.array(row).parse(JSON.parse(String(result[0]?.json)));
  const page = rows.slice(0, scope.limit);
  const last = rows.length > scope.limit ? page.at(-1) : undefined;
  return { rows: page, next: last ? { timestamp: last.timestamp, id: last.id } : plan.floor };
}

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

/** @returns null for an unknown request and for another account's. */
export async function findUsage(
  db: Database,
  accountId: number,
  requestId: string,
): Promise<UsageLogRow | null> {
  const { rows } = await db.$client.execute({
    sql: RECEIPT,
    args: { account: accountId, request: requestId },
  });
  return rows[0] ? row.parse(JSON.parse(String(rows[0].json))) : null;
}

export async function newestUsageId(db: Database): Promise<number> {
  const { rows } = await db.$client.execute(NEWEST_ID);
  return z.number().parse(rows[0]?.json);
}
