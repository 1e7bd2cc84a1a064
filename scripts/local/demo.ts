import { decodeBase64 } from "#core/domain/encoding.ts";
import type { Account } from "#core/services/context.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { seedDemo } from "#scripts/seed/seed-demo.ts";
import type { StackAddresses } from "./addresses.ts";
import { addPaymentsToStripe } from "./demo-payments.ts";
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
  await addPaymentsToStripe(db, id, stripe.url);
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
