import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { MIGRATIONS, migrateStorage, storedVersion } from "#worker/gateway/meter/meter-migrations.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { onlyReadLibsql } from "./support/faulty-sync.ts";
import { admit, COST, meteredUser, recordsOf, restart, settlement } from "./support/meter.ts";
import { call, testApi } from "./support/test-api.ts";

type Metered = Awaited<ReturnType<typeof meteredUser>>;

/** Three requests paid for and in libSQL. */
async function withPast({ key, meter }: Metered) {
  for (let i = 0; i < 3; i += 1) {
    const { requestId } = await admit(key);
    await meter().settle([settlement(requestId)]);
    await runDurableObjectAlarm(meter());
  }
}

/** A fourth request, settled, that libSQL does not have. */
async function withUnposted({ key, meter }: Metered): Promise<string> {
  const { requestId } = await admit(key);
  await meter().settle([settlement(requestId)]);
  return requestId;
}

const run = ({ meter }: Metered, sql: string) =>
  runInDurableObject(meter(), (_, { storage }) => {
    storage.sql.exec(sql);
  });

const contents = ({ meter }: Metered) =>
  runInDurableObject(meter(), (_, { storage: { sql } }) => {
    const tables = sql.exec<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
    );
    return tables
      .toArray()
      .map(({ name, sql: form }) => [form, sql.exec(`SELECT * FROM ${name} ORDER BY 1`).toArray()]);
  });

it("an object that lost its storage begins anew from libSQL, under the numbers of its earlier batches", async () => {
  const metered = await meteredUser();
  const { user, key, meter } = metered;
  await withPast(metered);
  await runInDurableObject(meter(), (_, { storage }) => storage.deleteAll());
  await restart(key);
  const { admitted, requestId, balanceMicros } = await admit(key);
  expect([admitted, balanceMicros]).toEqual([true, 1_000_000 - 4 * COST]);
  await meter().settle([settlement(requestId)]);
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows).toHaveLength(4);
  expect(sums).toMatchObject({ cost: 4 * COST, debits: 4 * COST, balance: 1_000_000 - 4 * COST });
});

it.each([
  ["cannot be read", "'{\"balanceMicros\":'"],
  ["have another form", "'{\"balanceMicros\": 1e300}'"],
])("an object whose terms %s reads them from libSQL, and keeps what it holds", async (_, terms) => {
  const metered = await meteredUser();
  const { user, key, meter } = metered;
  await withPast(metered);
  await withUnposted(metered);
  const open = await admit(key);
  await run(metered, `UPDATE account SET terms = ${terms}`);
  await restart(key);
  expect(await meter().settle([settlement(open.requestId)])).toBeNull();
  expect(await admit(key)).toMatchObject({
    admitted: true,
    remaining: 94,
    balanceMicros: 1_000_000 - 6 * COST,
  });
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows).toHaveLength(5);
  expect(sums).toMatchObject({ cost: 5 * COST, debits: 5 * COST, balance: 1_000_000 - 5 * COST });
});

const newer = MIGRATIONS.length + 1;
const FORMS: [string, string, string, string][] = [
  [
    "are newer than this code",
    `UPDATE schema_version SET version = ${newer}`,
    `UPDATE schema_version SET version = ${MIGRATIONS.length}`,
    `The stored version is ${newer}`,
  ],
  [
    "have another form",
    "ALTER TABLE request RENAME COLUMN hold TO held",
    "ALTER TABLE request RENAME COLUMN held TO hold",
    "no such column: hold",
  ],
  [
    "are of no known version",
    "ALTER TABLE schema_version RENAME TO lost; ALTER TABLE request ADD COLUMN color TEXT",
    "ALTER TABLE lost RENAME TO schema_version; ALTER TABLE request DROP COLUMN color",
    "of no known version",
  ],
  [
    "lack one",
    "ALTER TABLE request RENAME TO lost",
    "ALTER TABLE lost RENAME TO request",
    "no such table: request",
  ],
  [
    "lack their account",
    "CREATE TABLE lost AS SELECT * FROM account; DELETE FROM account",
    "INSERT INTO account SELECT * FROM lost",
    "Expected exactly one result",
  ],
];

it.each(FORMS)("an object whose tables %s refuses, and keeps them", async (_, damage, repair, cause) => {
  const takeErrors = expectErrors();
  const metered = await meteredUser();
  const { user, key, meter } = metered;
  await withPast(metered);
  await withUnposted(metered);
  await run(metered, damage);
  await restart(key);
  const before = await contents(metered);
  const uses = [() => admit(key), async () => await meter().settle([]), async () => await meter().refresh()];
  for (const use of uses) await expect(use()).rejects.toThrow("The account's meter cannot be read.");
  const refused = await call(testApi(), key.key, "/v1/models");
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: { code: "service_unavailable" } },
  ]);
  expect(await runDurableObjectAlarm(meter())).toBe(true);
  const alarm = await runInDurableObject(meter(), (_object, { storage }) => storage.getAlarm());
  expect(alarm).toBeGreaterThan(Date.now());
  expect(await contents(metered)).toEqual(before);
  const lines = takeErrors();
  expect(lines.filter((line) => !/"event":"(meter_unreadable|request_failed)"/.test(line))).toEqual([]);
  expect(lines.some((line) => line.includes("meter_unreadable") && line.includes(cause))).toBe(true);

  await run(metered, repair);
  await restart(key);
  expect(await meter().standing()).toMatchObject({ unposted: 1, balanceMicros: 1_000_000 - 4 * COST });
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await recordsOf(user);
  expect(rows).toHaveLength(4);
  expect(sums).toMatchObject({ cost: 4 * COST, debits: 4 * COST, balance: 1_000_000 - 4 * COST });
});

it("migrations run once each, all or none, in the order of their versions", async () => {
  const metered = await meteredUser();
  await withUnposted(metered);
  await runInDurableObject(metered.meter(), (_, { storage }) => {
    const added = "ALTER TABLE request ADD COLUMN color TEXT NOT NULL DEFAULT 'red'";
    const next = [...MIGRATIONS, added, "UPDATE request SET color = color || '!'"];
    const colors = () => storage.sql.exec("SELECT color FROM request").toArray();
    expect(() => migrateStorage(storage, [...MIGRATIONS, added, "UPDATE nothing SET x = 1"])).toThrow(
      "nothing",
    );
    expect(storedVersion(storage.sql)).toBe(MIGRATIONS.length);
    expect(colors).toThrow("color");
    migrateStorage(storage, next);
    migrateStorage(storage, next);
    expect([storedVersion(storage.sql), colors()]).toEqual([next.length, [{ color: "red!" }]]);
    expect(() => migrateStorage(storage)).toThrow(`The stored version is ${next.length}`);
  });
});

/**
 * Requests 1 and 2 posted as one batch, 3 as the next, and 4 settled since; but the object has forgotten that anything
 * was posted, as if libSQL's responses had been lost, and numbers their batches anew.
 */
async function withForgotten(metered: Metered, batch: string): Promise<void> {
  const { key, meter } = metered;
  const pair = [await admit(key), await admit(key)];
  await meter().settle(pair.map(({ requestId }) => settlement(requestId)));
  await runDurableObjectAlarm(meter());
  await withUnposted(metered);
  await runDurableObjectAlarm(meter());
  await withUnposted(metered);
  const account = "next_batch = 0, terms = json_set(terms, '$.mark', NULL)";
  await run(metered, `UPDATE request SET state = 1, batch = ${batch}; UPDATE account SET ${account}`);
  await restart(key);
  expect(await meter().standing()).toMatchObject({ unposted: 4 });
}

async function expectPaidOnce({ user, meter }: Metered, requests: number): Promise<void> {
  const balance = 1_000_000 - requests * COST;
  expect(await meter().standing()).toMatchObject({ unposted: 0, balanceMicros: balance });
  const { rows, ...sums } = await recordsOf(user);
  expect(rows).toHaveLength(requests);
  expect(sums).toMatchObject({ cost: requests * COST, debits: requests * COST, balance });
}

it.each([
  ["as they were", "batch"],
  ["split", "seq"],
  ["overlapping", "seq / 2"],
  ["in one with a new request", "0"],
  ["under each other's numbers", "2 - batch"],
])("batches that libSQL has and that are posted again %s change nothing", async (_, batch) => {
  const metered = await meteredUser();
  await withForgotten(metered, batch);
  await runDurableObjectAlarm(metered.meter());
  await expectPaidOnce(metered, 4);
});

it("an object that only reads its terms drops every batch up to the one that libSQL has, and no later one", async () => {
  const metered = await meteredUser();
  const { key, meter } = metered;
  await withForgotten(metered, "batch");
  await onlyReadLibsql(key);
  expect(await meter().refresh()).toBe(true);
  expect(await meter().standing()).toMatchObject({ unposted: 1, balanceMicros: 1_000_000 - 4 * COST });
  await restart(key);
  expect(await meter().standing()).toMatchObject({ unposted: 1 });
  await runDurableObjectAlarm(meter());
  await expectPaidOnce(metered, 4);
});
