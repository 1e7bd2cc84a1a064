import { eq } from "drizzle-orm";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { Account, KeySecrets } from "#core/services/context.ts";
import { authenticateKey } from "#core/services/keys/authenticate-key.ts";
import { sealedKey } from "#core/services/keys/create-key.ts";
import { accountRouteOf } from "#core/services/keys/key-hash.ts";
import { open } from "#core/services/keys/seal.ts";
import type { Database } from "#core/storage/database.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { writeBatch } from "#core/storage/write-batch.ts";

export const randomSecret = () => crypto.getRandomValues(new Uint8Array(32));
export const clock = { now: () => Date.now() };
export const newSecrets = (): KeySecrets => ({ pepper: randomSecret(), sealing: randomSecret() });

/** Secrets after a change of both: the previous ones are known as earlier secrets. */
export const changed = (before: KeySecrets): KeySecrets => ({
  ...newSecrets(),
  earlierPeppers: [before.pepper, ...(before.earlierPeppers ?? [])],
  earlierSealings: [before.sealing, ...(before.earlierSealings ?? [])],
});

/** The secrets that remain once the operator removes the earlier ones. */
export const presentOnly = ({ pepper, sealing }: KeySecrets): KeySecrets => ({ pepper, sealing });

export async function newAccount(db: Database): Promise<Account> {
  const userId = crypto.randomUUID();
  return ensureAccount({ db, clock, requestId: "test" }, { userId, email: `${userId}@example.com` });
}

export interface KnownKey {
  publicId: string;
  accountId: number;
  key: string;
}

/** Active keys of the account, without the limits that apply when a user creates them. */
export async function stock(
  db: Database,
  {
    keySecrets,
    account,
    count,
    test = false,
  }: { keySecrets: KeySecrets; account: Account; count: number; test?: boolean },
): Promise<KnownKey[]> {
  const ctx = { db, clock, requestId: "test", keySecrets };
  const owner = { id: account.id, route: await accountRouteOf(ctx, account.id) };
  const drawn = await Promise.all(
    Array.from({ length: count }, () => sealedKey(ctx, owner, { name: "Stock", test })),
  );
  const rows = drawn.map(({ row }) => ({
    ...row,
    accountId: account.id,
    status: "active" as const,
    createdAt: Date.now(),
  }));
  for (let at = 0; at < rows.length; at += 50)
    await writeBatch(db, [db.insert(apiKeys).values(rows.slice(at, at + 50))]);
  return drawn.map(({ row, key }) => ({ publicId: row.publicId, accountId: account.id, key }));
}

/** Lists what fails for a key under these secrets; empty for a key that works. */
async function faultsOf(db: Database, keySecrets: KeySecrets, known: KnownKey): Promise<string[]> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.publicId, known.publicId));
  if (row === undefined) return ["it is gone"];
  const opened = row.sealed === null ? null : await open(keySecrets, row, row.sealed).catch(() => null);
  const found = await authenticateKey({ db, clock, requestId: "test", keySecrets }, known.key).catch(
    () => null,
  );
  return [
    ...(opened === known.key ? [] : ["it does not open"]),
    ...(found?.publicId === known.publicId ? [] : ["it is not found"]),
  ].map((fault) => `${known.publicId}: ${fault}`);
}

/** The failures of many keys. */
export async function faults(db: Database, keySecrets: KeySecrets, keys: KnownKey[]): Promise<string[]> {
  const all: string[][] = [];
  for (let at = 0; at < keys.length; at += 50) {
    all.push(...(await Promise.all(keys.slice(at, at + 50).map((key) => faultsOf(db, keySecrets, key)))));
  }
  return all.flat();
}
