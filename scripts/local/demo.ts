import { decodeBase64 } from "#core/domain/encoding.ts";
import type { Account } from "#core/services/context.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { seedDemo } from "#scripts/seed/seed-demo.ts";
import type { StackAddresses } from "./addresses.ts";
import { localUserId } from "./local-user.ts";
import type { LocalSecrets } from "./settings.ts";

export const DEMO_USER = { email: "maya@example.com", password: "Latchkey-demo-1" };

/** Makes the demo account with its keys, its payments and its usage. Safe to repeat: what exists stays. */
export async function prepareDemo(
  { supabase, libsql, stripe }: StackAddresses,
  secrets: LocalSecrets,
  rows: number,
  say: (detail: string) => void,
): Promise<void> {
  const db = openDatabase({ url: libsql.url });
  const createDemoKey = keyMaker(db, secrets);
  const { id } = await seedDemo(db, {
    userId: await localUserId(supabase, DEMO_USER),
    email: DEMO_USER.email,
    rows,
    now: Date.now(),
    createKey: createDemoKey,
    onProgress: (done) => say(`${done.toLocaleString("en-US")} usage rows`),
  });
  await tellStripe(stripe, await paymentsOf(db, id));
}

/** Without them, the daily comparison would find payments that Stripe doesn't know, and none could be refunded. */
async function tellStripe({ url }: StackAddresses["stripe"], payments: readonly object[]): Promise<void> {
  const response = await fetch(`${url}/_test/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ payments }),
  });
  if (!response.ok) throw new Error(`Stripe refused the demo's payments: ${await response.text()}`);
}

/** As Stripe describes them; the real ones among them it knows. */
async function paymentsOf(db: Database, accountId: number) {
  const sql = `SELECT payment_intent, amount_minor, currency, paid_at, id FROM checkout_orders
    WHERE account_id = ?1 AND status = 'paid' AND payment_intent IS NOT NULL ORDER BY paid_at`;
  const { rows } = await db.$client.execute({ sql, args: [accountId] });
  return rows.map(({ payment_intent: id, amount_minor: amount, currency, paid_at, id: order_id }) => ({
    id,
    amount,
    currency,
    created: Math.floor(Number(paid_at) / 1000),
    metadata: { order_id },
  }));
}

/** No metering before the workers start. */
const metering = { refresh: async () => {} };

function keyMaker(db: Database, { keyPepper, keySealingSecret }: LocalSecrets) {
  const keySecrets = { pepper: bytes(keyPepper), sealing: bytes(keySealingSecret) };
  const clock = { now: () => Date.now() };
  return (account: Account, name: string) =>
    createKey({ db, clock, account, keySecrets, metering, requestId: "seed" }, { name });
}

function bytes(base64: string) {
  const decoded = decodeBase64(base64);
  if (decoded === null)
    throw new Error("secrets.json holds a secret that is not base64; start with --fresh.");
  return decoded;
}
