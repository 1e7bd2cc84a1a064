import { drizzle } from "drizzle-orm/libsql/web";
import type { Database } from "#core/storage/database.ts";

/** Fails in SQLite while the statement runs: the integer overflows. */
const POISON = "SELECT abs(-9223372036854775807 - 1)";

export type Fault =
  /** The request is never sent. */
  | { at: "before" }
  /** The server has committed; the response is lost. */
  | { at: "after" }
  /** The server disconnects before the statement with this index; all of the batch must be rolled back. */
  | { at: "inside"; index: number };

class InjectedFault extends Error {}

/**
 * A connection on which one trip to the server fails, as when the worker dies there.
 * @param call the trip, counted from 0.
 */
export function faultyDatabase(db: Database, call: number, fault: Fault) {
  const trips: { statements: number }[] = [];
  const wrap = async <Result>(statements: number, send: (poisonAt: number | null) => Promise<Result>) => {
    const mine = trips.push({ statements }) - 1;
    if (mine !== call) return await send(null);
    if (fault.at === "before") throw new InjectedFault();
    if (fault.at === "after") {
      await send(null);
      throw new InjectedFault();
    }
    return await send(fault.index);
  };
  const client = new Proxy(db.$client, {
    get(target, name) {
      if (name === "execute") {
        return (statement: Parameters<typeof target.execute>[0]) =>
          wrap(1, (poisonAt) => target.execute(poisonAt === null ? statement : POISON));
      }
      if (name === "batch") {
        return (statements: Parameters<typeof target.batch>[0], mode: "write" | "read") =>
          wrap(statements.length, (at) =>
            target.batch(at === null ? statements : statements.toSpliced(at, 0, POISON), mode),
          );
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: drizzle(client), trips };
}
