import { eq, lt, sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { firstOf, type Read } from "./read.ts";
import { operatorSessions } from "./schema/operations.ts";
import { writeBatch } from "./write-batch.ts";

/** When the session was last used at the desk, epoch ms; null before that was stored. */
export const lastUseOfSession = (db: Database, sessionId: string): Read<number | null> =>
  firstOf(
    db,
    db
      .select({ usedAt: operatorSessions.usedAt })
      .from(operatorSessions)
      .where(eq(operatorSessions.sessionId, sessionId)),
  ).map((row) => row?.usedAt ?? null);

interface Use {
  sessionId: string;
  at: number;
  /** Sessions that were not used since, epoch ms, are removed. */
  forgetBefore: number;
}

/** A later use that is stored already stays. */
export async function noteUseOfSession(db: Database, { sessionId, at, forgetBefore }: Use): Promise<void> {
  await writeBatch(db, [
    db
      .insert(operatorSessions)
      .values({ sessionId, usedAt: at })
      .onConflictDoUpdate({
        target: operatorSessions.sessionId,
        set: { usedAt: sql`max(used_at, excluded.used_at)` },
      }),
    db.delete(operatorSessions).where(lt(operatorSessions.usedAt, forgetBefore)),
  ]);
}
