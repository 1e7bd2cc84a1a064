import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import {
  accessTokens,
  accountLimits,
  accounts,
  apiKeys,
  auditLog,
  keyBudgets,
} from "#core/storage/schema/accounts.ts";
import { checkoutOrders, ledgerTransfers } from "#core/storage/schema/ledger.ts";
import {
  knownPlaces,
  notificationDeliveries,
  notificationSettings,
  notifications,
  seenSessions,
} from "#core/storage/schema/notifications.ts";
import { subscriptions } from "#core/storage/schema/plans.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { furnish } from "./support/belongings.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { callsAbout, END_SESSION, failure, provide, USER, withSecondFactor } from "./support/provider.ts";
import {
  awayDirectory,
  call,
  errorOf,
  mint,
  newUser,
  openTestDatabase,
  type TestApi,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

/** In an emergency all keys must be stoppable at once, whatever the session. */
const STOP = "POST /api/account/stop";
/** It stands in for the second factor. */
const RECOVERY = "POST /api/account/recovery-codes/use";
/** So must all sessions, whose grants end even while the provider is away. */
const END_ALL = "DELETE /api/account/sessions";
/** Changes nothing. */
const ESTIMATE = "POST /api/playground/estimate";
/** A leak must be stoppable while the provider is away. Marking as read changes nothing that matters. */
const LIKE_READS = [
  STOP,
  ESTIMATE,
  "POST /api/keys/:id/revoke",
  "POST /api/tokens/:id/revoke",
  "POST /api/tokens/revoke-all",
  "POST /api/notifications/read",
  "POST /api/notifications/:id/read",
];

/** Bodies with which each route would change something. */
const BODIES: Record<string, unknown> = {
  "POST /api/keys": { name: "Second" },
  "PATCH /api/keys/:id": {
    disabled: true,
    expires_at: null,
    allowed_origins: ["https://evil.example"],
    shows_balance: false,
    allowed_networks: ["192.0.2.0/24"],
  },
  "PUT /api/keys/:id/budgets": { budgets: [] },
  "POST /api/keys/:id/budgets/trial": { budgets: [] },
  "POST /api/keys/:id/restrictions/trial": {},
  "POST /api/keys/:id/rotate": { overlap_hours: 1 },
  "PATCH /api/notifications/settings": { kind: "new_sign_in", by_mail: false, in_app: false },
  "PATCH /api/account/subscription": { draws_on_balance: true },
  "PATCH /api/account/balance": { low_balance_threshold: 10 },
  "PUT /api/account/budgets": { budgets: [{ period: "day", amount: 5 }] },
  "POST /api/tokens": { name: "CI", scopes: ["usage:read"], expires_in_days: 90 },
  "POST /api/account/invitations": { email: "guest@example.com" },
  [ESTIMATE]: {
    endpoint: "/v1/chat/completions",
    body: { model: "demo-small", messages: [{ role: "user", content: "Hello" }] },
  },
  "POST /api/payment/create-payment-link": { amount: 25, product: "balance" },
};

const SIGNED = "POST /api/stripe/webhook";

/** The router's own list. `/v1` is for keys. */
const routesOf = (api: TestApi) =>
  api.routes.filter(
    ({ method, path }) =>
      !["ALL", "GET"].includes(method) && path.startsWith("/api/") && !isForOperators(path),
  );
const changes = [...new Set(routesOf(testApi()).map(({ method, path }) => `${method} ${path}`))].filter(
  (route) => route !== SIGNED,
);
const guarded = changes.filter((route) => ![STOP, END_ALL, RECOVERY].includes(route));

async function scene() {
  const [user, api] = [await newUser(), testApi()];
  const { key, accessToken, notificationId, sessionId } = await furnish(api, user);
  const ids: Record<string, string> = {
    keys: key.id,
    tokens: accessToken.id,
    notifications: notificationId,
  };
  await call(api, user.token, `/api/keys/${key.id}/budgets`, {
    method: "PUT",
    body: { budgets: [{ period: "day", amount: 5 }] },
  });
  const send = (through: TestApi, token: string, route: string) => {
    const [method = "", path = ""] = route.split(" ");
    const id = ids[path.split("/")[2] ?? ""] ?? crypto.randomUUID();
    const about = { session_id: sessionId, email: user.email };
    const rest = route.endsWith("/notifications/read") ? { up_to: notificationId } : about;
    const body = BODIES[route] ?? (/\/revoke(-all)?$/.test(route) ? undefined : rest);
    return call(through, token, path.replace(":id", id), { method, body });
  };
  return { user, send };
}

/** Everything the database stores about the account, and the changes requested from the provider. */
async function everythingOf({ account, userId }: TestUser) {
  const db = openTestDatabase();
  const ofAccount = [
    accessTokens,
    accountLimits,
    apiKeys,
    auditLog,
    checkoutOrders,
    notificationDeliveries,
    notifications,
    notificationSettings,
    subscriptions,
  ] as const;
  const keys = db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.accountId, account.id));
  const requested = (await callsAbout(userId)).map(({ name }) => name).filter((name) => name !== USER);
  return [
    requested,
    await db.select().from(accounts).where(eq(accounts.id, account.id)),
    await db.select().from(keyBudgets).where(inArray(keyBudgets.keyId, keys)),
    await db
      .select()
      .from(ledgerTransfers)
      .where(eq(ledgerTransfers.credit, `account:${account.id}`)),
    ...(await Promise.all(
      [...ofAccount, seenSessions, knownPlaces].map((table) =>
        db.select().from(table).where(eq(table.accountId, account.id)),
      ),
    )),
  ];
}

const another = ({ userId, email }: TestUser, claims: object = {}) =>
  mint({ claims: { sub: userId, email, ...claims } });

type Scene = Awaited<ReturnType<typeof scene>>;

/** One fixture for all routes of a block, because none of them changes it. */
function refuses(routes: string[], { expected, prepare, api, logs = false }: Refusals) {
  let stage: Scene;
  let token: string;
  let before: unknown[];
  beforeAll(async () => {
    stage = await scene();
    token = await prepare(stage.user);
    before = await everythingOf(stage.user);
  });
  it.each(routes)(`%s returns ${expected.join(" ")} and changes nothing`, async (route) => {
    const takeErrors = expectErrors();
    const response = await stage.send(api(), token, route);
    expect([response.status, (await errorOf(response)).code]).toEqual(expected);
    expect(await everythingOf(stage.user)).toEqual(before);
    expect(takeErrors()).toHaveLength(logs ? 1 : 0);
  });
}

interface Refusals {
  expected: [number, string];
  /** @returns the token that is sent. */
  prepare: (user: TestUser) => Promise<string>;
  api: () => TestApi;
  logs?: boolean;
}

describe("a password-only session of a user with a second factor", () => {
  refuses(guarded, {
    expected: [403, "second_factor_required"],
    api: testApi,
    async prepare(user) {
      await withSecondFactor(user.userId);
      return another(user);
    },
  });

  it("stops all keys", async () => {
    const { user, send } = await scene();
    await withSecondFactor(user.userId);
    expect((await send(testApi(), await another(user), STOP)).status).toBe(200);
  });

  it("ends itself, and no other session", async () => {
    const user = await newUser();
    const own = crypto.randomUUID();
    const factors = [{ id: crypto.randomUUID(), status: "verified" }];
    await provide(user.userId, {
      [USER]: { body: { id: user.userId, factors } },
      [END_SESSION]: { body: true },
    });
    const token = await another(user, { session_id: own });
    const end = async (id: string) =>
      (await call(testApi(), token, `/api/account/sessions/${id}`, { method: "DELETE" })).status;
    expect(await end(crypto.randomUUID())).toBe(403);
    expect(await end(`${crypto.randomUUID()}%2Fsessions%2F${own}`)).toBe(403);
    expect(await end(own)).toBe(200);
  });
});

describe("the token of an ended session, even if confirmed with a second factor and newer than any other", () => {
  refuses(changes, {
    expected: [401, "unauthorized"],
    api: testApi,
    async prepare(user) {
      await provide(user.userId, { [USER]: failure(403, "session_not_found") });
      return another(user, { aal: "aal2", email: `newer-${user.email}`, iat: Math.floor(Date.now() / 1000) });
    },
  });
});

describe("while the provider is unavailable", () => {
  const api = () => testApi({ directory: awayDirectory() });
  refuses(
    changes.filter((route) => ![END_ALL, ...LIKE_READS].includes(route)),
    {
      expected: [503, "identity_unavailable"],
      api,
      logs: true,
      prepare: (user) => Promise.resolve(user.token),
    },
  );

  it.each(LIKE_READS)("%s works", async (route) => {
    const { user, send } = await scene();
    expect((await send(api(), user.token, route)).status).toBe(200);
  });
});

it("a change checks with the provider once, and never relies on an earlier check", async () => {
  const [user, api] = [await newUser(), testApi()];
  const create = async () => (await call(api, user.token, "/api/keys", { body: { name: "Key" } })).status;
  expect([await create(), await create()]).toEqual([201, 201]);
  expect((await callsAbout(user.userId)).map(({ name }) => name)).toEqual([USER, USER]);
  await provide(user.userId, { [USER]: failure(403, "session_not_found") });
  expect(await create()).toBe(401);
  await withSecondFactor(user.userId);
  expect(await create()).toBe(403);
});

it.each<[string, object, number]>([
  ["a user banned for now", { banned_until: new Date(Date.now() + 60_000).toISOString() }, 401],
  ["a user whose ban is over", { banned_until: new Date(Date.now() - 60_000).toISOString() }, 201],
  ["a factor whose enrolment is not verified", { factors: [{ status: "unverified" }] }, 201],
  [
    "a factor beside one that is not verified",
    { factors: [{ status: "unverified" }, { status: "verified" }] },
    403,
  ],
])("the provider names %s", async (_what, change, status) => {
  const user = await newUser();
  await provide(user.userId, { [USER]: { body: { id: user.userId, ...change } } });
  expect((await call(testApi(), user.token, "/api/keys", { body: { name: "Key" } })).status).toBe(status);
});

it("a provider response with another user is rejected", async () => {
  const takeErrors = expectErrors();
  const user = await newUser();
  await provide(user.userId, { [USER]: { body: { id: crypto.randomUUID(), factors: [] } } });
  expect((await call(testApi(), user.token, "/api/keys", { body: { name: "Key" } })).status).toBe(503);
  expect(takeErrors()).toHaveLength(1);
});

it.each([
  ["without a session", { session_id: null }],
  ["with an empty session", { session_id: "" }],
  [
    "with the nil session, which the provider does not check",
    { session_id: `${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}` },
  ],
  ["with a session that is no id", { session_id: "mine" }],
])("a token %s is rejected", async (_what, claims) => {
  const token = await another(await newUser(), claims);
  for (const method of ["GET", "POST"])
    expect((await call(testApi(), token, "/api/keys", { method })).status).toBe(401);
});
