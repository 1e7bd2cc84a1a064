import { drizzle } from "drizzle-orm/libsql/web";
import type { Payments } from "#core/ports.ts";
import type { Database } from "#core/storage/database.ts";

/** Fails in SQLite while the statement runs: the integer overflows. */
const POISON = "SELECT abs(-9223372036854775807 - 1)";

/** Where a use case is interrupted: at its call number `call` of either party, counted from 0. */
export interface Fault {
  of: "database" | "provider";
  call: number;
  /**
   * `before`: never sent. `after`: done, but the response is lost. `inside`: rolled back in mid-transaction.
   */
  at: "before" | "after" | "inside";
}

type Outside = { db: Database; payments: Payments };

/** The same outside world, in which one call fails; `tripped` says whether that call was made. */
export function cutOff<Context extends Outside>(ctx: Context, fault: Fault) {
  const state = { tripped: false };
  let calls = 0;
  const run = async <Result>(send: () => Promise<Result>, broken: () => Promise<Result>): Promise<Result> => {
    if (calls++ !== fault.call) return send();
    state.tripped = true;
    if (fault.at === "after") await send();
    if (fault.at === "inside") await broken();
    throw new Error("cut off");
  };
  const { $client } = ctx.db;
  const execute: typeof $client.execute = (statement: Parameters<typeof $client.execute>[0]) =>
    run(
      () => $client.execute(statement),
      () => $client.execute(POISON),
    );
  const batch: typeof $client.batch = (statements, mode) =>
    run(
      () => $client.batch(statements, mode),
      () => $client.batch([...statements, POISON], mode),
    );
  const client = new Proxy($client, {
    get: (target, name) => ({ execute, batch })[String(name)] ?? Reflect.get(target, name, target),
  });
  const payments = new Proxy(ctx.payments, {
    get: (target, name, self) => {
      const ask = Reflect.get(target, name, self);
      return (...input: unknown[]) =>
        run(
          () => ask(...input),
          () => ask(...input),
        );
    },
  });
  const broken = fault.of === "database" ? { db: drizzle(client) } : { payments };
  return { ctx: { ...ctx, ...broken }, state };
}
