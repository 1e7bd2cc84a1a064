import { describe, expect, it } from "vitest";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import { transferOnce } from "#core/storage/ledger.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { call, errorOf, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const get = (user: TestUser | null, path: string) => call(testApi(), user?.token ?? null, path);

const CURSOR = "This cursor is not valid for this list.";
describe("a paginated list returns 422 with the field's name for", () => {
  const reader = newUser();

  it.each([
    ["?limit=0", "limit", "The limit must be at least 1."],
    ["?limit=101", "limit", "The limit must be at most 100."],
    ["?limit=2.5", "limit", "The limit must be a whole number."],
    ["?limit=1e999", "limit", "The limit must be a number."],
    ["?cursor=", "cursor", CURSOR],
    ["?cursor=%27%20OR%201%3D1", "cursor", CURSOR],
    ["?cursor=1&cursor=2", "cursor", CURSOR],
  ])("%s", async (query, field, error) => {
    const response = await get(await reader, `/api/ledger${query}`);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({ code: "invalid_request", field, error });
  });

  it.each(["/api/receipts", "/api/usage", "/api/audit"])("another list: %s", async (list) => {
    for (const [query, field] of [
      ["limit=0", "limit"],
      ["cursor=not_one", "cursor"],
    ]) {
      const response = await get(await reader, `${list}?${query}`);
      expect([response.status, (await errorOf(response)).field]).toEqual([422, field]);
    }
  });

  it("/api/usage with a key id of 65 characters", async () => {
    const response = await get(await reader, `/api/usage?key_id=${"k".repeat(65)}`);
    expect([response.status, (await errorOf(response)).field]).toEqual([422, "key_id"]);
  });
});

it("a page has 25 items by default, and its cursor leads to the next page", async () => {
  const user = await newUser();
  const transfer = (n: number) => ({
    debit: accountName(user.account.id),
    credit: STRIPE_USD,
    micros: n,
    kind: "refund" as const,
    source: `test:${crypto.randomUUID()}`,
    at: n,
  });
  const db = openTestDatabase();
  await writeBatch(
    db,
    Array.from({ length: 30 }, (_, i) => transferOnce(db, transfer(i + 1))),
  );
  const pageOf = async (query: string) =>
    (await get(user, `/api/ledger${query}`)).json<{ items: { amount: number }[]; next_cursor: string }>();
  const first = await pageOf("");
  expect(first.items).toHaveLength(25);
  const next = await pageOf(`?cursor=${first.next_cursor}`);
  expect(next.items.map(({ amount }) => amount)).toEqual([-5e-6, -4e-6, -3e-6, -2e-6, -1e-6, 10]);
  expect(next.next_cursor).toBeNull();
  expect((await pageOf("?limit=100")).items).toHaveLength(31);
});

describe("GET /api/ledger.csv", () => {
  it("returns the signed-in account's statement as a file that is not cached", async () => {
    const [user] = await Promise.all([newUser({ micros: 12_345_678 }), newUser({ micros: 99_000_000 })]);
    const response = await get(user, "/api/ledger.csv");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="latchkey-statement-to-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const [columns, ...lines] = parseCsv(await response.text());
    expect(columns).toEqual(
      "date,kind,amount,balance_after,reference,note,usage_day,currency,receipt_number".split(","),
    );
    expect(lines.map(([, ...line]) => line)).toEqual([
      ["top_up", "12.345678", "12.345678", "", "", "", "USD", ""],
    ]);
  });

  it("requires sign-in", async () => {
    expect((await get(null, "/api/ledger.csv")).status).toBe(401);
  });
});
