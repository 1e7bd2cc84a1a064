import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ACCOUNT_SORTS,
  ACCOUNT_STATUSES,
  ACCOUNT_VIEWS,
  type OperatorAccountsQuery,
  operatorAccountResponse,
  operatorAccountsResponse,
} from "#core/contract/operator.ts";
import { PLANS } from "#core/domain/plans.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import { getAccountPage } from "#core/services/operator/get-account.ts";
import { exportAccounts, listAccounts } from "#core/services/operator/list-accounts.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { inTier } from "#tests/support/tier.ts";
import { type Customer, NOW, openCustomers } from "./operator/customers.ts";
import { plainCount, plainFigures, plainList } from "./operator/plain-list.ts";
import { analyticsAt, breakdownAt } from "./rollup/usage-account.ts";

/** The same accounts in every fast run, different ones in each full one. */
const SEED = inTier({ fast: 20_260_528, full: Date.now() });
const COUNT = 60;

let server: TestDatabase;
let customers: Customer[];
const context = () => ({
  db: server.db,
  clock: { now: () => NOW },
  requestId: "test",
  directory: noDirectory,
  appOrigin: "https://latchkey.test",
  metering: noMetering,
});

beforeAll(async () => {
  server = await startPatientDatabase();
  customers = await openCustomers(server.db, COUNT, SEED);
  const rows = customers.flatMap((customer) => customer.rows);
  const rolled = rows.filter((_, at) => at % 2 > 0);
  await insertUsage(server.db, rolled);
  await rollChunk(server.db, rolled.length);
  // These stay raw.
  await insertUsage(
    server.db,
    rows.filter((_, at) => at % 2 === 0),
  );
});
afterAll(() => server.stop());

const EVERYTHING = { view: "all", sort: "spend", direction: "desc", page: 1, limit: 100 } as const;
const list = async (query: Partial<OperatorAccountsQuery>) =>
  operatorAccountsResponse
    .strict()
    .parse(await listAccounts(context(), { ...EVERYTHING, ...query } as OperatorAccountsQuery));
const maybe = <Value>(values: readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });

const customer = fc.nat(COUNT - 1);
const search = fc.oneof(
  fc.constantFrom("", "ben", "BEN_50%", "50%", "_", "'", "@EXAMPLE.com", "nobody", "lk_K", "1"),
  customer.chain((at) =>
    fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7).map((kind) => {
      const one = customers[at];
      if (one === undefined) return "";
      const { id, userId, publicId, mask, payment, email, rows } = one;
      const ids = [String(id), userId, publicId, mask.slice(0, 7), payment ?? "", `cs_${payment}`, email];
      ids.push(rows[0]?.requestId ?? "");
      return ids[kind] ?? "";
    }),
  ),
);
/** Drawn when the accounts exist. */
const queries = () =>
  fc.record({
    view: fc.constantFrom(...ACCOUNT_VIEWS),
    plan: maybe(PLANS),
    status: maybe(ACCOUNT_STATUSES),
    active: maybe(["24h", "7d", "30d"] as const),
    sort: fc.constantFrom(...ACCOUNT_SORTS),
    direction: fc.constantFrom("asc" as const, "desc" as const),
    search: fc.oneof({ weight: 2, arbitrary: fc.constant("") }, { weight: 1, arbitrary: search }),
    limit: fc.integer({ min: 1, max: 40 }),
  });

describe("the list of accounts", () => {
  it("is what a plain list of all accounts gives, page by page, whatever the query", async () => {
    const counts = Object.fromEntries(ACCOUNT_VIEWS.map((view) => [view, plainCount(customers, view)]));
    const sizes: number[] = [];
    const property = fc.asyncProperty(queries(), async ({ limit, ...query }) => {
      const expected = plainList(customers, query);
      const pages = Math.max(1, Math.ceil(expected.length / limit));
      sizes.push(expected.length);
      const ids: number[] = [];
      for (let page = 1; page <= pages; page += 1) {
        const response = await list({ ...query, limit, page });
        expect(response).toMatchObject({ total: expected.length, page, pages, counts });
        ids.push(...response.items.map(({ id }) => id));
      }
      expect(ids).toEqual(expected.map(({ id }) => id));
      expect((await list({ ...query, limit, page: pages + 1 })).items).toEqual([]);
    });
    await fc.assert(property, { numRuns: inTier({ fast: 12, full: 400 }), seed: SEED });
    // A query that finds nothing proves little.
    expect(sizes.filter((size) => size > 1).length).toBeGreaterThan(sizes.length / 10);
  });

  it("shows each account's figures", async () => {
    const { items } = await list({ sort: "created" });
    expect(items).toHaveLength(COUNT);
    for (const item of items) {
      const one = customers.find(({ id }) => id === item.id);
      if (one === undefined) throw new Error("unknown account");
      expect(item).toEqual({
        id: one.id,
        email: one.email,
        created_at: isoTime(one.createdAt),
        ...plainFigures(one),
        last_request_at: one.lastUsed === null ? null : isoTime(one.lastUsed),
      });
    }
  });

  it("exports the same accounts in the same order", async () => {
    const { page: _, limit: __, ...query } = EVERYTHING;
    const filter = { ...query, sort: "balance", search: "BEN" } as const;
    const text = await new Response(await exportAccounts(context(), filter)).text();
    const [head, ...lines] = parseCsv(text);
    expect(head?.slice(0, 3)).toEqual(["id", "email", "plan"]);
    expect(lines.map(([id]) => Number(id))).toEqual(plainList(customers, filter).map(({ id }) => id));
    expect(lines.length).toBeGreaterThan(0);
  });
});

const startOfDay = (at: number) => Math.floor(at / DAY_MS) * DAY_MS;
const spend = (rows: Customer["rows"]) =>
  rows.reduce((sum, { billedMicros = 0 }) => sum + billedMicros, 0) / 1e6;
const cost = (rows: Customer["rows"]) => rows.reduce((sum, { costMicros }) => sum + costMicros, 0) / 1e6;
const within = ({ rows }: Customer, from: number, to: number) =>
  rows.filter(({ timestamp }) => timestamp >= from && timestamp < to);

describe("the page of an account", () => {
  it("has the figures of a scan of its requests, and those of its owner's dashboard", async () => {
    const week = startOfDay(NOW) - 6 * DAY_MS;
    const day = Math.floor(NOW / HOUR_MS) * HOUR_MS - 23 * HOUR_MS;
    for (const one of customers.filter((_, at) => at % inTier({ fast: 4, full: 1 }) === 0)) {
      const page = operatorAccountResponse.strict().parse(await getAccountPage(context(), String(one.id)));
      const recent = within(one, week, NOW + 1);
      const today = within(one, day, NOW + 1);
      expect(page).toMatchObject({
        ...plainFigures(one),
        spend_7d: spend(recent),
        spend_previous_7d: spend(within(one, week - 7 * DAY_MS, NOW + 1 - 7 * DAY_MS)),
        requests_previous_24h: within(one, day - DAY_MS, NOW + 1 - DAY_MS).length,
        errors_24h: today.filter(({ statusCode }) => statusCode >= 400).length,
        requests_last_hour: within(one, NOW - HOUR_MS, NOW + 1).length,
        keys_last_hour: one.lastUsed !== null && one.lastUsed > NOW - HOUR_MS ? 1 : 0,
        keys: [{ id: one.publicId, requests_7d: recent.length, spend_7d: cost(recent) }],
        identity: null,
        ledger: {
          payments: one.balance === null ? 0 : 30,
          credits: one.balance === null ? 0 : (one.balance - 29_000_000) / 1e6,
          usage: one.balance === null ? 0 : 1,
          matches: true,
        },
      });
      expect(page.days.map(({ spend: dollars }) => dollars)).toEqual(
        Array.from({ length: 7 }, (_, at) =>
          spend(within(one, week + at * DAY_MS, week + (at + 1) * DAY_MS)),
        ),
      );
      const models = Map.groupBy(recent, ({ model }) => model);
      const spent = [...models].map(([model, rows]) => ({ model, spend: cost(rows) }));
      const byName = (a: { model?: string | undefined }, b: { model?: string | undefined }) =>
        String(a.model).localeCompare(String(b.model));
      expect(page.models.toSorted(byName)).toEqual(spent.filter((model) => model.spend > 0).toSorted(byName));
      const custom = { range: "custom", from: isoTime(week), to: isoTime(NOW + 1), tz: "UTC" } as const;
      const figures = await analyticsAt(server.db, one.id, NOW, custom);
      expect(figures.cost - (figures.imported_cost ?? 0)).toBeCloseTo(page.spend_7d, 6);
      const shares = await breakdownAt(server.db, one.id, NOW, custom);
      expect(shares.keys.map(({ cost }) => cost)).toEqual(
        recent.length === 0 ? [] : [page.keys[0]?.spend_7d],
      );
    }
  });
});
