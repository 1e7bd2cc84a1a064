import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import type { Database } from "#core/storage/database.ts";
import { openDatabase } from "#core/storage/database.ts";
import { postAndRead } from "#core/storage/gateway-flush.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { transferMoney } from "#tests/support/money.ts";
import { createKey, newFundedUser, type User } from "./accounts.ts";
import { stack } from "./support.ts";

interface StoredKey {
  id: number;
  accountId: number;
  publicId: string;
}

const database = (): Database => openDatabase({ url: stack.libsql.url });

/** The ids of the only key with that name in `user`'s account. */
export async function storedKey(user: User, name: string): Promise<StoredKey> {
  const sql = `SELECT k.id, k.account_id, k.public_id FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE a.email = ? AND k.name = ?`;
  const { rows } = await database().$client.execute({ sql, args: [user.email, name] });
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} keys are called ${name}.`);
  return { id: Number(row.id), accountId: Number(row.account_id), publicId: String(row.public_id) };
}

/** The number of tokens of a key's stored requests. */
export async function tokensOf({ id }: StoredKey): Promise<number> {
  const sql = "SELECT sum(tokens_in + tokens_out) AS tokens FROM api_usage WHERE key_id = ?";
  const { rows } = await database().$client.execute({ sql, args: [id] });
  return Number(rows[0]?.tokens);
}

/** A funded user with one key. */
export async function newUserWithKey(name: string): Promise<{ user: User; key: StoredKey }> {
  const user = await newFundedUser(name);
  await createKey(user, "Production");
  return { user, key: await storedKey(user, "Production") };
}

/** Takes the whole balance back, as the operator may. */
export async function takeBalance(user: User): Promise<void> {
  const db = database();
  const sql = "SELECT id FROM accounts WHERE email = ?";
  const id = Number((await db.$client.execute({ sql, args: [user.email] })).rows[0]?.id);
  const micros = await readBalanceMicros(db, id);
  await transferMoney(db, { debit: accountName(id), credit: OPERATOR_CREDIT, kind: "take_back", micros });
}

interface Requests {
  endpoint?: string;
  status?: number;
  /** Micro-dollars. Failed requests are free. */
  cost?: number;
  /** Age of the newest request. */
  agoMs?: number;
  /** The time between two of them. */
  everyMs?: number;
  /** What a request with this model is charged by instead of tokens. */
  model?: string;
  units?: { dimension: string; quantity: number };
}

/** Stores `count` requests of a key, and grants what they cost. @returns their ids, newest first. */
export async function recordRequests(
  { id, accountId }: StoredKey,
  count: number,
  {
    endpoint = "/v1/chat/completions",
    status = 200,
    cost = 412,
    agoMs = 60_000,
    everyMs = 1_000,
    model,
    units,
  }: Requests = {},
): Promise<string[]> {
  const db = database();
  const newest = Date.now() - agoMs;
  const micros = status < 400 ? cost : 0;
  const rows = Array.from({ length: count }, (_, at) => ({
    requestId: `req_${crypto.randomUUID()}`,
    accountId,
    keyId: id,
    timestamp: newest - at * everyMs,
    endpoint,
    statusCode: status,
    responseTime: 250,
    costMicros: micros,
    billedMicros: micros,
    tokensIn: status < 400 && !units ? 900 : 0,
    tokensOut: status < 400 && !units ? 384 : 0,
    ...(model !== undefined && { model }),
    ...(units && { priceLines: JSON.stringify({ tier: "default", lines: [units] }) }),
  }));
  const sides = { debit: OPERATOR_CREDIT, credit: accountName(accountId), kind: "grant" } as const;
  if (micros > 0) await transferMoney(db, { ...sides, micros: count * micros });
  await postAndRead(db, [{ accountId, batch: { rows, lineages: new Set() } }], Date.now());
  return rows.map(({ requestId }) => requestId);
}
