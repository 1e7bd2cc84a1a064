import { beforeAll, describe, expect, it } from "vitest";
import { operatorResponse } from "#core/contract/operator.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { createTokenAs } from "./support/access-tokens.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { askerOf, confirmedToken } from "./support/operators.ts";
import { paidOrder, unrefunded } from "./support/payments.ts";
import { failure, provide, USER, withSecondFactor } from "./support/provider.ts";
import {
  awayDirectory,
  call,
  createKeyAs,
  errorOf,
  mint,
  newUser,
  type TestApi,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

let api: TestApi;
let customer: TestUser;
let [ana, ben, cleo]: TestUser[] = [];
let ids: Record<string, string>;
/** Made before its owner has a second factor, which a new one would need. */
let accessToken: string;
/** Everyone for whom the desk doesn't exist. */
const strangers: Record<string, () => Promise<string | null>> = {
  "nobody who is signed in": async () => null,
  "a text that is no token": async () => "garbled",
  "an operator's expired token": async () => confirmedToken(known(ana), { exp: 1 }),
  "an operator's token that another key signed": async () => `${await confirmedToken(known(ana))}x`,
  "a customer's session": async () => customer.token,
  "a customer's session that is confirmed with a second factor": async () => confirmedToken(customer),
  "a customer's access token": async () => accessToken,
  "an operator's access token": async () => (await createTokenAs(api, known(ana))).token,
  "an operator's ended session": async () => confirmedToken(known(ben)),
  "an operator who is banned": async () => confirmedToken(known(cleo)),
};

function known(user: TestUser | undefined): TestUser {
  if (user === undefined) throw new Error("The user was not made.");
  return user;
}

beforeAll(async () => {
  [customer, ana, ben, cleo] = await Promise.all([newUser(), newUser(), newUser(), newUser()]);
  const operators = { ana, ben, cleo };
  api = testApi({
    operators: new Map(Object.entries(operators).map(([name, user]) => [known(user).userId, name])),
    payments: { ...noPayments, retrieveReversals: unrefunded },
  });
  const key = await createKeyAs(api, customer);
  ids = {
    id: String(customer.account.id),
    key: key.id,
    rule: "provider_errors",
    payment: await paidOrder(customer),
    event: "evt_1",
    alert: "0",
    email: "1",
  };
  accessToken = (await createTokenAs(api, customer)).token;
  await withSecondFactor(customer.userId);
  await provide(known(ben).userId, { [USER]: failure(403, "session_not_found") });
  const bannedUntil = new Date(Date.now() + 3_600_000).toISOString();
  await provide(known(cleo).userId, {
    [USER]: { body: { id: known(cleo).userId, banned_until: bannedUntil } },
  });
});

/** The router's own list. */
const routes = testApi()
  .routes.filter(({ method, path }) => method !== "ALL" && isForOperators(path))
  .map(({ method, path }) => ({ method, path }));
const paths = [...new Set(routes.map(({ path }) => path)), "/api/operator/nothing"];
const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "");

/** All that a client can see of a response, without the request's id. */
async function seen(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  const text = await response.text();
  const { request_id, ...body } = text === "" ? { request_id: null } : JSON.parse(text);
  return { status: response.status, headers, body, identified: request_id === null || request_id.length > 0 };
}

it("the router has the desk's routes", () => {
  expect(routes.length).toBeGreaterThan(12);
});

describe.each(Object.keys(strangers))("for %s", (who) => {
  let token: string | null;
  beforeAll(async () => {
    token = (await strangers[who]?.()) ?? null;
  });

  it("every route of the desk is that of a path that doesn't exist", async () => {
    const unknown = new Map<string, unknown>();
    for (const { method, path } of [...routes, { method: "GET", path: "/api/operator/nothing" }]) {
      if (!unknown.has(method))
        unknown.set(method, await seen(await call(api, token, "/api/nothing", { method })));
      const response = await seen(await call(api, token, filled(path), { method }));
      expect([response.status, response], path).toEqual([404, unknown.get(method)]);
    }
  });
});

it("no method of any path of the desk tells a customer that it exists", async () => {
  for (const method of METHODS) {
    const unknown = await seen(await call(api, customer.token, "/api/nothing", { method }));
    for (const path of paths)
      expect(await seen(await call(api, customer.token, filled(path), { method })), path).toEqual(unknown);
  }
});

describe("an operator's session without a second factor", () => {
  it.each(["without one", "with one that is not confirmed"])(
    "%s is refused on every route",
    async (factor) => {
      const user = await newUser();
      if (factor !== "without one") await withSecondFactor(user.userId);
      const desk = testApi({ operators: new Map([[user.userId, "dan"]]) });
      for (const { method, path } of routes) {
        const response = await call(desk, user.token, filled(path), { method });
        expect([method, path, response.status]).toEqual([method, path, 403]);
        expect((await errorOf(response)).code).toBe("second_factor_required");
      }
    },
  );
});

describe("an operator's session with a second factor", () => {
  it("reaches every route, and is shown who they are", async () => {
    const token = await confirmedToken(known(ana));
    for (const { method, path } of routes) {
      // A change with an unknown field is refused by its schema.
      const response = await call(api, token, filled(path), {
        method,
        ...(method !== "GET" && { body: { unknown: true } }),
      });
      expect([path, response.status]).toEqual([path, method === "GET" ? 200 : 422]);
    }
    const response = await askerOf(api, token)("");
    const desk = operatorResponse.strict().parse(await response.json());
    expect(desk).toMatchObject({ email: known(ana).email, name: "ana", runbook: null });
    // The customer's order is paid, but no ledger has it. Those of other tests may count as well.
    expect(desk.failing_payments).toBeGreaterThanOrEqual(1);
  });

  it("finds no account and no path that doesn't exist", async () => {
    const ask = askerOf(api, await confirmedToken(known(ana)));
    for (const path of ["/accounts/999999999", "/accounts/999999999/ledger", "/accounts/nobody/ledger.csv"]) {
      const response = await ask(path);
      expect([path, response.status, (await errorOf(response)).code]).toEqual([path, 404, "not_found"]);
    }
    expect((await ask("/nothing")).status).toBe(404);
  });

  it("is checked at every request, reads too, and ends with the session at once", async () => {
    const user = await newUser();
    const ask = askerOf(testApi({ operators: new Map([[user.userId, "eve"]]) }), await confirmedToken(user));
    expect((await ask("/accounts")).status).toBe(200);
    await provide(user.userId, { [USER]: failure(403, "session_not_found") });
    expect((await ask("/accounts")).status).toBe(404);
  });

  it("sees 503 while the identity provider is unavailable, and others still see nothing", async () => {
    const operators = new Map([[known(ana).userId, "ana"]]);
    const away = testApi({ operators, directory: awayDirectory() });
    const takeErrors = expectErrors();
    const response = await askerOf(away, await confirmedToken(known(ana)))("/accounts");
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
    expect(takeErrors()).toHaveLength(1);
    expect((await askerOf(away, await confirmedToken(customer))("/accounts")).status).toBe(404);
  });
});

it("without operators in the configuration there is no desk", async () => {
  expect((await askerOf(testApi(), await confirmedToken(known(ana)))("")).status).toBe(404);
});

it("a token that only claims to be an operator's is worth nothing", async () => {
  const { userId, email } = known(ana);
  const token = await mint({
    issuer: "https://elsewhere.test/auth/v1",
    claims: { sub: userId, email, aal: "aal2" },
  });
  expect((await askerOf(api, token)("")).status).toBe(404);
});
