import { hashKey, type QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { analyticsQuery, breakdownQuery } from "#app/features/analytics/queries.ts";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { earlyFigures } from "#app/features/early/early-figures.ts";
import { hasEarlyQueries, queriesOf, sendEarly } from "#app/features/early/early-requests.ts";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { runwayQuery } from "#app/features/runway/queries.ts";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { earlyQueries } from "#app/lib/early-queries.ts";
import { figureParts } from "#app/lib/format.ts";
import type { EarlyResponse } from "#app/lib/query-cache.ts";
import { createQueryClient } from "#app/lib/query-client.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import { INITIAL_SETTINGS } from "#core/domain/account-settings.ts";
import { until } from "#tests/support/limits.ts";
import { analyticsOf } from "./dashboard-response.ts";

const { balance } = earlyQueries;
const HOUR_S = 3600;

function signedInAs(id: string, more: object = {}): void {
  const session = {
    access_token: "token-of-the-reader",
    refresh_token: "r",
    expires_at: Date.now() / 1000 + HOUR_S,
    user: { id },
    ...more,
  };
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session) });
}

function arrivedFor(userId: string, more: Partial<EarlyResponse> = {}): void {
  const arrival = Promise.resolve(more.data);
  globalThis.earlyResponses = [{ ...balance, userId, requestedAt: Date.now(), arrival, ...more }];
}

beforeEach(() => signedInAs("reader"));
afterEach(() => {
  globalThis.earlyResponses = undefined;
  vi.unstubAllGlobals();
});

describe("an early response", () => {
  const clients: QueryClient[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.clear();
  });

  /**
   * The balance on a page: its value at first, its value in the end, and how many requests it made itself.
   */
  async function open() {
    const client = createQueryClient();
    clients.push(client);
    const queryFn = vi.fn(async () => "fetched");
    const observer = new QueryObserver(client, { queryKey: balance.queryKey, queryFn, retryDelay: 0 });
    const first = observer.getCurrentResult().data;
    const leave = observer.subscribe(() => undefined);
    await until(() => !observer.getCurrentResult().isFetching);
    leave();
    return { first, last: observer.getCurrentResult().data, fetches: queryFn.mock.calls.length };
  }

  it("is available immediately, and is used once", async () => {
    arrivedFor("reader", { data: "early" });
    expect(await open()).toEqual({ first: "early", last: "early", fetches: 0 });
    expect(await open()).toEqual({ first: undefined, last: "fetched", fetches: 1 });
  });

  it("that is still in progress is waited for", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    arrivedFor("reader", { arrival: promise });
    const opened = open();
    resolve("early");
    expect(await opened).toEqual({ first: undefined, last: "early", fetches: 0 });
  });

  it("that fails in progress is fetched once more", async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    arrivedFor("reader", { arrival: promise });
    const opened = open();
    reject(new Error("503"));
    expect(await opened).toEqual({ first: undefined, last: "fetched", fetches: 1 });
  });

  it.each<[string, string, Partial<EarlyResponse>]>([
    ["that failed", "reader", { failed: true }],
    ["of another user", "another", { data: "early" }],
    ["of long ago", "reader", { data: "early", requestedAt: Date.now() - 60_000 }],
  ])("%s is not used", async (_, userId, more) => {
    arrivedFor(userId, more);
    expect(await open()).toEqual({ first: undefined, last: "fetched", fetches: 1 });
  });

  it("is not missed where nobody requested it", async () => {
    expect(await open()).toEqual({ first: undefined, last: "fetched", fetches: 1 });
  });
});

describe("sending early", () => {
  const sent = vi.fn(async () => Response.json({ balance: 1 }));
  beforeEach(() => {
    sent.mockClear();
    vi.stubGlobal("fetch", sent);
  });
  const settled = async () => {
    const [early] = sendEarly([balance]);
    await early?.arrival.catch(() => undefined);
    return early;
  };

  it("sends the reader's own token, and keeps the responses", async () => {
    expect(await settled()).toMatchObject({ userId: "reader", data: { balance: 1 } });
    const headers = { authorization: "Bearer token-of-the-reader" };
    expect(sent).toHaveBeenCalledWith(balance.address, { headers });
  });

  it.each([401, 403, 500])("leaves a response of %i to the app", async (status) => {
    sent.mockResolvedValueOnce(Response.json({ error: { code: "x", message: "x" } }, { status }));
    expect(await settled()).toMatchObject({ failed: true });
  });

  it("leaves a broken connection to the app", async () => {
    sent.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    expect(await settled()).toMatchObject({ failed: true });
  });

  it.each<[string, object]>([
    ["whose token is about to run out", { expires_at: Date.now() / 1000 + 60 }],
    [
      "without the second step",
      {
        access_token: `e30.${btoa('{"aal":"aal1"}')}.s`,
        user: { id: "reader", factors: [{ status: "verified" }] },
      },
    ],
  ])("sends nothing for one %s", (_, more) => {
    signedInAs("reader", more);
    expect(sendEarly([balance])).toEqual([]);
    expect(sent).not.toHaveBeenCalled();
  });

  it("sends nothing for a signed-out reader", () => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    expect(sendEarly([balance])).toEqual([]);
    expect(sent).not.toHaveBeenCalled();
  });

  it("requests the range and the filter in the address, and nothing on other pages", () => {
    const search = new URLSearchParams("range=7d&endpoint=%2Fv1%2Fmodels&key=1&other=1");
    const [analytics, , breakdown] = queriesOf("/", search);
    expect(analytics?.address).toMatch(
      /^\/api\/figures\?range=7d&tz=[^&]+&key_id=1&endpoint=%2Fv1%2Fmodels$/,
    );
    expect(breakdown?.address).toBe(analytics?.address.replace("figures", "figures/breakdown"));
    expect(queriesOf("/", new URLSearchParams("code=consent"))).toEqual([]);
    const pages = ["/", "/api-keys", "/login", "/documentation"];
    expect(pages.map(hasEarlyQueries)).toEqual([true, true, false, false]);
  });

  it("uses the keys of the app's own queries", () => {
    const filter = { keyId: "1", endpoint: "/v1/models" };
    const own = [
      analyticsQuery({ range: "7d" }, filter),
      balanceQuery,
      breakdownQuery({ range: "7d" }, filter),
      runwayQuery,
      subscriptionQuery,
      apiKeysQuery,
    ];
    const early = queriesOf("/", new URLSearchParams("range=7d&endpoint=%2Fv1%2Fmodels&key=1"));
    expect(early.map(({ queryKey }) => hashKey(queryKey))).toEqual(
      own.map(({ queryKey }) => hashKey(queryKey)),
    );
  });
});

describe("the first figures", () => {
  const used = analyticsOf({ total_requests: 1237, average_response_time: 1_240, error_rate: 0.974 });
  const funds: BalanceResponse = {
    balance: 29.78,
    held: 0,
    currency: "USD",
    ever_funded: true,
    ...INITIAL_SETTINGS,
    pending: [],
  };

  it("are written as their cards write them", () =>
    expect(earlyFigures(used, funds)).toEqual({
      requests: "1,237",
      time: "1.24 s",
      errors: "0.97%",
      balance: "$29.78",
    }));

  it("leave out a balance that has a warning, or did not arrive", () => {
    expect(earlyFigures(used, { ...funds, balance: 4.99 })).not.toHaveProperty("balance");
    expect(
      earlyFigures(used, { ...funds, ...INITIAL_SETTINGS, low_balance_threshold: 30 }),
    ).not.toHaveProperty("balance");
    expect(earlyFigures(used, undefined)).not.toHaveProperty("balance");
  });

  it.each([
    ["nothing was used", analyticsOf({})],
    ["nothing succeeded", analyticsOf({ total_requests: 5, error_rate: 100 })],
  ])("stay away when %s, as the page may look different then", (_, response) =>
    expect(earlyFigures(response, funds)).toEqual({}),
  );

  it.each([
    ["$29.78", { sign: "$", digits: "29.78", unit: "" }],
    ["1.24 s", { sign: "", digits: "1.24", unit: "s" }],
    ["0.97%", { sign: "", digits: "0.97", unit: "%" }],
    ["—", { sign: "", digits: "—", unit: "" }],
  ])("%s is set in its parts", (figure, parts) => expect(figureParts(figure)).toEqual(parts));
});
