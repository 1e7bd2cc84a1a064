import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { usageResponse } from "#core/contract/usage.ts";
import { type AllWorkers, signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";
import { until } from "#tests/support/limits.ts";
import { errorOf } from "./gateway-http/edge.ts";
import { fundedUser, newKey, chat as sendChat, type User } from "./gateway-http/whole-slice.ts";

let workers: AllWorkers;
beforeAll(async () => {
  workers = await startAllWorkers();
});
afterAll(() => workers.stop());

const chat = (key: string, content: string, more: object = {}) =>
  sendChat(workers.origin, key, content, more);

/** The account's usage rows once there are so many. */
async function usageOf({ call }: User, count: number) {
  return until(async () => {
    const { items } = usageResponse.parse(await (await call("/usage")).json());
    return items.length >= count && items;
  });
}

test("a funded account's first requests succeed, have their price, are listed, and are taken from its balance", async () => {
  const user = await fundedUser(workers, "gateway@example.com");
  const { key } = await newKey(user);
  const whole = await chat(key, "Hello");
  expect(whole.status).toBe(200);
  expect(await whole.json()).toMatchObject({ object: "chat.completion", model: "demo-small" });
  const cost = Number(whole.headers.get("x-latchkey-cost"));
  expect(cost).toBeGreaterThan(0);
  const stream = await (await chat(key, "Hello", { stream: true })).text();
  expect(stream).toContain("data: [DONE]");
  expect(stream).not.toContain('"usage":{');
  const failed = await chat(key, "/fail 500");
  expect(failed.status).toBe(500);
  expect(await failed.text()).not.toMatch(/org-|internal|10\.20/);

  const rows = await usageOf(user, 3);
  expect(rows.map(({ status_code }) => status_code).sort()).toEqual([200, 200, 500]);
  expect(rows.map((row) => row.cost).sort()).toEqual([0, cost, cost]);
  const { balance } = z
    .object({ balance: z.number() })
    .parse(await (await user.call("/account/balance")).json());
  expect(balance).toBeCloseTo(25 - 2 * cost, 6);
});

test("a key is refused as soon as its revocation has returned", async () => {
  const user = await fundedUser(workers, "revoking@example.com");
  const { id, key } = await newKey(user);
  expect((await chat(key, "Hello")).status).toBe(200);
  expect((await user.call(`/keys/${id}/revoke`, {})).status).toBe(200);
  const refused = await chat(key, "Hello");
  expect([refused.status, (await errorOf(refused)).code]).toEqual([401, "invalid_api_key"]);
});

test("an account without funds can create a test key, which works, fails on request and costs nothing", async () => {
  const user = await signInNewUser(workers, "penniless@example.com");
  expect((await user.call("/keys", { name: "Too early" })).status).toBe(402);
  const { key } = await newKey(user, true);
  expect(key).toMatch(/^lkt_[A-Za-z0-9]{49}$/);
  expect((await chat(key, "Hello")).status).toBe(200);
  expect((await chat(key, "Hello", { model: "test-402" })).status).toBe(402);
  const rows = await usageOf(user, 2);
  expect(rows.map((row) => [row.status_code, row.cost]).sort()).toEqual([
    [200, 0],
    [402, 0],
  ]);
});
