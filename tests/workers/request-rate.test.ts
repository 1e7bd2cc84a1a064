import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RequestLimit } from "#core/ports.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { networkOf } from "#worker/api/middleware/request-rate.ts";
import { call, errorOf, newUser, testApi } from "./support/test-api.ts";

/** Lets `most` through for each key, as the platform does within a minute. */
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
  it("is answered 429 with the time to wait once it has asked too often, and no other account is", async () => {
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

  it("is known by its verified token, so that a forged one counts against nobody", async () => {
    const account = limitOf(0);
    const api = testApi({ limits: { ...noLimits, account } });
    expect((await call(api, "a.b.c", "/api/keys")).status).toBe(401);
    expect(account.keys()).toEqual([]);
  });
});

describe("an address", () => {
  it("is refused before anything is looked up, whoever asks from it", async () => {
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

  it("is not counted for the payment provider's events nor for requests with a key", async () => {
    const address = limitOf(0);
    const api = testApi({ limits: { ...noLimits, address } });
    const webhook = await call(api, null, "/api/stripe/webhook", { body: {}, ...from("192.0.2.3") });
    const gateway = await call(api, "lk_wrong", "/v1/models", from("192.0.2.3"));
    expect([webhook.status, gateway.status]).toEqual([400, 401]);
    expect(address.keys()).toEqual([]);
  });

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["::1", ":0:0:0"],
  ])("%s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));
});

const MINUTE_MS = 60_000;
const LONGER_THAN_THE_TEST_MS = 8_000;

/** The counters begin anew with each minute of the clock. */
async function withinOneMinute(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < LONGER_THAN_THE_TEST_MS) await new Promise((resolve) => setTimeout(resolve, left));
}

it("the platform's own counters, as deployed, stop an account before its address", async () => {
  await withinOneMinute();
  const key = crypto.randomUUID();
  const admitted = async (limit: RequestLimit) => {
    let count = 0;
    while (count < 2_000 && (await limit.limit({ key })).success) count += 1;
    return count;
  };
  expect([await admitted(env.ACCOUNT_RATE), await admitted(env.ADDRESS_RATE)]).toEqual([600, 1200]);
});
