import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { KeysContext } from "#core/services/context.ts";
import { sealedKey } from "#core/services/keys/create-key.ts";
import { accountRouteOf } from "#core/services/keys/key-hash.ts";
import type { Database } from "#core/storage/database.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { moveMoney } from "#core/storage/move-money.ts";

const MICROS = 1_000_000_000;
const clock = { now: () => Date.now() };
const INSERT_KEYS = `INSERT INTO api_keys (public_id, account_id, name, lookup, sealed, mask, status, created_at)
  SELECT value->>'publicId', :account, value->>'name', value->>'lookup', value->>'sealed', value->>'mask', 'active', :at
  FROM json_each(:keys)`;

interface Customer {
  micros?: number;
  test?: boolean;
}

/** A new account with money. @returns its keys, each of which is admitted 100 times a minute. */
export async function newCustomer(
  db: Database,
  keySecrets: KeysContext["keySecrets"],
  count: number,
  { micros = MICROS, test = false }: Customer = {},
): Promise<string[]> {
  const ctx = { db, clock, requestId: "bench", keySecrets };
  const userId = crypto.randomUUID();
  const { id } = await ensureAccount(ctx, { userId, email: `${userId}@example.com` });
  const drawn: Awaited<ReturnType<typeof sealedKey>>[] = [];
  const owner = { id, route: await accountRouteOf(ctx, id) };
  for (let i = 0; i < count; i++) drawn.push(await sealedKey(ctx, owner, { name: "Bench", test }));
  const args = { account: id, at: clock.now(), keys: JSON.stringify(drawn.map(({ row }) => row)) };
  await db.$client.execute({ sql: INSERT_KEYS, args });
  const [debit, credit] = [OPERATOR_CREDIT, accountName(id)];
  const grant = { debit, credit, micros, kind: "grant", source: userId, at: clock.now() } as const;
  await moveMoney(db, { accountId: id, sources: [userId], at: grant.at }, [transferOnce(db, grant)], []);
  return drawn.map(({ key }) => key);
}
