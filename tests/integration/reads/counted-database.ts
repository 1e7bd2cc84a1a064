import type { Database } from "#core/storage/database.ts";

/** A connection that counts the statements it receives, however they are sent. */
export function countedDatabase(db: Database): { db: Database; reads: () => number } {
  let count = 0;
  const select: Database["select"] = (...columns: []) => {
    count += 1;
    return db.select(...columns);
  };
  return { db: Object.create(db, { select: { value: select } }), reads: () => count };
}
