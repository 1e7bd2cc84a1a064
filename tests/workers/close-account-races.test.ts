import { describe, expect, it } from "vitest";
import { close, expectClosed, keysOf } from "./support/closing.ts";
import { call, errorOf, mint, newUser, openTestDatabase, testApi } from "./support/test-api.ts";

/** Some time in the next 30 ms: about as long as a creation takes. */
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 30));

/** A connection whose writes wait until they are let go. */
function databaseThatWaits() {
  const db = openTestDatabase();
  const batch = db.$client.batch.bind(db.$client);
  let arrived = () => {};
  let letGo = () => {};
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const waiting: typeof batch = async (...parameters) => {
    arrived();
    await free;
    return batch(...parameters);
  };
  Object.assign(db.$client, { batch: waiting });
  return { db, reached, letGo };
}

it("a request with a newer address that was let in before the closing does not bring an address back", async () => {
  const user = await newUser();
  const { db, reached, letGo } = databaseThatWaits();
  const token = await mint({ claims: { sub: user.userId, email: "newer@example.com" } });
  const request = call(testApi({ openDatabase: () => db }), token, "/api/account/balance");
  await reached;
  await close(testApi(), user);
  letGo();
  const response = await request;
  expect([response.status, (await errorOf(response)).code]).toEqual([403, "account_closed"]);
  await expectClosed(user);
});

describe("no key outlives the closing of its account", () => {
  it("when a creation that was let in before it reaches the database after it", async () => {
    const user = await newUser();
    const { db, reached, letGo } = databaseThatWaits();
    const creation = call(testApi({ openDatabase: () => db }), user.token, "/api/keys", {
      body: { name: "Slow" },
    });
    await reached;
    await close(testApi(), user);
    letGo();
    const response = await creation;
    expect([response.status, (await errorOf(response)).code]).toEqual([403, "account_closed"]);
    expect(await keysOf(user)).toEqual([]);
  });

  it("whatever the order in which creations and the closing arrive", async () => {
    const api = testApi();
    const seen = { created: 0, refused: 0 };
    for (let round = 0; round < 40; round += 1) {
      const user = await newUser();
      const create = () => call(api, user.token, "/api/keys", { body: { name: "Race" } });
      const creations = Array.from({ length: 6 }, () => soon().then(create));
      const closing = soon().then(() => close(api, user));
      const statuses = (await Promise.all(creations)).map(({ status }) => status);
      expect((await closing).status).toBe(200);
      expect(statuses.filter((status) => status !== 201 && status !== 403)).toEqual([]);
      seen.created += statuses.filter((status) => status === 201).length;
      seen.refused += statuses.filter((status) => status === 403).length;
      expect(await keysOf(user), "only acknowledged keys").toHaveLength(
        statuses.filter((status) => status === 201).length,
      );
      await expectClosed(user);
    }
    expect(seen.created, "some were in time").toBeGreaterThan(0);
    expect(seen.refused, "some were too late").toBeGreaterThan(0);
  }, 60_000);
});
