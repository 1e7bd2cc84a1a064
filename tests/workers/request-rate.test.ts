import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { formatAccountRoute, generateApiKey, parseApiKey } from "#core/domain/api-key.ts";
import type { RequestLimit } from "#core/ports.ts";
import { noGateway } from "#tests/support/no-gateway.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { networkOf } from "#worker/request-rate.ts";
import { call, createKeyAs, errorOf, newUser, type TestApi, testApi } from "./support/test-api.ts";

/** Admits up to `most` requests per key, as the platform does within a minute. */
function limitOf(most: number): RequestLimit & { keys: () => string[] } {
  const counts = new Map<string, number>();
  return {
    keys: () => [...counts.keys()],
    limit: async ({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count <= most };
    },
  };
}

const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an account", () => {
  it("gets 429 with the time to wait after too many requests, and no other account does", async () => {
    const api = testApi({ limits: { ...noLimits, account: limitOf(2) } });
    const [busy, other] = await Promise.all([newUser(), newUser()]);
    const ask = (token: string) => call(api, token, "/api/account/balance");
    expect([(await ask(busy.token)).status, (await ask(busy.token)).status]).toEqual([200, 200]);
    const refused = await ask(busy.token);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await errorOf(refused)).toEqual({
      error: "Too many requests. Please wait a minute.",
      code: "rate_limited",
      request_id: refused.headers.get("x-request-id"),
    });
    expect((await ask(other.token)).status).toBe(200);
  });

  it("is identified by its verified token, so that a forged one counts against nobody", async () => {
    const account = limitOf(0);
    const api = testApi({ limits: { ...noLimits, account } });
    expect((await call(api, "a.b.c", "/api/keys")).status).toBe(401);
    expect(account.keys()).toEqual([]);
  });
});

describe("an address", () => {
  it("is refused before any look-up, whoever sends the request", async () => {
    const openDatabase = vi.fn(() => {
      throw new Error("The database was asked.");
    });
    const api = testApi({ openDatabase, limits: { ...noLimits, address: limitOf(1) } });
    expect((await call(api, null, "/api/keys", from("192.0.2.1"))).status).toBe(401);
    for (const path of ["/api/keys", "/api/health", "/api/account/balance"]) {
      expect((await call(api, null, path, from("192.0.2.1"))).status, path).toBe(429);
    }
    expect((await call(api, null, "/api/keys", from("192.0.2.2"))).status).toBe(401);
    expect(openDatabase).not.toHaveBeenCalled();
  });

  it("is counted for what claims to be the payment provider's, and not for malformed keys", async () => {
    const address = limitOf(0);
    const api = testApi({ limits: { ...noLimits, address } });
    const webhook = await call(api, null, "/api/stripe/webhook", { body: {}, ...from("192.0.2.3") });
    const gateway = await call(api, "lk_wrong", "/v1/models", from("192.0.2.4"));
    expect([webhook.status, gateway.status]).toEqual([429, 401]);
    expect(address.keys()).toEqual(["192.0.2.3"]);
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["::1", ":0:0:0"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.2", "192.0.2.2"],
  ])("%s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));
});

describe("made-up keys, each with a valid checksum and a different meter", () => {
  const madeUp = () =>
    generateApiKey(formatAccountRoute(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n));
  const models = (api: TestApi, key: string, address: string) => call(api, key, "/v1/models", from(address));

  it("are counted per IP address before any look-up, and lock out no known account", async () => {
    const onRequest = vi.fn<(route: string) => void>();
    const meters = metersOf(env.METER);
    const gateway = noGateway((route) => {
      onRequest(route);
      return meters(route);
    });
    const api = testApi({ gateway, limits: { ...noLimits, address: limitOf(3) } });
    const known = await createKeyAs(api, await newUser());
    expect((await models(api, known.key, "2001:db8:1:2::1")).status).toBe(200);
    for (const host of ["::2", "::3"]) {
      expect((await models(api, madeUp(), `2001:db8:1:2${host}`)).status).toBe(401);
    }
    onRequest.mockClear();
    const refused = await models(api, madeUp(), "2001:db8:1:2::4");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await refused.json()).toEqual({
      error: {
        message: "Too many requests. Please wait a minute.",
        type: "requests",
        code: "rate_limit_exceeded",
        param: null,
      },
    });
    expect(onRequest).not.toHaveBeenCalled();
    for (let count = 0; count < 5; count += 1) {
      expect((await models(api, known.key, "2001:db8:1:2::1")).status).toBe(200);
    }
    expect((await models(api, madeUp(), "2001:db8:1:3::1")).status).toBe(401);
  });

  it("are counted even if they name an account whose own keys are known", async () => {
    const address = limitOf(2);
    const api = testApi({ limits: { ...noLimits, address } });
    const known = await createKeyAs(api, await newUser());
    const forged = () => generateApiKey(parseApiKey(known.key)?.route ?? "");
    const statusOf = async (key: string) => (await models(api, key, "192.0.2.10")).status;
    expect([await statusOf(known.key), await statusOf(known.key)]).toEqual([200, 200]);
    expect([await statusOf(forged()), await statusOf(forged())]).toEqual([401, 429]);
    expect(await statusOf(known.key)).toBe(200);
  });

  it("are counted the same way when a key revokes itself", async () => {
    const address = limitOf(1);
    const api = testApi({ limits: { ...noLimits, address } });
    const revoke = (key: string) =>
      call(api, key, "/v1/keys/self/revoke", { method: "POST", ...from("192.0.2.9") });
    expect([(await revoke(madeUp())).status, (await revoke(madeUp())).status]).toEqual([401, 429]);
    expect(address.keys()).toEqual(["192.0.2.9"]);
  });
});

const MINUTE_MS = 60_000;
const minute = () => Math.floor(Date.now() / MINUTE_MS);

it("the platform's own counters, as deployed, limit an account before its IP address", async () => {
  const admitted = async (limit: RequestLimit): Promise<number> => {
    const [key, began] = [crypto.randomUUID(), minute()];
    let count = 0;
    while (count < 2_000 && (await limit.limit({ key })).success) count += 1;
    // The counters reset at each minute of the clock.
    return minute() === began ? count : admitted(limit);
  };
  expect([await admitted(env.ACCOUNT_RATE), await admitted(env.ADDRESS_RATE)]).toEqual([600, 1200]);
});
