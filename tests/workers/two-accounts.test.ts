import { beforeAll, describe, expect, it } from "vitest";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { operations } from "#worker/api/app.ts";
import { auditOf } from "./support/audit.ts";
import { type Belongings, furnish } from "./support/belongings.ts";
import { END_SESSION, provide } from "./support/provider.ts";
import { call, createKeyAs, errorOf, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const described = await operations();
let [owner, stranger]: TestUser[] = [];
let owned: Belongings;
let cursors: string[];
const session = crypto.randomUUID();

beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(), newUser()]);
  [owned] = await Promise.all([furnish(api, owner), furnish(api, stranger)]);
  await provide(owner.userId, { [END_SESSION]: { body: true } });
  cursors = [...(await cursorsOf(owner)), owned.orderId];
});
async function cursorsOf({ token }: TestUser): Promise<string[]> {
  const lists = ["audit", "ledger", "notifications", "receipts", "usage"];
  const found = lists.map(async (list) => {
    const page = await call(api, token, `/api/${list}?limit=1`);
    return (await page.json<{ next_cursor: string | null }>()).next_cursor ?? "";
  });
  return (await Promise.all(found)).filter((cursor) => cursor !== "");
}
const tokenOf = (user: TestUser | undefined) => user?.token ?? "";

interface Row {
  id: () => string;
  missing: string;
  body?: unknown;
  /** The owner's response. The rows run in this order. */
  own: number;
}
const aKey = { id: () => owned.key.id, missing: "key_doesnotexist" };

/** Every route with an id of an account's resource. A new route fails the test until it is added here. */
const matrix: Record<string, Row> = {
  "PATCH /api/keys/:id": { ...aKey, body: { name: "Renamed", disabled: false }, own: 200 },
  "PUT /api/keys/:id/budgets": { ...aKey, body: { budgets: [{ period: "day", amount: 5 }] }, own: 200 },
  "POST /api/keys/:id/budgets/trial": { ...aKey, body: { budgets: [] }, own: 200 },
  "POST /api/keys/:id/restrictions/trial": { ...aKey, body: {}, own: 200 },
  "POST /api/keys/:id/reveal": { ...aKey, own: 200 },
  "POST /api/keys/:id/rotate": { ...aKey, body: { overlap_hours: 1 }, own: 201 },
  "POST /api/keys/:id/revoke": { ...aKey, own: 200 },
  "POST /api/tokens/:id/revoke": { id: () => owned.accessToken.id, missing: "tok_doesnotexist", own: 200 },
  "POST /api/notifications/:id/read": {
    id: () => owned.notificationId,
    missing: "ntf_999999999999",
    own: 200,
  },
  "GET /api/receipts/:id": { id: () => owned.orderId, missing: "order_doesnotexist", own: 200 },
  "GET /api/receipts/:id/invoice": { id: () => owned.orderId, missing: "order_doesnotexist", own: 200 },
  "GET /api/auto-top-up/charges/:id": { id: () => owned.chargeId, missing: "order_doesnotexist", own: 200 },
  "POST /api/auto-top-up/charges/:id/confirmation": {
    id: () => owned.chargeId,
    missing: "order_doesnotexist",
    own: 200,
  },
  "DELETE /api/account/sessions/:id": { id: () => session, missing: crypto.randomUUID(), own: 200 },
  "GET /api/figures?range=24h&key_id=:id": { ...aKey, own: 200 },
  "GET /api/figures?range=30d&endpoint=other&key_id=:id": { ...aKey, own: 200 },
  "GET /api/figures/breakdown?range=24h&key_id=:id": { ...aKey, own: 200 },
  "GET /api/figures/stacked?range=24h&by=model&key_id=:id": { ...aKey, own: 200 },
  "GET /api/usage?key_id=:id": { ...aKey, own: 200 },
  "GET /api/usage/refusals?range=24h&key_id=:id": { ...aKey, own: 200 },
  "GET /api/usage/:id": { id: () => owned.requestId, missing: "req_doesnotexist", own: 200 },
  "GET /api/usage.csv?range=24h&key_id=:id": { ...aKey, own: 200 },
  "POST /api/account/payment-link-completion": {
    id: () => owned.sessionId,
    missing: "cs_test_doesnotexist",
    // Whoever it names, the session decides.
    body: { session_id: ":id", userId: "00000000-0000-4000-8000-000000000000" },
    own: 200,
  },
};

/** Routes for sessions; `/v1` is for keys. */
const routesOfApi = () =>
  api.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !isForOperators(path))
    .map(({ method, path }) => `${method} ${path}`);

it("the matrix has every route with an id in its path", () => {
  const named = routesOfApi().filter((route) => /[:*{]/.test(route));
  const covered = Object.keys(matrix).map((route) => route.replace(/\?.*/, ""));
  expect([...new Set(named)].filter((route) => !covered.includes(route))).toEqual([]);
  expect(covered.filter((route) => !routesOfApi().includes(route))).toEqual([]);
});

describe("another account's resources return the same as unknown ones", () => {
  it.each(Object.entries(matrix))("%s", async (route, { id, missing, body, own }) => {
    const [method = "", path = ""] = route.split(" ");
    const ask = (user: TestUser | undefined, about: string) => {
      const filled = JSON.stringify(body)?.replace(":id", about);
      const sent = filled === undefined ? {} : { body: filled };
      return call(api, tokenOf(user), path.replace(":id", about), { method, ...sent });
    };
    const [foreign, none] = [await ask(stranger, id()), await ask(stranger, missing)];
    expect([foreign.status, none.status]).toEqual([404, 404]);
    const [foreignBody, noneBody] = [await errorOf(foreign), await errorOf(none)];
    expect({ ...foreignBody, request_id: "" }).toEqual({ ...noneBody, request_id: "" });
    const list = await call(api, tokenOf(owner), "/api/keys");
    const before = await auditOf(owner?.account.id ?? 0);
    expect(before.filter(({ requestId }) => requestId === foreign.headers.get("x-request-id"))).toEqual([]);
    expect(await list.text()).toContain(owned.key.id);
    expect((await ask(owner, id())).status, "its owner").toBe(own);
  });
});

describe("no response contains anything of another account", () => {
  const reads = routesOfApi().filter((route) => /^GET [^:]*$/.test(route));
  const takes = (path: string, name: string) =>
    described.some(
      (operation) =>
        operation.path === path &&
        operation.method === "get" &&
        operation.object.parameters.some((parameter) => parameter.name === name),
    );

  it.each(reads)("%s, whatever the query", async (route) => {
    const path = route.replace("GET ", "");
    const questions = ["?range=24h"];
    if (takes(path, "key_id")) questions.push(`?range=24h&key_id=${owned.key.id}`);
    if (takes(path, "cursor"))
      questions.push(...cursors.map((cursor) => `?range=24h&cursor=${encodeURIComponent(cursor)}`));
    for (const question of questions) {
      const response = await call(api, tokenOf(stranger), path + question);
      expect([200, 404, 422]).toContain(response.status);
      const text = await response.text();
      for (const mark of owned.marks) expect(text).not.toContain(mark);
    }
  });

  it("but the owner finds it there", async () => {
    const ledger = ["/api/ledger", "/api/ledger/days", "/api/ledger.csv", "/api/receipts"];
    const lists = ["/api/keys", ...ledger, "/api/audit", "/api/notifications", "/api/usage"];
    const reports = ["/api/usage.csv?range=24h", "/api/figures/breakdown?range=30d", "/api/account/runway"];
    const refused = ["/api/usage/refusals?range=24h"];
    const found = await Promise.all(
      [...lists, ...reports, ...refused].map(async (path) => {
        const text = await (await call(api, tokenOf(owner), path)).text();
        return owned.marks.some((mark) => text.includes(mark)) ? [] : [path];
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});

it("one account's invitations don't affect another's, and it can't close another account", async () => {
  const [one, other] = await Promise.all([newUser(), newUser()]);
  const invitation = { body: { email: `${crypto.randomUUID()}@example.com` } };
  expect((await call(api, other.token, "/api/account/invitations", invitation)).status).toBe(202);
  expect(await auditOf(one.account.id)).toEqual([]);
  const typed = { method: "DELETE", body: { email: one.email } };
  expect((await call(api, other.token, "/api/account", typed)).status).toBe(422);
  expect((await call(api, one.token, "/api/keys")).status).toBe(200);
});

it("lists, balances and limits are each account's own", async () => {
  const [one, other] = await Promise.all([newUser(), newUser({ micros: 3_000_000 })]);
  await createKeyAs(api, one);
  expect(await (await call(api, other.token, "/api/keys")).json()).toEqual([]);
  const balance = await call(api, other.token, "/api/account/balance");
  expect(await balance.json()).toMatchObject({ balance: 3 });
});

it("only health, the API description, the prices, the signed webhook and preflights work without sign-in or key", async () => {
  const open = api.routes
    .filter(({ method, path }) => method !== "ALL" && !isForOperators(path))
    .map(async ({ method, path }) => {
      const { status } = await call(api, null, path.replace(":id", "key_x"), { method });
      return status === 401 ? [] : [`${method} ${path}`];
    });
  expect([...new Set((await Promise.all(open)).flat())].sort()).toEqual([
    "GET /api/health",
    "GET /api/metrics",
    "GET /api/openapi.json",
    "GET /api/prices",
    "OPTIONS /v1/*",
    "OPTIONS /v1/keys/self/revoke",
    "POST /api/stripe/webhook",
  ]);
});

it("a key does not give access to the account, and a session's token does not work as a key", async () => {
  const user = await newUser();
  const { key } = await createKeyAs(api, user);
  expect((await call(api, key, "/api/keys")).status).toBe(401);
  expect((await call(api, user.token, "/v1/keys/self/revoke", { method: "POST" })).status).toBe(401);
});
