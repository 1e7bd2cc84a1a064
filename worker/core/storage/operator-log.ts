import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { OperatorAction, OperatorVia } from "#core/domain/operator.ts";
import type { Database } from "./database.ts";
import { type Read, rowsOf } from "./read.ts";
import { accounts, apiKeys } from "./schema/accounts.ts";
import { operatorLog } from "./schema/operations.ts";
import { writeBatch } from "./write-batch.ts";

export type OperatorDetail = Readonly<Record<string, string | number | boolean | null>>;

export interface OperatorEntry {
  operator: string;
  via: OperatorVia;
  action: OperatorAction;
  /** Null for an action that is not about one account. */
  accountId: number | null;
  reason: string | null;
  /** Never holds a secret. */
  detail: OperatorDetail;
  /** The operator's network address. */
  place: string | null;
  requestId: string;
  at: number;
}

/**
 * For `writeBatch`: inserts the entry if `condition` holds.
 * @param computed a further detail, as an SQL expression of the state that the transaction has reached.
 */
export function operatorLogIf(
  db: Database,
  entry: OperatorEntry,
  condition: SQL,
  computed?: { name: string; value: SQL },
) {
  const { operator, via, action, accountId, reason, place, requestId, at } = entry;
  const detail = JSON.stringify(entry.detail);
  const whole =
    computed === undefined
      ? sql`${detail}`
      : sql`json_set(${detail}, ${`$.${computed.name}`}, ${computed.value})`;
  return db.run(sql`INSERT INTO operator_log
      (created_at, operator, via, action, account_id, reason, detail, place, request_id)
    SELECT ${at}, ${operator}, ${via}, ${action}, ${accountId}, ${reason}, ${whole}, ${place}, ${requestId}
    WHERE ${condition}`);
}

/** Records an action that writes nothing else in this transaction. */
export async function logOperatorAction(db: Database, entry: OperatorEntry): Promise<void> {
  await writeBatch(db, [operatorLogIf(db, entry, sql`true`)]);
}

export interface OperatorLogFilter {
  /** Part of an account's email or a reason, in any case of ASCII letters; or a whole request id. */
  search?: string | undefined;
  operator?: string | undefined;
  action?: OperatorAction | undefined;
  accountId?: number | undefined;
  /** Epoch ms. */
  since?: number | undefined;
}

export type OperatorLogRow = Awaited<ReturnType<typeof readOperatorLog>>[number];

/** At most `limit` entries with an id below `before`, newest first. `keyName` is the present name of a revoked key. */
export function readOperatorLog(
  db: Database,
  filter: OperatorLogFilter,
  { before, limit }: { before: number | null; limit: number },
) {
  const page = db
    .select({ entry: operatorLog, email: accounts.email, keyName: apiKeys.name })
    .from(operatorLog)
    .leftJoin(accounts, eq(accounts.id, operatorLog.accountId))
    .leftJoin(apiKeys, eq(apiKeys.publicId, sql`${operatorLog.detail} ->> 'key'`))
    .where(and(matches(filter), before === null ? undefined : lt(operatorLog.id, before)))
    .orderBy(desc(operatorLog.id))
    .limit(limit);
  return rowsOf(db, page);
}

function matches({ search, operator, action, accountId, since }: OperatorLogFilter): SQL | undefined {
  return and(
    search === undefined || search === "" ? undefined : found(search),
    operator === undefined ? undefined : eq(operatorLog.operator, operator),
    action === undefined ? undefined : eq(operatorLog.action, action),
    accountId === undefined ? undefined : eq(operatorLog.accountId, accountId),
    since === undefined ? undefined : gte(operatorLog.createdAt, since),
  );
}

/** `instr` knows no wildcards, so that nothing has to be escaped. */
const found = (search: string) =>
  or(
    sql`instr(lower(${accounts.email}), lower(${search})) > 0`,
    sql`instr(lower(${operatorLog.reason}), lower(${search})) > 0`,
    eq(operatorLog.requestId, search),
  );

/** Every name in the log, sorted. */
export const readOperatorNames = (db: Database): Read<string[]> =>
  rowsOf(
    db,
    db.selectDistinct({ operator: operatorLog.operator }).from(operatorLog).orderBy(operatorLog.operator),
  ).map((rows) => rows.map(({ operator }) => operator));
