import type { PriceList } from "#core/domain/gateway/price-list.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import { setSpendAlerts } from "#core/services/accounts/spend-alerts.ts";
import type { Account } from "#core/services/context.ts";
import { readPrices } from "#core/services/prices/read-prices.ts";
import type { Database } from "#core/storage/database.ts";
import { firstTopUp } from "./ledger-plan.ts";
import { insertTransfers, isLedgerSeeded, seedLedger } from "./seed-ledger.ts";
import { seedUsage } from "./seed-usage.ts";
import { WINDOW_MS } from "./traffic.ts";

const DEMO_KEYS = [
  { name: "Production", weight: 68 },
  { name: "Staging", weight: 21 },
  { name: "Nightly evaluation", weight: 11 },
];

/** The demo spends between them in most months. */
const ALERTS_DOLLARS = [50, 100];

export interface DemoSeed {
  userId: string;
  email: string;
  /** Usage rows of the last 30 days. */
  rows: number;
  /** Epoch ms. */
  now: number;
  /** Creates an active key of the account. @returns its ids, including the public one. */
  createKey: (account: Account, name: string) => Promise<{ id: string }>;
  /** Called now and then with the usage rows stored so far. */
  onProgress?: (rows: number) => void;
}

/** When the account of a demo seeded at `now` was opened: a day before its usage begins. Both are epoch ms. */
export const demoOpenedAt = (now: number): number => now - 2 * WINDOW_MS - DAY_MS;

/**
 * Creates a demo account with keys, payments and usage, which is charged by the price lists in force at its time.
 * Resumes an interrupted seed. A finished one is left alone, whatever has become of its keys and its usage, and whatever
 * a newer version would seed. @throws Error when no price list was in force when the account was opened.
 */
export async function seedDemo(db: Database, demo: DemoSeed): Promise<Account> {
  const { userId, email, rows, now, onProgress } = demo;
  const opened = demoOpenedAt(now);
  const clock = { now: () => opened };
  const account = await ensureAccount({ db, clock, requestId: "seed" }, { userId, email });
  if (await isLedgerSeeded(db, account.id)) return account;
  const prices = await priceListsSince(db, opened);
  // Only an account with money may make keys.
  await insertTransfers(db, account.id, [firstTopUp(account.id, opened)]);
  const keys = await demoKeys(db, account, demo);
  await seedUsage(db, { accountId: account.id, keys, rows, now, prices, ...(onProgress && { onProgress }) });
  await backdateKeys(db, account.id, opened);
  // It is what marks the seed as finished.
  await seedLedger(db, account.id, { opened, now });
  const nowContext = { db, clock: { now: () => now }, requestId: "seed", account };
  // Knows from the ledger's days which of them this month has reached.
  await setSpendAlerts(nowContext, ALERTS_DOLLARS);
  return account;
}

/** The one in force at `at` (epoch ms) and all later ones, earliest first. */
async function priceListsSince(db: Database, at: number): Promise<PriceList[]> {
  const { current, next } = await readPrices(db, at);
  if (current === null)
    throw new Error(
      "The price list begins after the demo's usage. Run npm start -- --fresh to delete the stack's state and start over.",
    );
  return [current, ...(next ? await priceListsSince(db, next.from) : [])];
}

async function demoKeys(db: Database, account: Account, { createKey }: DemoSeed) {
  const known = await keyIds(db, account.id);
  for (const { name } of DEMO_KEYS) if (!known.has(name)) await createKey(account, name);
  const ids = await keyIds(db, account.id);
  return DEMO_KEYS.map(({ name, weight }) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo key ${name} was not made.`);
    return { id, weight };
  });
}

/** Name → api_keys.id; of keys with the same name the oldest. */
async function keyIds(db: Database, accountId: number): Promise<Map<string, number>> {
  const sql = "SELECT name, min(id) AS id FROM api_keys WHERE account_id = ?1 GROUP BY name";
  const { rows } = await db.$client.execute({ sql, args: [accountId] });
  return new Map(rows.map(({ name, id }) => [String(name), Number(id)]));
}

const UNMARKED = `account_id = ?1 AND last_used IS NULL
  AND EXISTS (SELECT 1 FROM api_usage AS u WHERE u.account_id = ?1 AND u.key_id = api_keys.id)`;

/** The keys are as old as their usage, in the activity too. A key that has been used since is left alone. */
async function backdateKeys(db: Database, accountId: number, opened: number): Promise<void> {
  const created = `UPDATE audit_log SET created_at = ?2 WHERE account_id = ?1 AND action = 'key.created'
    AND subject IN (SELECT public_id FROM api_keys WHERE ${UNMARKED})`;
  const keys = `UPDATE api_keys SET created_at = ?2, last_used = (
      SELECT max(timestamp) FROM api_usage AS u WHERE u.account_id = ?1 AND u.key_id = api_keys.id)
    WHERE ${UNMARKED}`;
  const args = [accountId, opened];
  await db.$client.batch(
    [
      { sql: created, args },
      { sql: keys, args },
    ],
    "write",
  );
}
