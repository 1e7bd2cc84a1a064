import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { SourceRow, UsageSource } from "#core/ports.ts";
import { type ImportWorld, NOW, newUserId, startImportWorld } from "./usage-import/import-world.ts";

let world: ImportWorld;
beforeAll(async () => {
  world = await startImportWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.clear());

const MODEL_OF = `SELECT request_id, m.name AS model, tokens_in, tokens_cached FROM api_usage
JOIN models AS m ON m.id = model_id ORDER BY api_usage.id`;

it("copies a row's model and cached tokens", async () => {
  const user_id = newUserId();
  world.write({ id: 1, user_id, request_id: "a", model: "gpt-4o", tokens_in: 20, tokens_cached: 15 });
  world.write({ id: 2, user_id, request_id: "b", tokens_in: 20 });
  expect(await world.run()).toMatchObject({ rows: 2, waiting: [] });
  expect(await world.query(MODEL_OF)).toEqual([
    { request_id: "a", model: "gpt-4o", tokens_in: 20, tokens_cached: 15 },
    { request_id: "b", model: "", tokens_in: 20, tokens_cached: 0 },
  ]);
});

/** A source with these rows, whose columns can hold anything. */
const sourceOf = (rows: SourceRow[]): UsageSource => ({
  name: "odd",
  page: ({ after, until }) =>
    Promise.resolve(rows.filter(({ id }) => id > after && (until === null || id <= until))),
  rows: () => Promise.resolve([]),
});
const oddRow = (id: number, user_id: string, unlike: Record<string, unknown>): SourceRow => ({
  ...{ id, user_id, request_id: `odd-${id}`, timestamp: new Date(NOW).toISOString() },
  ...{ endpoint: "/v1/models", status_code: 200, response_time: 1, tokens_in: 10 },
  ...unlike,
});

it("imports rows whose columns of these names hold something else as rows without a model", async () => {
  const user_id = newUserId();
  const models = [7, true, { name: "x" }, "", "   ", "a\u0000b", "x".repeat(101), null];
  const cached = [-1, 1.5, "many", null, 11];
  const rows = [
    ...models.map((model, i) => oddRow(i + 1, user_id, { model })),
    ...cached.map((tokens_cached, i) => oddRow(100 + i, user_id, { tokens_cached })),
  ];
  const report = await world.run({}, world.database.db, sourceOf(rows));
  expect(report).toMatchObject({ rows: rows.length, waiting: [] });
  const stored = await world.query(MODEL_OF);
  expect(new Set(stored.map(({ model }) => model))).toEqual(new Set([""]));
  expect(stored.map(({ tokens_cached }) => tokens_cached).filter((n) => n !== 0)).toEqual([10]);
});

it("stores no more than about a thousand names of models, whoever writes the source", async () => {
  const user_id = newUserId();
  const rows = Array.from({ length: 2_500 }, (_, i) => oddRow(i + 1, user_id, { model: `made-up-${i}` }));
  const pages = { pageRows: 500 };
  const source = sourceOf(rows);
  const paged = {
    ...source,
    page: async (place: Parameters<UsageSource["page"]>[0]) =>
      (await source.page(place)).slice(0, place.limit),
  };
  expect(await world.run(pages, world.database.db, paged)).toMatchObject({ rows: 2_500 });
  const [names] = await world.query("SELECT count(*) AS n FROM models");
  expect(names?.n).toBeLessThanOrEqual(1_500);
  const [none] = await world.query("SELECT count(*) AS n FROM api_usage WHERE model_id = 0");
  expect(none?.n).toBeGreaterThanOrEqual(1_000);
});
