import { and, asc, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { apiKeys } from "./schema/accounts.ts";
import { writeBatch } from "./write-batch.ts";

export type SealedRow = Awaited<ReturnType<typeof readSealedKeys>>[number];

export interface Resealed {
  id: number;
  sealed: string;
  to: { sealed: string; lookup: string };
}

/** The next keys with a ciphertext, by row id: the Playground's has none. */
export async function readSealedKeys(db: Database, { after, limit }: { after: number; limit: number }) {
  const { id, accountId, publicId, lookup, sealed } = apiKeys;
  return await db
    .select({ id, accountId, publicId, lookup, sealed: sql<string>`${sealed}` })
    .from(apiKeys)
    .where(and(gt(id, after), isNotNull(sealed), ne(sealed, "")))
    .orderBy(asc(id))
    .limit(limit);
}

/** Skips keys whose ciphertext has changed, such as revoked ones. @returns the number of keys stored. */
export async function storeResealed(db: Database, keys: Resealed[]): Promise<number> {
  const results = await writeBatch(
    db,
    keys.map(({ id, sealed, to }) =>
      db
        .update(apiKeys)
        .set(to)
        .where(and(eq(apiKeys.id, id), eq(apiKeys.sealed, sealed))),
    ),
  );
  return results.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0);
}
