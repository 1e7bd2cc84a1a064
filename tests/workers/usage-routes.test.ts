import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import { requestSearchResponse, usageReceipt } from "#core/contract/usage.ts";
import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { furnish } from "./support/belongings.ts";
import {
  call,
  createKeyAs,
  errorOf,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

const api = testApi();
const get = (user: TestUser | null, path: string) => call(api, user?.token ?? null, path);

it.each([
  ["", ""],
  ["/breakdown", ""],
  ["/stacked", "&by=model"],
])("/api/analytics%s returns what /api/figures returns there", async (path, more) => {
  const user = await newUser();
  const { key } = await furnish(api, user);
  const ask = async (base: string, query: string) => {
    const response = await get(user, `/api/${base}${path}?${query}${more}`);
    return [response.status, { ...(await response.json<object>()), as_of: "", request_id: "" }];
  };
  for (const [query, status] of [
    [`range=2026-01&key_id=${key.id}`, 200],
    ["range=24h&key_id=unknown", 404],
    ["range=24h&tz=UTC%2B5", 422],
  ] as const) {
    const found = await ask("figures", query);
    expect(found[0]).toBe(status);
    expect(await ask("analytics", query)).toEqual(found);
  }
});

describe("GET /api/usage refuses with 422 and the field's name", () => {
  it.each([
    ["status=teapot", "status", "The status must be success, error or a code such as 429."],
    ["status=999", "status", "The status must be success, error or a code such as 429."],
    ["from=yesterday", "from", "The from field must be an ISO 8601 time, such as 2026-11-20T14:00:00Z."],
    ["to=2026-11-20", "to", "The to field must be an ISO 8601 time, such as 2026-11-20T14:00:00Z."],
    [`endpoint=${"e".repeat(201)}`, "endpoint", "The endpoint must have at most 200 characters."],
  ])("%s", async (query, field, error) => {
    const response = await get(await newUser(), `/api/usage?${query}`);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({ code: "invalid_request", field, error });
  });
});

it("the log applies each filter of the query string", async () => {
  const user = await newUser();
  const { key, requestId } = await furnish(api, user);
  const idsOf = async (query: string) => {
    const { items } = await (await get(user, `/api/usage?${query}`)).json<{
      items: { request_id: string }[];
    }>();
    return items.map(({ request_id }) => request_id);
  };
  const all = [`key_id=${key.id}`, "status=200", "from=2020-01-01T00:00:00%2B02:00"];
  for (const query of [...all, "status=success", all.join("&")])
    expect(await idsOf(query), query).toEqual([requestId]);
  const none = ["status=error", "status=201", "endpoint=%2Fv1%2Fnever", "to=2020-01-01T00:00:00Z"];
  for (const query of none) expect(await idsOf(query), query).toEqual([]);
});

/** Requests that cost nothing. */
async function store(
  { account }: TestUser,
  key: ApiKey,
  rows: readonly Pick<UsageRow, "requestId" | "timestamp">[],
) {
  const db = openTestDatabase();
  const [stored] = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.publicId, key.id));
  const figures = {
    accountId: account.id,
    keyId: stored?.id ?? 0,
    endpoint: "/v1/chat/completions",
    statusCode: 200,
    responseTime: 10,
    costMicros: 0,
    tokensIn: 1,
    tokensOut: 1,
  };
  await insertUsage(
    db,
    rows.map((row) => ({ ...figures, ...row })),
  );
}

describe("GET /api/usage/find", () => {
  const find = async (user: TestUser, id: string) => {
    const response = await get(user, `/api/usage/find?id=${encodeURIComponent(id)}`);
    return requestSearchResponse.parse(await response.json()).items.map(({ request_id }) => request_id);
  };

  it("finds the newest three by how their ID begins, a whole ID at any time, and nothing of another account", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    const key = await createKeyAs(api, user);
    const at = Date.UTC(2026, 8, 1, 12);
    const idAt = (instant: number) => v7({ msecs: instant });
    const rows = [0, 1, 2, 3].map((n) => ({ requestId: idAt(at + n), timestamp: at + n + 20_000 }));
    const imported = { requestId: "Import-2026-00001", timestamp: at - DAY_MS };
    await store(user, key, [...rows, imported]);
    const newest = rows.toReversed().map(({ requestId }) => requestId);
    const beginning = newest[0]?.slice(0, 9) ?? "";
    expect(await find(user, beginning)).toEqual(newest.slice(0, 3));
    expect(await find(user, beginning.toUpperCase())).toEqual(newest.slice(0, 3));
    expect(await find(user, newest[3] ?? "")).toEqual([newest[3]]);
    expect(await find(user, imported.requestId)).toEqual([imported.requestId]);
    expect(await find(user, idAt(at + DAY_MS).slice(0, 13))).toEqual([]);
    for (const id of [beginning, ...newest]) expect(await find(stranger, id)).toEqual([]);
  });

  it("finds a whole ID before newer ones that begin with it", async () => {
    const user = await newUser();
    const key = await createKeyAs(api, user);
    const ids = ["order-1", "order-10", "order-11", "order-12", "order-13"];
    const rows = ids.map((id, n) => ({ requestId: id, timestamp: Date.UTC(2026, 8, 1) + n }));
    await store(user, key, rows);
    expect(await find(user, "order-1")).toEqual(["order-1", "order-13", "order-12"]);
  });

  it.each(["12345", "r".repeat(129)])("refuses %s with its rule", async (id) => {
    const response = await get(await newUser(), `/api/usage/find?id=${id}`);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({
      field: "id",
      error: "The id must have 6 to 128 characters.",
    });
  });
});

describe("GET /api/usage/{request_id}", () => {
  it("returns the request with its key, even if revoked", async () => {
    const user = await newUser();
    const { key, requestId } = await furnish(api, user);
    const ask = async () =>
      usageReceipt.strict().parse(await (await get(user, `/api/usage/${requestId}`)).json());
    const shown = { name: key.name, mask: expect.stringMatching(/^lk_.*•.*$/), status: "active" };
    expect(await ask()).toMatchObject({ request_id: requestId, key_id: key.id, cost: 0.000001, key: shown });
    await call(api, user.token, `/api/keys/${key.id}/revoke`, { method: "POST" });
    expect((await ask()).key).toMatchObject({ name: key.name, status: "revoked" });
  });

  it("returns 404 for ids that are too long, malformed or unknown", async () => {
    const user = await newUser();
    for (const id of ["r".repeat(129), "%00", "%27%20OR%201%3D1", "req_none"]) {
      const response = await get(user, `/api/usage/${id}`);
      expect([response.status, (await errorOf(response)).error]).toEqual([404, "Request not found."]);
    }
  });

  it("requires sign-in", async () => {
    expect((await get(null, "/api/usage/req_1")).status).toBe(401);
  });
});

describe("GET /api/usage.csv", () => {
  it("returns the signed-in account's requests as a file that is not cached", async () => {
    const [user, other] = await Promise.all([newUser(), newUser()]);
    const [{ key, requestId }] = await Promise.all([furnish(api, user), furnish(api, other)]);
    const response = await get(user, "/api/usage.csv?range=7d&tz=Asia/Kolkata");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="latchkey-usage-7d.csv"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const [, ...lines] = parseCsv(await response.text());
    expect(lines).toHaveLength(1);
    expect(lines[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+05:30$/);
    expect(lines[0]?.slice(1, 4)).toEqual([requestId, key.id, key.name]);
    expect(lines[0]?.slice(5, 10)).toEqual(["200", "10", "1", "1", "0.000001"]);
  });

  it.each([
    ["", "range"],
    ["range=24h&tz=Mars/Phobos", "tz"],
    ["range=24h&status=6", "status"],
  ])("returns 422 for %j, not a broken file", async (query, field) => {
    const response = await get(await newUser(), `/api/usage.csv?${query}`);
    expect([response.status, (await errorOf(response)).field]).toEqual([422, field]);
  });

  it("requires sign-in", async () => {
    expect((await get(null, "/api/usage.csv?range=24h")).status).toBe(401);
  });
});
