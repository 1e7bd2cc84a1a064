import type { Database } from "#core/storage/database.ts";

/** A usage row as libSQL has it. */
export interface StoredRow {
  requestId: string;
  accountId: number;
  keyId: number;
  at: number;
  endpoint: string;
  model: string;
  listId: number | null;
  lines: string | null;
  status: number;
  cost: number;
  plan: number;
  hold: number | null;
  outcome: number;
  estimated: number;
  tokensIn: number;
  tokensCached: number;
  tokensOut: number;
}

const ROWS = `SELECT request_id AS requestId, account_id AS accountId, key_id AS keyId, timestamp AS at, path AS endpoint,
    name AS model, price_list_id AS listId, price_lines AS lines, status_code AS status, cost_micros AS cost,
    plan_micros AS plan, hold_micros AS hold, outcome, estimated, tokens_in AS tokensIn, tokens_cached AS tokensCached,
    tokens_out AS tokensOut
  FROM api_usage AS u JOIN models AS m ON m.id = u.model_id JOIN endpoints AS e ON e.id = u.endpoint_id
  WHERE account_id = coalesce(?, account_id)`;

/** All rows, or those of one account. */
export async function readRows(db: Database, accountId: number | null = null): Promise<StoredRow[]> {
  const { rows } = await db.$client.execute({ sql: ROWS, args: [accountId] });
  // The names and types of the columns are those of the query.
  return rows.map((row) => ({ ...row }) as unknown as StoredRow);
}

export interface StoredRefusals {
  keyId: number;
  code: string;
  /** Since the epoch. */
  hour: number;
  requests: number;
}

const REFUSALS = `SELECT key_id AS keyId, code, hour, sum(requests) AS requests FROM key_refusals
  GROUP BY key_id, code, hour`;

export async function readRefusals(db: Database): Promise<StoredRefusals[]> {
  const { rows } = await db.$client.execute(REFUSALS);
  // The names and types of the columns are those of the query.
  return rows.map((row) => ({ ...row }) as unknown as StoredRefusals);
}

const DEBITS = "SELECT account_id, sum(micros) AS micros FROM usage_days GROUP BY account_id";

/** The usage that each account has paid for, in micro-dollars. */
export async function readDebits(db: Database): Promise<Map<number, number>> {
  const { rows } = await db.$client.execute(DEBITS);
  return new Map(rows.map((row) => [Number(row.account_id), Number(row.micros)]));
}
