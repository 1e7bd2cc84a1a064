import { beforeAll, describe, expect, it } from "vitest";
import type { ErrorBody } from "#core/contract/errors.ts";
import { DomainError } from "#core/domain/errors.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { accessOf, requireSameRoutes } from "#worker/api/access.ts";
import { API_ROUTES } from "#worker/api/app.ts";
import { type Belongings, furnish } from "./support/belongings.ts";
import { paidOrder, unrefunded } from "./support/payments.ts";
import { failure, provide, USER, withSecondFactor } from "./support/provider.ts";
import { call, mint, newUser, type TestApi, type TestUser, testApi } from "./support/test-api.ts";
import { proofs } from "./support/tokens.ts";

/**
 * What each route is, written down apart from the product's own table: a route that is new, or whose row was changed,
 * fails until it is changed here as well.
 */
const KINDS = {
  open: [
    "GET /api/health",
    "GET /api/openapi.json",
    "GET /api/prices",
    "GET /api/metrics",
    "POST /api/stripe/webhook",
  ],
  read: [
    "GET /api/keys",
    "POST /api/keys/:id/revoke",
    "GET /api/tokens",
    "POST /api/tokens/:id/revoke",
    "POST /api/tokens/revoke-all",
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
    "GET /api/usage/refusals/current",
    "GET /api/account/address",
    "GET /api/account/balance",
    "GET /api/account/budgets",
    "GET /api/account/spend-alerts",
    "GET /api/account/recovery-codes",
    "GET /api/account/runway",
    "GET /api/account/sessions",
    "GET /api/account/stop",
    "GET /api/account/subscription",
    "GET /api/ledger",
    "GET /api/ledger.csv",
    "GET /api/ledger/days",
    "GET /api/statement",
    "GET /api/statement/months",
    "GET /api/receipts",
    "GET /api/receipts/:id",
    "GET /api/receipts/:id/invoice",
    "GET /api/auto-top-up",
    "GET /api/auto-top-up/charges",
    "GET /api/auto-top-up/charges/:id",
    "GET /api/audit",
    "GET /api/notifications",
    "POST /api/notifications/read",
    "POST /api/notifications/:id/read",
    "GET /api/notifications/settings",
    "POST /api/playground/estimate",
  ],
  change: [
    "POST /api/keys",
    "PATCH /api/keys/:id",
    "PUT /api/keys/:id/budgets",
    "POST /api/keys/:id/budgets/trial",
    "POST /api/keys/:id/restrictions/trial",
    "POST /api/keys/:id/reveal",
    "POST /api/keys/:id/rotate",
    "PATCH /api/account/balance",
    "PUT /api/account/budgets",
    "PUT /api/account/spend-alerts",
    "PATCH /api/account/subscription",
    "POST /api/account/payment-link-completion",
    "POST /api/account/invitations",
    "DELETE /api/account/stop",
    "DELETE /api/account/sessions/:id",
    "POST /api/payment/create-payment-link",
    "POST /api/auto-top-up/charges/:id/confirmation",
    "POST /api/payment-method/completion",
    "DELETE /api/payment-method",
    "PATCH /api/notifications/settings",
    "POST /api/playground/grant",
  ],
  proof: ["DELETE /api/account", "GET /api/account/export", "POST /api/account/recovery-codes"],
  settled: ["POST /api/tokens", "PUT /api/auto-top-up", "POST /api/payment-method"],
  emergency: ["POST /api/account/stop", "DELETE /api/account/sessions"],
  recovery: ["POST /api/account/recovery-codes/use"],
  desk: [
    "GET /api/operator",
    "GET /api/operator/overview",
    "GET /api/operator/accounts",
    "GET /api/operator/accounts.csv",
    "GET /api/operator/accounts/:id",
    "GET /api/operator/accounts/:id/ledger",
    "GET /api/operator/accounts/:id/ledger.csv",
    "GET /api/operator/accounts/:id/emails",
    "POST /api/operator/accounts/:id/revoke-keys",
    "POST /api/operator/accounts/:id/keys/:key/revoke",
    "POST /api/operator/accounts/:id/emails/:email/resend",
    "GET /api/operator/audit",
    "GET /api/operator/audit.csv",
    "GET /api/operator/payments",
    "GET /api/operator/payments/payments.csv",
    "GET /api/operator/payments/summary",
    "GET /api/operator/payments/events",
    "POST /api/operator/payments/events/:event/retry",
    "POST /api/operator/payments/events/:event/close",
    "GET /api/operator/payments/comparison",
    "POST /api/operator/payments/comparison",
    "POST /api/operator/payments/comparison/close",
    "GET /api/operator/payments/:payment",
    "GET /api/operator/prices",
    "POST /api/operator/prices/preview",
    "GET /api/operator/alerts",
    "GET /api/operator/alerts/history",
    "GET /api/operator/alerts/history.csv",
    "POST /api/operator/alerts/test",
    "POST /api/operator/alerts/:alert/acknowledge",
    "POST /api/operator/alerts/:alert/close",
    "PUT /api/operator/alerts/rules/:rule/mute",
    "DELETE /api/operator/alerts/rules/:rule/mute",
  ],
  money: [
    "POST /api/operator/accounts/:id/credit",
    "PUT /api/operator/accounts/:id/plan",
    "PUT /api/operator/accounts/:id/suspension",
    "DELETE /api/operator/accounts/:id/suspension",
    "POST /api/operator/payments/:payment/refund",
    "POST /api/operator/prices",
    "POST /api/operator/prices/:id/roll-back",
    "POST /api/operator/prices/:id/cancel",
  ],
} as const;
type Kind = keyof typeof KINDS;

/** For access tokens, `token-routes.test.ts` has the same; for objects of other accounts, `two-accounts.test.ts`. */
type Outcome = "passes" | "401 unauthorized" | "404 not_found" | `403 ${string}`;
type Expected = Record<Kind, Outcome>;

const all = (outcome: Outcome, others: Partial<Expected> = {}): Expected => ({
  open: "passes",
  read: outcome,
  change: outcome,
  proof: outcome,
  settled: outcome,
  emergency: outcome,
  recovery: outcome,
  desk: "404 not_found",
  money: "404 not_found",
  ...others,
});
const NO_FACTOR = "403 second_factor_required";
const NO_PROOF = "403 presence_required";

interface World {
  api: TestApi;
  /** Nobody is an operator here. */
  withoutDesk: TestApi;
  /** Owns one of everything. */
  customer: TestUser;
  plain: TestUser;
  guarded: TestUser;
  bereft: TestUser;
  ended: TestUser;
  operator: TestUser;
  owned: Belongings;
  payment: string;
}
let world: World;

const SIX_MINUTES_S = 360;
const as = ({ userId, email }: TestUser, claims: object = {}) =>
  mint({ claims: { sub: userId, email, ...claims } });
const confirmed = (user: TestUser, secondsAgo = 60) =>
  as(user, { aal: "aal2", amr: proofs(["totp", "password"], secondsAgo) });

interface Caller {
  token: () => string | null | Promise<string | null>;
  expected: Expected;
  through?: "withoutDesk";
}

const CALLERS: Record<string, Caller> = {
  "nobody who is signed in": { token: () => null, expected: all("401 unauthorized") },
  "an expired token": {
    token: () => as(world.plain, { exp: 1 }),
    expected: all("401 unauthorized"),
  },
  "an ended session": { token: () => as(world.ended), expected: all("401 unauthorized") },
  "a session with the password alone of somebody with a second factor": {
    token: () => as(world.guarded),
    expected: all(NO_FACTOR, { emergency: "passes", recovery: "passes" }),
  },
  "a session whose code is older than five minutes": {
    token: () => confirmed(world.guarded, SIX_MINUTES_S),
    expected: all("passes", { proof: NO_PROOF, settled: NO_PROOF }),
  },
  "a session with a new password but an older code": {
    token: () =>
      as(world.guarded, {
        aal: "aal2",
        amr: [...proofs(["password"], 1), ...proofs(["totp"], SIX_MINUTES_S)],
      }),
    expected: all("passes", { proof: NO_PROOF, settled: NO_PROOF }),
  },
  "a session with a new code": { token: () => confirmed(world.guarded), expected: all("passes") },
  "a customer who signed in long ago": {
    token: () => as(world.plain, { amr: proofs(["password"], SIX_MINUTES_S) }),
    expected: all("passes", { proof: NO_PROOF, settled: NO_PROOF }),
  },
  "a customer whom another provider let in just now": {
    token: () => as(world.plain, { amr: proofs(["oauth"], 1) }),
    expected: all("passes", { proof: NO_PROOF, settled: NO_PROOF }),
  },
  "a customer who signed in just now": { token: () => as(world.plain), expected: all("passes") },
  "a customer who entered an emailed code just now": {
    token: () => as(world.plain, { amr: proofs(["otp"], 1) }),
    expected: all("passes"),
  },
  "somebody whose second factor has just been removed": {
    token: () => as(world.bereft),
    expected: all("passes", { settled: "403 second_factor_removed" }),
  },
  "an operator with a new code": {
    token: () => confirmed(world.operator),
    expected: all("passes", { desk: "passes", money: "passes" }),
  },
  "an operator whose code is older than five minutes": {
    token: () => confirmed(world.operator, SIX_MINUTES_S),
    expected: all("passes", { proof: NO_PROOF, settled: NO_PROOF, desk: "passes", money: NO_PROOF }),
  },
  "an operator with the password alone": {
    token: () => as(world.operator),
    expected: all(NO_FACTOR, { emergency: "passes", recovery: "passes", desk: NO_FACTOR, money: NO_FACTOR }),
  },
  "an operator who was removed from the configuration": {
    token: () => confirmed(world.operator),
    through: "withoutDesk",
    expected: all("passes"),
  },
};

beforeAll(async () => {
  const [customer, plain, guarded, bereft, ended, operator] = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => newUser()),
  );
  if (!customer || !plain || !guarded || !bereft || !ended || !operator)
    throw new Error("A user is missing.");
  const unsigned = () => Promise.reject(new DomainError("invalid_signature", "The signature is not valid."));
  const later = () => Promise.reject(new DomainError("rate_limited", "Try again later."));
  const payments = {
    ...noPayments,
    retrieveReversals: unrefunded,
    verifyEvent: unsigned,
    createCustomer: later,
  };
  const parts = { payments };
  const withoutDesk = testApi(parts);
  const owned = await furnish(withoutDesk, customer);
  await Promise.all([withSecondFactor(guarded.userId), withSecondFactor(operator.userId)]);
  await withSecondFactor(bereft.userId);
  await call(withoutDesk, await confirmed(bereft), "/api/keys");
  await provide(bereft.userId, { [USER]: { body: { id: bereft.userId, factors: [] } } });
  await provide(ended.userId, { [USER]: failure(403, "session_not_found") });
  const operators = new Map([[operator.userId, "ana"]]);
  const payment = await paidOrder(customer);
  const api = testApi({ ...parts, operators });
  world = { api, withoutDesk, customer, plain, guarded, bereft, ended, operator, owned, payment };
});

/** Never an owned object, except at the desk, and never a body that would change something. */
function send(caller: Caller, token: string | null, route: string) {
  const [method = "", path = ""] = route.split(" ");
  const ids: Record<string, string> = {
    id: path.startsWith("/api/operator/accounts") ? String(world.customer.account.id) : crypto.randomUUID(),
    key: world.owned.key.id,
    rule: "provider_errors",
    payment: world.payment,
    event: "evt_1",
    alert: "0",
    email: "1",
  };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "");
  const api = caller.through === "withoutDesk" ? world.withoutDesk : world.api;
  return call(api, token, filled, { method, ...(method !== "GET" && { body: {} }) });
}

/** Everything but a refusal of the guard counts as passing: what the route itself refuses has other tests. */
async function outcomeOf(response: Response, isDesk: boolean): Promise<Outcome> {
  if (response.ok) {
    await response.body?.cancel();
    return "passes";
  }
  const { code, error } = await response.json<ErrorBody>();
  if (response.status === 401 || response.status === 403) return `${response.status} ${code}` as Outcome;
  return isDesk && response.status === 404 && error === "Path not found." ? "404 not_found" : "passes";
}

it("every route has a kind, and every kind a route", () => {
  expect(Object.values(KINDS).flat().toSorted()).toEqual(API_ROUTES.toSorted());
});

it("the app doesn't start with a route that the table doesn't have, or that only the table has", () => {
  expect(() => requireSameRoutes(API_ROUTES)).not.toThrow();
  expect(() => requireSameRoutes([...API_ROUTES, "GET /api/new"])).toThrow("GET /api/new");
  expect(() => requireSameRoutes(API_ROUTES.slice(1))).toThrow(API_ROUTES[0]);
});

it("a new route of the desk is for operators alone, and proves their presence if it changes something", () => {
  expect(accessOf("GET", "/api/operator/new")).toMatchObject({ credential: "operator", presence: "none" });
  expect(accessOf("POST", "/api/operator/new")).toMatchObject({ credential: "operator", presence: "proof" });
  expect(accessOf("GET", "/api/operators")).toBeNull();
});

describe.each(Object.entries(CALLERS))("%s", (_name, caller) => {
  const kinds = Object.entries(KINDS) as [Kind, readonly string[]][];
  it.each(kinds)("%s", async (kind, routes) => {
    const token = await caller.token();
    for (const route of routes) {
      const outcome = await outcomeOf(await send(caller, token, route), kind === "desk" || kind === "money");
      expect([route, outcome]).toEqual([route, caller.expected[kind]]);
    }
  });
});

/** Statuses of an operator's requests in one session, so many minutes after it began. */
async function deskSession() {
  const now = Date.now();
  const { userId: sub, email } = world.operator;
  const claims = { sub, email, aal: "aal2", amr: proofs(["totp", "password"], 0) };
  const token = await mint({ expiresIn: 24 * 3600, claims });
  return async (path: string, minutes: number) => {
    const clock = { now: () => now + minutes * MINUTE_MS };
    const api = testApi({ operators: new Map([[sub, "ana"]]), clock });
    return (await call(api, token, `/api/operator${path}`)).status;
  };
}

it("an operator's session ends after an hour without use, and after twelve in all", async () => {
  const statusOf = await deskSession();
  for (let minute = 0; minute < 12 * 60; minute += 59)
    expect([minute, await statusOf("/accounts", minute)]).toEqual([minute, 200]);
  expect(await statusOf("/accounts", 12 * 60 + 1)).toBe(401);
});

it("what the desk's pages repeat by themselves keeps no session from being idle", async () => {
  const statusOf = await deskSession();
  for (let minute = 0; minute < 60; minute += 10) expect(await statusOf("", minute)).toBe(200);
  expect(await statusOf("", 61)).toBe(401);
});

it("a refusal comes before the body is read, and names nothing that doesn't exist", async () => {
  const long = `{"x":"${"x".repeat(40 * 1024)}"}`;
  const statusOf = async (token: string | null, path: string) =>
    (await call(world.api, token, path, { method: "POST", body: long })).status;
  const { token } = world.plain;
  const hidden = ["/api/nothing", "/api/operator/prices/preview", "/api/operator/nothing", "/api/operatorx"];
  for (const path of hidden)
    expect([path, await statusOf(token, path), await statusOf(null, path)]).toEqual([path, 404, 404]);
  expect([await statusOf(null, "/api/keys"), await statusOf(token, "/api/keys")]).toEqual([401, 413]);
});
