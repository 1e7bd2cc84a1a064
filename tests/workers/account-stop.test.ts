import { createExecutionContext, runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { AccountStop } from "#core/contract/account.ts";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import type { CurrentRefusalsResponse } from "#core/contract/usage.ts";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import {
  admit,
  type MeteredKey,
  meteredUser,
  recordsOf,
  restart,
  settlement,
  tally,
} from "./support/meter.ts";
import { awayDirectory, call, createKeyAs, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const PATH = "/api/account/stop";

async function send({ token }: TestUser, method: "GET" | "POST" | "DELETE"): Promise<AccountStop> {
  const response = await call(api, token, PATH, { method });
  expect(response.status).toBe(200);
  return response.json<AccountStop>();
}
const withKey = (key: string, path: string, headers: Record<string, string> = {}) =>
  api.request(
    path,
    { headers: { authorization: `Bearer ${key}`, ...headers } },
    {},
    createExecutionContext(),
  );

describe("stopping all keys", () => {
  it("refuses every request of the account from then on, through a restart, and only of that account", async () => {
    const [{ user, keys, meter }, other] = [await meteredUser({ keys: 2 }), await meteredUser()];
    const [first, second] = keys as [MeteredKey, MeteredKey];
    const open = await admit(first, { hold: 600 });
    const { stopped_at } = await send(user, "POST");
    expect(Date.now() - Date.parse(stopped_at ?? "")).toBeLessThan(60_000);
    for (const key of [first, second])
      expect(await admit(key, { hold: 0 })).toMatchObject({ admitted: false, code: "account_stopped" });
    await restart(first);
    expect(await admit(second, { hold: 0 })).toMatchObject({ code: "account_stopped" });
    expect(await admit(other.key)).toMatchObject({ admitted: true });
    // What was admitted before is finished and charged.
    await meter().settle([settlement(open.requestId, 250)]);
    await runDurableObjectAlarm(meter());
    expect(await recordsOf(user)).toMatchObject({ cost: 250, debits: 250, balance: 999_750 });
  });

  it("is undone as easily: keys, budgets and balance are as they were", async () => {
    const { user, key } = await meteredUser({ micros: 1000 });
    const before = await (await call(api, user.token, "/api/keys")).json();
    await send(user, "POST");
    expect(await send(user, "DELETE")).toEqual({ stopped_at: null });
    expect(tally([await admit(key, { hold: 1000 }), await admit(key, { hold: 1 })])).toEqual({
      admitted: 1,
      insufficient_balance: 1,
    });
    expect(await (await call(api, user.token, "/api/keys")).json()).toEqual(before);
  });

  it("admits nothing once its response has arrived, however many requests race it", async () => {
    const { user, keys } = await meteredUser({ keys: 4 });
    let stopped = false;
    const late: boolean[] = [];
    const storm = keys.map(async (key) => {
      for (let sentAfterStop = 0; sentAfterStop < 5; ) {
        const [wasStopped, { admitted }] = [stopped, await admit(key, { hold: 1 })];
        if (!wasStopped) continue;
        sentAfterStop += 1;
        late.push(admitted);
      }
    });
    await send(user, "POST").finally(() => {
      stopped = true;
    });
    await Promise.all(storm);
    expect(tally(await Promise.all(keys.map((key) => admit(key, { hold: 0 }))))).toEqual({
      account_stopped: 4,
    });
    expect(late).toEqual(Array(20).fill(false));
  });

  it("keeps the time of the first stop, and records and notifies of each change once", async () => {
    const user = await newUser();
    const first = await send(user, "POST");
    expect(await send(user, "POST")).toEqual(first);
    expect(await send(user, "GET")).toEqual(first);
    await send(user, "DELETE");
    await send(user, "DELETE");
    const actions = (await auditOf(user.account.id)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith("account."))).toEqual([
      "account.stopped",
      "account.started",
    ]);
    const { items } = await (await call(api, user.token, "/api/notifications")).json<NotificationsResponse>();
    expect(items.map(({ kind, title }) => [kind, title])).toEqual([
      ["security_changed", "Your keys were started again"],
      ["security_changed", "All your keys were stopped"],
    ]);
  });

  it("works with any session, also while the identity provider is away; starting needs it", async () => {
    const user = await newUser();
    const away = testApi({ directory: awayDirectory() });
    expect((await call(away, user.token, PATH, { method: "POST" })).status).toBe(200);
    const takeErrors = expectErrors();
    expect((await call(away, user.token, PATH, { method: "DELETE" })).status).toBe(503);
    expect(takeErrors().join()).toContain("identity_unavailable");
    expect((await send(user, "GET")).stopped_at).not.toBeNull();
  });

  it("does nothing to another account", async () => {
    const [user, stranger] = [await newUser(), await newUser()];
    await send(user, "POST");
    expect(await send(stranger, "GET")).toEqual({ stopped_at: null });
    await send(stranger, "DELETE");
    expect((await send(user, "GET")).stopped_at).not.toBeNull();
  });
});

describe("while all keys are stopped, the gateway", () => {
  it("refuses live and test keys on every path alike, in the form of the client's API, and still lets a key revoke itself", async () => {
    const user = await newUser();
    const live = await createKeyAs(api, user);
    const made = await call(api, user.token, "/api/keys", { body: { name: "Test", test: true } });
    const test = await made.json<{ key: string }>();
    await send(user, "POST");
    for (const { key } of [live, test])
      for (const path of ["/v1/models", "/v1/models/gpt-4.1", "/v1/key"]) {
        const response = await withKey(key, path);
        expect(response.status).toBe(403);
        expect(response.headers.get("x-should-retry")).toBe("false");
        expect(await response.json()).toMatchObject({
          error: { type: "permission_error", code: "account_stopped", param: null },
        });
      }
    const anthropic = await withKey(live.key, "/v1/models", { "anthropic-version": "2023-06-01" });
    expect([anthropic.status, await anthropic.json()]).toMatchObject([
      403,
      { type: "error", error: { type: "permission_error", code: "account_stopped" } },
    ]);
    const { items } = await (
      await call(api, user.token, "/api/usage/refusals/current")
    ).json<CurrentRefusalsResponse>();
    expect(items).toEqual([]);
    const revoked = await api.request("/v1/keys/self/revoke", {
      method: "POST",
      headers: { authorization: `Bearer ${live.key}` },
    });
    expect(revoked.status).toBe(200);
  });

  it("counts what it refuses, as refused for that reason until the keys are started again", async () => {
    const { user, key, meter } = await meteredUser();
    await send(user, "POST");
    await admit(key);
    await admit(key);
    await runDurableObjectAlarm(meter());
    const current = async () =>
      (
        await (await call(api, user.token, "/api/usage/refusals/current")).json<CurrentRefusalsResponse>()
      ).items.map(({ code, requests }) => [code, requests]);
    expect(await current()).toEqual([["account_stopped", 2]]);
    await send(user, "DELETE");
    expect(await current()).toEqual([]);
  });
});
