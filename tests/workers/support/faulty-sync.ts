import { runInDurableObject } from "cloudflare:test";
import { type MeteredKey, meterOf } from "./meter.ts";
import type { SyncFault } from "./meter-acts.ts";
import { openTestDatabase } from "./test-api.ts";

/** Until the object restarts or is given another fault, each write of its account in libSQL fails. */
export async function setSyncFault(key: Pick<MeteredKey, "route">, fault: SyncFault): Promise<void> {
  await runInDurableObject(meterOf(key), (meter) => {
    Object.assign(meter, { database: fault === "none" ? null : databaseThatFails(fault) });
  });
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
