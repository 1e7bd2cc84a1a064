import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkHealth, WriteProbe } from "#core/services/health/check-health.ts";
import { openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const context = (url: string) => ({
  db: openDatabase({ url }),
  clock: { now: () => 0 },
  requestId: "test",
  writeProbe: new WriteProbe(),
});

it("health is good while the database responds, including after it died and came back", async () => {
  const ctx = context(database.url);
  expect(await checkHealth(ctx)).toEqual({ status: "ok" });
  await database.crashAndRestart();
  expect(await checkHealth(ctx)).toEqual({ status: "ok" });
});

it("health is bad while nothing listens on the database's address", async () => {
  const [port] = await freePorts(1);
  const nobody = context(`http://127.0.0.1:${port}`);
  await expect(checkHealth(nobody)).rejects.toMatchObject({ code: "database_unavailable" });
});

it("health is bad while the database accepts requests and responds to none", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const silent = context(`http://127.0.0.1:${address.port}`);
  await expect(checkHealth(silent)).rejects.toMatchObject({ code: "database_unavailable" });
  server.closeAllConnections();
  server.close();
});
