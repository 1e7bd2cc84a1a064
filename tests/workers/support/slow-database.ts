import { openTestDatabase } from "./test-api.ts";

/** A connection whose writes wait until they are released. */
export function databaseThatWaits() {
  const db = openTestDatabase();
  const batch = db.$client.batch.bind(db.$client);
  let arrived = () => {};
  let letGo = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const waiting: typeof batch = async (statements, mode) => {
    if (mode === "write") {
      arrived();
      await free;
    }
    return batch(statements, mode);
  };
  Object.assign(db.$client, { batch: waiting });
  return { db, reached, letGo };
}
