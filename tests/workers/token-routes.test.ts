import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AccessToken } from "#core/contract/access-tokens.ts";
import { TOKEN_SCOPES, type TokenScope } from "#core/domain/access-token.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { accountLimits, apiKeys, auditLog } from "#core/storage/schema/accounts.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { ACCESS, accessOf } from "#worker/api/access.ts";
import { createTokenAs, revokeToken } from "./support/access-tokens.ts";
import { type Belongings, furnish } from "./support/belongings.ts";
import { close } from "./support/closing.ts";
import {
  call,
  createKeyAs,
  errorOf,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

/**
 * What each scope is for. A new route refuses tokens until it is both here and in the product's list, so a scope can't
 * grow by accident.
 */
const EXPECTED: Record<TokenScope, string[]> = {
  "usage:read": [
    "GET /api/figures",
    "GET /api/figures/breakdown",
    "GET /api/figures/stacked",
    "GET /api/analytics",
    "GET /api/analytics/breakdown",
    "GET /api/analytics/stacked",
    "GET /api/usage",
    "GET /api/usage.csv",
    "GET /api/usage/:id",
    "GET /api/usage/find",
    "GET /api/usage/refusals",
  ],
  "keys:read": ["GET /api/keys", "POST /api/keys/:id/budgets/trial", "POST /api/keys/:id/restrictions/trial"],
  "keys:write": [
    "PATCH /api/keys/:id",
    "POST /api/keys",
    "POST /api/keys/:id/revoke",
    "POST /api/keys/:id/rotate",
    "PUT /api/keys/:id/budgets",
  ],
  "billing:read": [
    "GET /api/account/balance",
    "GET /api/account/budgets",
    "GET /api/account/runway",
    "GET /api/account/spend-alerts",
    "GET /api/account/subscription",
    "GET /api/ledger",
    "GET /api/ledger.csv",
    "GET /api/ledger/days",
    "GET /api/statement",
    "GET /api/statement/months",
    "GET /api/receipts",
    "GET /api/receipts/:id",
    "GET /api/receipts/:id/invoice",
  ],
};

const BODIES: Record<string, unknown> = {
  "POST /api/keys": { name: "By token" },
  "PATCH /api/keys/:id": { name: "Changed by token" },
  "PUT /api/keys/:id/budgets": { budgets: [{ period: "day", amount: 5 }] },
  "POST /api/keys/:id/budgets/trial": { budgets: [] },
  "POST /api/keys/:id/restrictions/trial": {},
  "POST /api/keys/:id/rotate": { overlap_hours: 1 },
};

/** They need no credential at all, so that one sent with them is not read. */
const OPEN = [
  "GET /api/health",
  "GET /api/metrics",
  "GET /api/openapi.json",
  "GET /api/prices",
  "POST /api/stripe/webhook",
];

const api = testApi();
const routes = [
  ...new Set(
    api.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/") && !isForOperators(path))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].filter((route) => !OPEN.includes(route));
const scopeOfRoute = (route: string) => ACCESS[route]?.scope ?? null;
const admitting = routes.filter((route) => scopeOfRoute(route) !== null);
const refusing = routes.filter((route) => scopeOfRoute(route) === null);

interface Holder {
  user: TestUser;
  owned: Belongings;
  /** A token for each scope alone, and one for all but it. */
  only: Record<TokenScope, AccessToken>;
  allBut: Record<TokenScope, AccessToken>;
}

let owner: Holder;
let stranger: Holder;
let closed: Holder;
let revoked: AccessToken;

async function holder(): Promise<Holder> {
  const user = await newUser();
  const owned = await furnish(api, user);
  const tokens = async (scopesFor: (scope: TokenScope) => TokenScope[]) => {
    const made = TOKEN_SCOPES.map(async (scope) => [
      scope,
      await createTokenAs(api, user, { scopes: scopesFor(scope) }),
    ]);
    return Object.fromEntries(await Promise.all(made));
  };
  return {
    user,
    owned,
    only: await tokens((scope) => [scope]),
    allBut: await tokens((scope) => TOKEN_SCOPES.filter((other) => other !== scope)),
  };
}

beforeAll(async () => {
  [owner, stranger, closed] = await Promise.all([holder(), holder(), holder()]);
  revoked = await createTokenAs(api, owner.user);
  await revokeToken(api, owner.user, revoked.id);
  expect((await close(api, closed.user)).status).toBe(200);
});

interface Sent {
  /** Whose resource is named. */
  about?: Belongings;
  through?: typeof api;
}

/** A request that succeeds with the right token. */
async function send(token: string | null, route: string, { about = owner.owned, through = api }: Sent = {}) {
  const [method = "", path = ""] = route.split(" ");
  const ids: Record<string, string> = {
    keys: about.key.id,
    receipts: about.orderId,
    usage: about.requestId,
    notifications: about.notificationId,
    tokens: about.accessToken.id,
  };
  const id = ids[path.split("/")[2] ?? ""] ?? crypto.randomUUID();
  const by = path.endsWith("/stacked") ? "&by=key" : "";
  const range = /figures|analytics|refusals|\.csv/.test(path) ? `?range=24h${by}` : "";
  const search = path.endsWith("/find") ? `?id=${about.requestId}` : "";
  const body = BODIES[route];
  return call(through, token, path.replace(":id", id) + range + search, {
    method,
    ...(body === undefined ? {} : { body }),
  });
}

const outcome = async (response: Response) => [
  response.status,
  response.ok ? "" : (await errorOf(response)).code,
];

/** Everything that a route could change for the owner. */
async function stateOf({ account }: TestUser) {
  const db = openTestDatabase();
  const tables = [apiKeys, accountLimits] as const;
  const actions = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.accountId, account.id));
  return [
    actions.length,
    ...(await Promise.all(
      tables.map((table) => db.select().from(table).where(eq(table.accountId, account.id))),
    )),
  ];
}

it("the list of routes that accept tokens is the expected one, and each of them exists", () => {
  const listed = Object.entries(ACCESS).flatMap(([route, { scope }]) =>
    scope === null ? [] : [[scope, route]],
  );
  const expected = Object.entries(EXPECTED).flatMap(([scope, each]) => each.map((route) => [scope, route]));
  expect(listed.toSorted()).toEqual(expected.toSorted());
  expect(refusing.length).toBeGreaterThan(20);
  expect(accessOf("OPTIONS", "/api/keys")).toBeNull();
});

describe.each(admitting)("%s", (route) => {
  const needed = scopeOfRoute(route) ?? "usage:read";

  it("refuses a request without a token, and one that is malformed, expired, revoked or of a closed account", async () => {
    const before = await stateOf(owner.user);
    const later = testApi({ clock: { now: () => Date.now() + 366 * DAY_MS } });
    const right = owner.only[needed].token;
    expect(await outcome(await send(null, route))).toEqual([401, "unauthorized"]);
    expect(await outcome(await send(`${right.slice(0, -1)}~`, route))).toEqual([401, "unauthorized"]);
    expect(await outcome(await send(right, route, { through: later }))).toEqual([401, "token_expired"]);
    expect(await outcome(await send(revoked.token, route))).toEqual([401, "token_revoked"]);
    expect(await outcome(await send(closed.only[needed].token, route))).toEqual([403, "account_closed"]);
    expect(await stateOf(owner.user)).toEqual(before);
  });

  it("refuses a token with every other scope, and changes nothing", async () => {
    const before = await stateOf(owner.user);
    const response = await send(owner.allBut[needed].token, route);
    expect([response.status, await errorOf(response)]).toMatchObject([
      403,
      {
        code: "insufficient_scope",
        error: `This access token doesn't have the scope ${needed}.`,
      },
    ]);
    expect(await stateOf(owner.user)).toEqual(before);
  });

  it("shows and changes nothing of another account", async () => {
    const before = await stateOf(owner.user);
    const response = await send(stranger.only[needed].token, route, { about: owner.owned });
    expect(response.status).toBe(route.includes(":id") ? 404 : route === "POST /api/keys" ? 201 : 200);
    const text = await response.text();
    for (const mark of owner.owned.marks) expect(text).not.toContain(mark);
    expect(await stateOf(owner.user)).toEqual(before);
  });

  it("accepts its scope alone", async () => {
    // Revoking and rotating take the key from the routes after them.
    const key = route.startsWith("GET ") ? owner.owned.key : await createKeyAs(api, owner.user);
    const response = await send(owner.only[needed].token, route, { about: { ...owner.owned, key } });
    expect(response.status, await response.clone().text()).toBe(
      ["POST /api/keys", "POST /api/keys/:id/rotate"].includes(route) ? 201 : 200,
    );
  });
});

describe("a token with every scope is refused by", () => {
  it.each(refusing)("%s, which changes nothing", async (route) => {
    const before = await stateOf(owner.user);
    const response = await send(owner.owned.accessToken.token, route);
    expect(await outcome(response)).toEqual([403, "token_not_allowed"]);
    expect(await stateOf(owner.user)).toEqual(before);
  });
});

it("a token reads with HEAD as with GET, and an unknown path is 404", async () => {
  const { token } = owner.only["keys:read"];
  expect((await call(api, token, "/api/keys", { method: "HEAD" })).status).toBe(200);
  const other = owner.only["billing:read"].token;
  expect((await call(api, other, "/api/keys", { method: "HEAD" })).status).toBe(403);
  for (const path of ["/api/nothing", "/api/keys/x/y/z"])
    expect([403, 404]).toContain((await call(api, token, path)).status);
});
