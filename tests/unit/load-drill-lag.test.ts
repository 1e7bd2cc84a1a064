import { expect, it, vi } from "vitest";
import { type Database, databaseUnavailable } from "#core/storage/database.ts";
import { LagWatch } from "#scripts/load-drill/watch-lag.ts";

const watching = (execute: () => Promise<unknown>) =>
  new LagWatch({ $client: { execute } } as unknown as Database, 1);

it("counts the readings that a busy database refuses, and finds the requests once it responds", async () => {
  const found = { rows: [{ request_id: "a", rolled_up: 1 }] };
  const execute = vi
    .fn()
    .mockRejectedValueOnce(databaseUnavailable(new Error("429")))
    .mockResolvedValue(found);
  const watch = watching(execute);
  watch.add([{ id: "a", endedAt: Date.now() }]);
  await watch.run(() => watch.missing === 0);
  expect([watch.refused, watch.posted.length, watch.rolledUp.length]).toEqual([1, 1, 1]);
});

it("ends at a fault of its own statement", async () => {
  const watch = watching(() => Promise.reject(new Error("no such column")));
  await expect(watch.run(() => false)).rejects.toThrow("no such column");
});
