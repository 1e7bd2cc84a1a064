import { runInDurableObject } from "cloudflare:test";
import type { Database } from "#core/storage/database.ts";
import { MeterLink } from "#worker/gateway/meter/meter-link.ts";
import { type MeteredKey, meterOf } from "./meter.ts";
import type { SyncFault } from "./meter-acts.ts";
import { openTestDatabase } from "./test-api.ts";

/** Until the object restarts or is given another fault, each write of its account in libSQL fails. */
export async function setSyncFault(key: Pick<MeteredKey, "route">, fault: SyncFault): Promise<void> {
  await runInDurableObject(meterOf(key), (meter) => {
    Object.assign(meter, { connected: fault === "none" ? null : alone(databaseThatFails(fault)) });
  });
}

/** Until the object restarts or is given a fault, it reads libSQL and stores nothing there. */
export async function onlyReadLibsql(key: Pick<MeteredKey, "route">): Promise<void> {
  await runInDurableObject(meterOf(key), (meter) => {
    Object.assign(meter, { connected: alone(databaseThatStoresNothing()) });
  });
}

/** Whatever the object reads or posts goes through this database. */
const alone = (db: Database) =>
  new MeterLink(
    () => db,
    async () => null,
  );

function databaseThatStoresNothing() {
  const db = openTestDatabase();
  const batch = db.$client.batch.bind(db.$client);
  const isRead = (statement: Parameters<typeof batch>[0][number]) =>
    /^SELECT/.test(typeof statement === "object" && "sql" in statement ? statement.sql : String(statement));
  const reading: typeof batch = (statements, mode) => batch(statements.filter(isRead), mode);
  Object.assign(db.$client, { batch: reading });
  return db;
}

function databaseThatFails(fault: "before" | "after") {
  const db = openTestDatabase();
  const batch = db.$client.batch.bind(db.$client);
  const failing: typeof batch = async (...parameters) => {
    if (fault === "after") await batch(...parameters);
    throw new Error("The connection was lost.");
  };
  Object.assign(db.$client, { batch: failing });
  return db;
}
