import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { expectErrors } from "./support/expected-errors.ts";
import { admit, booksOf, COST, meteredUser, restart, settlement } from "./support/meter.ts";

type Metered = Awaited<ReturnType<typeof meteredUser>>;

/** Three requests paid for and in libSQL. */
async function withPast({ key, meter }: Metered) {
  for (let i = 0; i < 3; i += 1) {
    const { requestId } = await admit(key);
    await meter().settle([settlement(requestId)]);
    await runDurableObjectAlarm(meter());
  }
}

const damage = ({ meter }: Metered, sql: string) =>
  runInDurableObject(meter(), (_, { storage }) => {
    storage.sql.exec(sql);
  });

const DAMAGES: [string, string][] = [
  ["is empty", "DROP TABLE account; DROP TABLE request"],
  ["lost a table", "DROP TABLE request"],
  ["lost its account", "DELETE FROM account"],
  ["has terms that cannot be read", "UPDATE account SET terms = '{\"balanceMicros\":'"],
  ["has terms of another form", "UPDATE account SET terms = '{\"balanceMicros\": 1e300}'"],
  ["has tables of another form", "ALTER TABLE request RENAME COLUMN hold TO held"],
];

it.each(DAMAGES)("an object that %s rebuilds itself from libSQL, and repeats no batch", async (_, sql) => {
  const takeErrors = expectErrors();
  const metered = await meteredUser();
  const { user, key, meter } = metered;
  await withPast(metered);
  await damage(metered, sql);
  await restart(key);
  const { admitted, requestId, balanceMicros } = await admit(key);
  expect([admitted, balanceMicros]).toEqual([true, 1_000_000 - 4 * COST]);
  await meter().settle([settlement(requestId)]);
  await runDurableObjectAlarm(meter());
  const { rows, ...sums } = await booksOf(user);
  expect(rows).toHaveLength(4);
  expect(sums).toEqual({ cost: 4 * COST, debits: 4 * COST, balance: 1_000_000 - 4 * COST });
  expect(takeErrors().every((line) => line.includes("meter_rebuilt"))).toBe(true);
});

it("an object that lost its storage between a batch and its acknowledgement pays for it once", async () => {
  const metered = await meteredUser();
  const { user, key, meter } = metered;
  await withPast(metered);
  await damage(
    metered,
    "UPDATE request SET state = 1, batch = 2 WHERE batch = 2; UPDATE account SET next_batch = 2",
  );
  await restart(key);
  expect(await meter().standing()).toMatchObject({ unposted: 1 });
  const { requestId } = await admit(key);
  await meter().settle([settlement(requestId)]);
  await runDurableObjectAlarm(meter());
  expect(await meter().standing()).toMatchObject({ unposted: 0, balanceMicros: 1_000_000 - 4 * COST });
  const { rows, ...sums } = await booksOf(user);
  expect(rows).toHaveLength(4);
  expect(sums).toMatchObject({ cost: 4 * COST, debits: 4 * COST });
});
