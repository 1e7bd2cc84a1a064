import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { Account, KeysContext, ServiceContext } from "#core/services/context.ts";
import { sealedKey } from "#core/services/keys/create-key.ts";
import { accountRouteOf } from "#core/services/keys/key-hash.ts";
import { createGrant } from "#core/services/playground/grants.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { moveMoney } from "#core/storage/move-money.ts";

/** Where the Playground would be. */
export const PLAYGROUND_ORIGIN = "https://bench.example";
const MICROS = 1_000_000_000;
const clock = { now: () => Date.now() };
const INSERT_KEYS = `INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at)
  SELECT value->>'publicId', :account, value->>'name', value->>'lookup', value->>'sealed', value->>'mask', 'active', :at
  FROM json_each(:keys)`;

interface Customer {
  micros?: number;
  test?: boolean;
}

type Secrets = KeysContext["keySecrets"];

/** A new account with money. @returns its keys, each of which is admitted 100 times a minute. */
export async function newCustomer(
  db: Database,
  keySecrets: Secrets,
  count: number,
  { micros = MICROS, test = false }: Customer = {},
): Promise<string[]> {
  const ctx = { db, clock, requestId: "bench", keySecrets };
  const { id } = await newAccount(ctx, micros);
  const drawn: Awaited<ReturnType<typeof sealedKey>>[] = [];
  const owner = { id, route: await accountRouteOf(ctx, id) };
  for (let i = 0; i < count; i++) drawn.push(await sealedKey(ctx, owner, { name: "Bench", test }));
  const args = { account: id, at: clock.now(), keys: JSON.stringify(drawn.map(({ row }) => row)) };
  await db.$client.execute({ sql: INSERT_KEYS, args });
  return drawn.map(({ key }) => key);
}

/** A grant for the Playground of a new account with money. */
export async function newGrant(db: Database, keySecrets: Secrets): Promise<string> {
  const ctx = { db, clock, requestId: "bench", keySecrets };
  const account = await newAccount(ctx, MICROS);
  const caller = { token: "", assurance: "aal1", sessionId: crypto.randomUUID() };
  const metering = { refresh: async () => {} };
  const { grant } = await createGrant(
    { ...ctx, account, caller, metering, appOrigin: PLAYGROUND_ORIGIN },
    { origin: null },
  );
  return grant;
}

async function newAccount(ctx: ServiceContext, micros: number): Promise<Account> {
  const userId = crypto.randomUUID();
  const account = await ensureAccount(ctx, { userId, email: `${userId}@example.com` });
  const [debit, credit] = [OPERATOR_CREDIT, accountName(account.id)];
  const credited = { debit, credit, micros, kind: "grant", source: userId, at: clock.now() } as const;
  const transfer = transferOnce(ctx.db, credited);
  await moveMoney(ctx.db, { accountId: account.id, sources: [userId], at: credited.at }, [transfer], []);
  return account;
}
