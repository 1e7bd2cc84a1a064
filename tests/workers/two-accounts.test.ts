import { describe, expect, it } from "vitest";
import { auditOf } from "./support/audit.ts";
import { END_SESSION, provide } from "./support/provider.ts";
import { call, createKeyAs, errorOf, newUser, testApi } from "./support/test-api.ts";

/** Every route that names a key; one that is added to the API belongs here too. */
const routes: [string, string][] = [
  ["POST", "/api/keys/:id/reveal"],
  ["POST", "/api/keys/:id/revoke"],
  ["GET", "/api/analytics?range=24h&key_id=:id"],
];

describe("another account's key is answered like one that does not exist", () => {
  it.each(routes)("%s %s", async (method, path) => {
    const [owner, stranger] = await Promise.all([newUser(), newUser()]);
    const api = testApi();
    const { id, key } = await createKeyAs(api, owner);
    const ask = (token: string, keyId: string) => call(api, token, path.replace(":id", keyId), { method });

    const foreign = await ask(stranger.token, id);
    const missing = await ask(stranger.token, "key_doesnotexist");
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const [{ request_id: _one, ...foreignBody }, { request_id: _two, ...missingBody }] = await Promise.all([
      errorOf(foreign),
      errorOf(missing),
    ]);
    expect(foreignBody).toEqual(missingBody);

    const revealed = await call(api, owner.token, `/api/keys/${id}/reveal`, { method: "POST" });
    expect(await revealed.json(), "the owner's key is as it was").toEqual({ key });
    expect((await ask(owner.token, id)).status).toBe(200);
  });
});

it("another account's session is answered like one that does not exist", async () => {
  const [owner, stranger] = await Promise.all([newUser(), newUser()]);
  const id = crypto.randomUUID();
  await provide(owner.userId, { [END_SESSION]: { body: true } });
  const end = (token: string, session: string) =>
    call(testApi(), token, `/api/account/sessions/${session}`, { method: "DELETE" });
  const [foreign, missing] = [await end(stranger.token, id), await end(stranger.token, crypto.randomUUID())];
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  const [one, other] = await Promise.all([errorOf(foreign), errorOf(missing)]);
  expect({ ...one, request_id: "" }).toEqual({ ...other, request_id: "" });
  expect((await end(owner.token, id)).status).toBe(200);
});

it("invitations of one account leave another's untouched, and none closes another's account", async () => {
  const [owner, stranger] = await Promise.all([newUser(), newUser()]);
  const api = testApi();
  const invitation = { body: { email: `${crypto.randomUUID()}@example.com` } };
  expect((await call(api, stranger.token, "/api/account/invitations", invitation)).status).toBe(202);
  expect(await auditOf(owner.account.id)).toEqual([]);
  const typed = { method: "DELETE", body: { email: owner.email } };
  expect((await call(api, stranger.token, "/api/account", typed)).status).toBe(422);
  expect((await call(api, owner.token, "/api/keys")).status).toBe(200);
});

it("lists, balances and limits are each account's own", async () => {
  const [owner, stranger] = await Promise.all([newUser(), newUser({ micros: 3_000_000 })]);
  const api = testApi();
  await createKeyAs(api, owner);
  expect(await (await call(api, stranger.token, "/api/keys")).json()).toEqual([]);
  const balance = await call(api, stranger.token, "/api/account/balance");
  expect(await balance.json()).toMatchObject({ balance: 3 });
});

it("no route but health and the signed webhook answers without sign-in", async () => {
  const api = testApi();
  const open = api.routes
    .filter(({ method }) => method !== "ALL")
    .map(async ({ method, path }) => {
      const { status } = await call(api, null, path.replace(":id", "key_x"), { method });
      return status === 401 ? [] : [`${method} ${path}`];
    });
  expect((await Promise.all(open)).flat().sort()).toEqual(["GET /api/health", "POST /api/stripe/webhook"]);
});
