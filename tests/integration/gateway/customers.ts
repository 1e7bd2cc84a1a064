import { expect } from "vitest";
import { parseApiKey } from "#core/domain/api-key.ts";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import type { KeySecrets } from "#core/services/context.ts";
import { lookupOf } from "#core/services/keys/key-hash.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import type { Database } from "#core/storage/database.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { PATIENCE_MS, until } from "#tests/support/limits.ts";
import { transferMoney } from "#tests/support/money.ts";
import type { AdmitResponse } from "#worker/gateway/metering.ts";
import { clock, newAccount, newSecrets, stock } from "../keys/key-shop.ts";
import { expectRolledEqualsRaw } from "../rollup/rolled-equals-raw.ts";

export const COST = 34;
const HOLD = 100;

export interface Customer {
  accountId: number;
  micros: number;
  route: string;
  keys: string[];
  lookups: string[];
}

export async function newCustomer(
  db: Database,
  {
    keys: count,
    micros,
    keySecrets = newSecrets(),
  }: { keys: number; micros: number; keySecrets?: KeySecrets },
): Promise<Customer> {
  const account = await newAccount(db);
  const keys = (await stock(db, { keySecrets, account, count })).map(({ key }) => key);
  await grant(db, account.id, micros);
  const lookups = await Promise.all(keys.map((key) => lookupOf(keySecrets.pepper, key)));
  const route = parseApiKey(keys[0] ?? "")?.route ?? "";
  return { accountId: account.id, micros, route, keys, lookups };
}

/** Credit from the operator. */
export async function grant(db: Database, accountId: number, micros: number): Promise<void> {
  await transferMoney(db, { debit: OPERATOR_CREDIT, credit: accountName(accountId), kind: "grant", micros });
}

type Settle = "before" | "never";

/** One request with one of the customer's keys. @returns null when it was cut. */
export async function ask(
  origin: string,
  { route, lookups }: Customer,
  { turn, settle, patienceMs = 60_000 }: { turn: number; settle: Settle; patienceMs?: number },
): Promise<{ requestId: string; response: AdmitResponse } | null> {
  const requestId = crypto.randomUUID();
  const keyHashes = [lookups[turn % lookups.length] ?? ""];
  const facts = { endpoint: "/v1/chat/completions", holdMicros: HOLD, origin: null };
  const request = { requestId, keyHashes, ...facts };
  const body = { route, request, costMicros: COST, settle };
  const response = await post<AdmitResponse>(origin, "/serve", body, patienceMs).catch(() => null);
  return response && { requestId, response };
}

interface Standing {
  balanceMicros: number;
  heldMicros: number;
  pending: number;
  unposted: number;
}
export const standingOf = (origin: string, { route }: Customer) =>
  post<Standing>(origin, "/standing", { route });

async function post<Result>(
  origin: string,
  path: string,
  body: object,
  patienceMs = PATIENCE_MS,
): Promise<Result> {
  const signal = AbortSignal.timeout(patienceMs);
  const response = await fetch(origin + path, { method: "POST", body: JSON.stringify(body), signal });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
}

/** Waits until libSQL has all of it. */
export async function drained(origin: string, customer: Customer): Promise<Standing> {
  return until(async () => {
    const standing = await standingOf(origin, customer);
    return standing.pending + standing.unposted === 0 && standing;
  });
}

/** The customer's records in libSQL: the cost of each request by its id, and the sums. */
async function recordsOf(db: Database, { accountId }: Customer) {
  const usage = "SELECT request_id, cost_micros, status_code FROM api_usage WHERE account_id = ?";
  const { rows } = await db.$client.execute({ sql: usage, args: [accountId] });
  const paid = "SELECT coalesce(sum(micros), 0) AS micros FROM usage_days WHERE account_id = ?";
  const debits = await db.$client.execute({ sql: paid, args: [accountId] });
  return {
    costs: new Map(rows.map((row) => [String(row.request_id), Number(row.cost_micros)])),
    rows: rows.length,
    cost: rows.reduce((sum, row) => sum + Number(row.cost_micros), 0),
    debits: Number(debits.rows[0]?.micros),
    balance: await readBalanceMicros(db, accountId),
  };
}

/**
 * Waits until libSQL has everything, and compares it with the requests that got a response: a row for each of them, none
 * repeated, and the same sum in the rows, the days and the live balance. @returns the cost of each row by request id.
 */
export async function expectExact(
  { origin, db }: { origin: string; db: Database },
  customer: Customer,
  served: readonly string[],
): Promise<Map<string, number>> {
  const standing = await drained(origin, customer);
  const { costs, rows, cost, debits, balance } = await recordsOf(db, customer);
  expect(costs.size).toBe(rows);
  expect(served.filter((requestId) => !costs.has(requestId))).toEqual([]);
  expect({ debits, balance }).toEqual({ debits: cost, balance: customer.micros - cost });
  expect(standing).toEqual({ balanceMicros: balance, heldMicros: 0, pending: 0, unposted: 0 });
  return costs;
}

/** Checks the ledger of all accounts, and the roll-up against the raw rows. */
export async function expectSoundBooks(db: Database): Promise<void> {
  expect((await verifyLedger(db)).problems).toEqual([]);
  await rollUpUsage({ db, clock, requestId: "test" });
  await expectRolledEqualsRaw(db, "after the faults");
}
