import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import { parseApiKey } from "#core/domain/api-key.ts";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { lookupOf } from "#core/services/keys/key-hash.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { stock } from "#tests/integration/keys/key-shop.ts";
import { transferMoney } from "#tests/support/money.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import type { AdmitRequest, AdmitResponse, Settlement } from "#worker/gateway/metering.ts";
import { stopClock } from "./meter-clock.ts";
import { keySecrets, newUser, openTestDatabase, type TestUser } from "./test-api.ts";

export interface MeteredKey {
  publicId: string;
  key: string;
  route: string;
  lookup: string;
}

/** The default usage of a settled request. */
export const COST = 100;

async function meteredKeys(user: TestUser, count: number): Promise<MeteredKey[]> {
  const keys = await stock(openTestDatabase(), { keySecrets, account: user.account, count });
  return Promise.all(keys.map(({ publicId, key }) => meteredKey(publicId, key)));
}

export async function meteredKey(publicId: string, key: string): Promise<MeteredKey> {
  const route = parseApiKey(key)?.route;
  if (route === undefined) throw new Error("The key is not one.");
  return { publicId, key, route, lookup: await lookupOf(keySecrets.pepper, key) };
}

/** The object that admits a key's requests. Requested anew each time, because a restart invalidates earlier stubs. */
export const meterOf = ({ route }: Pick<MeteredKey, "route">) => env.METER.getByName(route);

/** Evicts the object from memory immediately, as in a crash. */
export async function restart(key: Pick<MeteredKey, "route">): Promise<void> {
  const crash = runInDurableObject(meterOf(key), (_, state) => state.abort("restart"));
  await expect(crash).rejects.toThrow();
}

/**
 * A user with funds, keys, and the object that admits their requests, which posts only when the test lets it, unless
 * the clock `runs`.
 */
export async function meteredUser({ micros = 1_000_000, keys: count = 1, runs = false } = {}) {
  if (!runs && !vi.isFakeTimers()) stopClock();
  const user = await newUser({ micros });
  const keys = await meteredKeys(user, count);
  const [key] = keys;
  if (key === undefined) throw new Error("There is no key.");
  return { user, keys, key, meter: () => meterOf(key) };
}

const newId = (): string => crypto.randomUUID();

interface AdmitOptions extends Partial<Omit<AdmitRequest, "keyHashes" | "holdMicros">> {
  hold?: number;
  settled?: Settlement[];
}

/** Admits one request, along with settlements of others. */
export async function admit(
  { route, lookup }: MeteredKey,
  { hold = COST, requestId = newId(), settled = [], ...changes }: AdmitOptions = {},
): Promise<AdmitResponse & { requestId: string }> {
  const request = { requestId, keyHashes: [lookup], endpoint: "/v1/chat/completions", holdMicros: hold };
  const response = await metersOf(env.METER)(route).admit({ origin: null, ...request, ...changes }, settled);
  return { ...response, requestId };
}

export const settlement = (requestId: string, costMicros = COST, lines?: object[]): Settlement => ({
  requestId,
  costMicros,
  statusCode: 200,
  responseTimeMs: 12,
  tokensIn: 3,
  tokensOut: 4,
  ...(lines !== undefined && { priceLines: JSON.stringify({ tier: "default", lines }) }),
});

/** The operator grants the account this much, or takes it back. */
export async function grant({ account }: Pick<TestUser, "account">, micros: number): Promise<void> {
  const sides = { debit: OPERATOR_CREDIT, credit: accountName(account.id), kind: "grant" } as const;
  const back = { debit: sides.credit, credit: sides.debit, kind: "take_back" } as const;
  await transferMoney(openTestDatabase(), { ...(micros > 0 ? sides : back), micros: Math.abs(micros) });
}

/** How many were admitted, and how many refused by which code. */
export function tally(admissions: readonly AdmitResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const admission of admissions) {
    const name = admission.admitted ? "admitted" : admission.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The account in libSQL: its rows, their cost, the value its plan paid, its days of usage, and its balance. */
export async function recordsOf({ account }: Pick<TestUser, "account">) {
  const db = openTestDatabase();
  const usage = `SELECT request_id, status_code, cost_micros, plan_micros FROM api_usage WHERE account_id = ? ORDER BY id`;
  const { rows } = await db.$client.execute({ sql: usage, args: [account.id] });
  const paid = "SELECT coalesce(sum(micros), 0) AS micros FROM usage_days WHERE account_id = ?";
  const debits = await db.$client.execute({ sql: paid, args: [account.id] });
  return {
    rows: rows.map((row) => ({
      requestId: String(row.request_id),
      status: Number(row.status_code),
      cost: Number(row.cost_micros),
      value: Number(row.plan_micros),
    })),
    cost: rows.reduce((sum, row) => sum + Number(row.cost_micros), 0),
    planMicros: rows.reduce((sum, row) => sum + Number(row.plan_micros), 0),
    debits: Number(debits.rows[0]?.micros),
    balance: await readBalanceMicros(db, account.id),
  };
}
