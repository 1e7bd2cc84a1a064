import { describe, expect, it } from "vitest";
import { racing } from "#tests/support/race.ts";
import { runs } from "#tests/support/tier.ts";
import { close, expectClosed, keysOf } from "./support/closing.ts";
import { rotate } from "./support/key-life.ts";
import { databaseThatWaits } from "./support/slow-database.ts";
import { call, createKeyAs, errorOf, mint, newUser, testApi, writeDirectly } from "./support/test-api.ts";

it("a request with a newer email, admitted before the account is closed, does not restore an email", async () => {
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

describe("no key outlives its account", () => {
  it("when a creation is admitted before the account is closed, and reaches the database afterwards", async () => {
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

  it.each([0, 24])(
    "when a rotation with an overlap of %i hours is admitted before, and reaches the database afterwards",
    async (hours) => {
      const user = await newUser();
      const { id } = await createKeyAs(testApi(), user);
      const { db, reached, letGo } = databaseThatWaits();
      const rotation = rotate(testApi({ openDatabase: () => db }), user, id, hours);
      await reached;
      await close(testApi(), user);
      letGo();
      expect((await rotation).status).toBe(409);
      expect(await keysOf(user)).toHaveLength(1);
      await expectClosed(user);
    },
  );

  it("in any state: disabled, expired, rotated or the plan's", async () => {
    const user = await newUser();
    const api = testApi();
    const keys = await Promise.all([1, 2, 3, 4].map(() => createKeyAs(api, user)));
    const [disabled, expired, rotated, plan] = keys.map(({ id }) => id);
    await writeDirectly(() => `UPDATE api_keys SET disabled_at = 1 WHERE public_id = '${disabled}'`);
    await writeDirectly(() => `UPDATE api_keys SET expires_at = 1 WHERE public_id = '${expired}'`);
    await writeDirectly(() => `UPDATE api_keys SET plan_key = 1 WHERE public_id = '${plan}'`);
    await rotate(api, user, rotated ?? "", 24);
    await close(api, user);
    expect(await keysOf(user)).toHaveLength(5);
    await expectClosed(user);
  });

  it("in whatever order creations and the closing arrive", async () => {
    const [api, race] = [testApi(), racing()];
    const seen = { created: 0, refused: 0 };
    for (let round = 0; round < runs(40); round += 1) {
      const user = await newUser();
      const create = () => call(api, user.token, "/api/keys", { body: { name: "Race" } });
      const [creations, closing] = await race(
        () => Promise.all(Array.from({ length: 6 }, create)),
        () => close(api, user),
      );
      expect(closing.status).toBe(200);
      const statuses = creations.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 201 && status !== 403)).toEqual([]);
      const created = statuses.filter((status) => status === 201).length;
      expect(await keysOf(user), "only acknowledged keys").toHaveLength(created);
      await expectClosed(user);
      seen.created += created;
      seen.refused += statuses.length - created;
    }
    expect(seen.created, "some were in time").toBeGreaterThan(0);
    expect(seen.refused, "some were too late").toBeGreaterThan(0);
  });
});
