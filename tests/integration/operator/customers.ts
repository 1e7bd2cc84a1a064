import fc from "fast-check";
import { OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { accounts, apiKeys } from "#core/storage/schema/accounts.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

export const NOW = Date.parse("2026-05-28T18:37:12.345Z");

/** Few values, so that many accounts tie, most of them on or near an edge. */
const ages = fc.constantFrom(
  0,
  1,
  HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
  7 * DAY_MS,
  30 * DAY_MS,
  45 * DAY_MS,
  23 * HOUR_MS,
  24 * HOUR_MS,
  6 * DAY_MS,
  13 * DAY_MS,
  29 * DAY_MS,
);
const near = fc.constantFrom(0, 1, -1, 37 * 60_000, -HOUR_MS);
const startOf = (ms: number, ago: number) => (Math.floor(NOW / ms) - ago) * ms;
/** The first instants of what is added up: 30 days, 14 and 7 of them, and 24 hours of two days. */
const starts = [
  ...[29, 13, 6].map((days) => startOf(DAY_MS, days)),
  ...[23, 47].map((hours) => startOf(HOUR_MS, hours)),
];
const past = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(ages, near).map(([age, by]) => Math.min(NOW, NOW - age + by)) },
  { weight: 1, arbitrary: fc.constantFrom(...starts).chain((start) => fc.constantFrom(start, start - 1)) },
);

const someCustomer = fc.record({
  email: fc.constantFrom("maya", "ben_50%", "BEN", "o'neill", "ana"),
  createdAt: fc.constantFrom(7, 7, 8, 100).chain((days) => near.map((by) => NOW - days * DAY_MS + by)),
  closed: fc.constantFrom(false, false, false, false, true),
  suspended: fc.constantFrom(false, false, true),
  stopped: fc.constantFrom(false, false, true),
  lowMicros: fc.constantFrom(5_000_000, 0, 20_000_000),
  /** Null for an account that never had money. */
  balance: fc.constantFrom(null, -1, 0, 4_999_999, 5_000_000, 20_000_000),
  plan: fc.constantFrom(null, null, "Premium", "Business"),
  planEnds: fc.constantFrom(null, NOW - 1, NOW, NOW + 1),
  lastUsed: fc.option(past, { nil: null, freq: 3 }),
  usage: fc.array(
    fc.record({
      timestamp: past,
      costMicros: fc.constantFrom(0, 1, 2_500_000),
      isImported: fc.constantFrom(false, false, true),
      statusCode: fc.constantFrom(200, 500),
      model: fc.constantFrom("", "demo-small", "demo-large"),
    }),
    { maxLength: 8 },
  ),
});
type SomeCustomer = typeof someCustomer extends fc.Arbitrary<infer Value> ? Value : never;

export interface Customer extends Omit<SomeCustomer, "email"> {
  id: number;
  email: string;
  userId: string;
  keyId: number;
  publicId: string;
  mask: string;
  /** Of its first payment; null for an account that never had money. */
  payment: string | null;
  rows: UsageRow[];
}

/** Accounts with all combinations of what a list can be filtered and sorted by. Their usage is not stored yet. */
export async function openCustomers(db: Database, count: number, seed: number): Promise<Customer[]> {
  const drawn = fc.sample(someCustomer, { numRuns: count, seed });
  const customers: Customer[] = [];
  for (const [at, some] of drawn.entries()) customers.push(await openCustomer(db, some, at));
  return customers;
}

async function openCustomer(db: Database, some: SomeCustomer, at: number): Promise<Customer> {
  const userId = crypto.randomUUID();
  const email = some.closed ? "" : `${some.email}${at}@example.com`;
  const flag = (set: boolean) => (set ? NOW - DAY_MS : null);
  const [account] = await db
    .insert(accounts)
    .values({
      userId,
      email,
      createdAt: some.createdAt,
      lowBalanceMicros: some.lowMicros,
      closedAt: flag(some.closed),
      suspendedAt: flag(some.suspended),
      stoppedAt: flag(some.stopped),
    })
    .returning();
  const id = account?.id ?? 0;
  const publicId = `key_${at}_${userId.slice(0, 8)}`;
  const mask = `lk_K${String(at).padStart(4, "0")}Qe7T`;
  const life = some.closed
    ? { status: "revoked" as const, revokedAt: NOW }
    : { status: "active" as const, sealed: "x" };
  const [key] = await db
    .insert(apiKeys)
    .values({
      publicId,
      accountId: id,
      name: "Key",
      lookup: publicId,
      mask,
      createdAt: some.createdAt,
      ...life,
      lastUsed: some.lastUsed,
    })
    .returning();
  if (some.plan !== null)
    await db.insert(subscriptions).values({ accountId: id, type: some.plan, validUntil: some.planEnds });
  const payment = some.balance === null ? null : `pi_${userId}`;
  if (some.balance !== null) await fund(db, { id, balance: some.balance, payment: payment ?? "" });
  const keyId = key?.id ?? 0;
  const rows = some.usage.map((use) => usageRow({ id, keyId }, use));
  return { ...some, email, id, userId, keyId, publicId, mask, payment, rows };
}

const usageRow = (
  { id, keyId }: { id: number; keyId: number },
  { isImported, ...use }: SomeCustomer["usage"][number],
): UsageRow => ({
  requestId: crypto.randomUUID(),
  accountId: id,
  keyId,
  ...use,
  billedMicros: isImported ? 0 : use.costMicros,
  endpoint: "/v1/chat/completions",
  responseTime: 12,
  tokensIn: 3,
  tokensOut: 4,
});

const OPEN_USAGE = 1_000_000;

/** A payment of $30 that was partly used and taken back, or turned into a debt. */
async function fund(
  db: Database,
  { id, balance, payment }: { id: number; balance: number; payment: string },
) {
  const account = `account:${id}`;
  const paid = { debit: "stripe:usd", credit: account, micros: 30_000_000, kind: "top_up" } as const;
  const taken = {
    debit: account,
    credit: OPERATOR_CREDIT,
    micros: 30_000_000 - OPEN_USAGE - balance,
  } as const;
  const order = `INSERT INTO checkout_orders (id, session_id, account_id, product, currency, amount_minor, status,
    payment_intent, created_at, paid_at) VALUES (?, ?, ?, 'balance', 'usd', 3000, 'paid', ?, ?, ?)`;
  const names = [`order_${payment}`, `cs_${payment}`, id, payment, NOW, NOW];
  await writeBatch(db, [
    { sql: order, args: names },
    transferOnce(db, { ...paid, source: `stripe:cs:cs_${payment}`, at: NOW, orderId: `order_${payment}` }),
    transferOnce(db, { ...taken, kind: "take_back", source: `operator:${payment}`, at: NOW }),
    { sql: "INSERT INTO usage_days (account_id, day, micros) VALUES (?, 1, ?)", args: [id, OPEN_USAGE] },
  ]);
}
