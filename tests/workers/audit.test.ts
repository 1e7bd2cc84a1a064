import { expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import { patchKey, revoke, rotate } from "./support/key-life.ts";
import {
  type Call,
  call,
  createKeyAs,
  errorOf,
  newUser,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

const api = testApi();
const everything = async (user: TestUser, query = "") =>
  (await (await call(api, user.token, `/api/audit${query}`)).json<AuditResponse>()).items;
/** Without the sign-in that every user here has. */
const listed = async (user: TestUser, query = "") =>
  (await everything(user, query)).filter(({ action }) => action !== "session.started");

it("lists what was done with a key, newest first, with the user and the request id", async () => {
  const user = await newUser();
  const { id, key } = await createKeyAs(api, user, "Laptop");
  await patchKey(api, user, id, { name: "Server", disabled: true });
  const revealed = await call(api, user.token, `/api/keys/${id}/reveal`, { method: "POST" });
  await call(api, key, "/v1/keys/self/revoke", { method: "POST" });
  const items = await listed(user);
  const server = { id, name: "Server" };
  expect(items.map(({ action, by, key: about, detail }) => ({ action, by, about, detail }))).toEqual([
    { action: "key.revoked", by: "key", about: server, detail: {} },
    { action: "key.revealed", by: "owner", about: server, detail: {} },
    { action: "key.changed", by: "owner", about: server, detail: { name: "Server", disabled: true } },
    { action: "key.created", by: "owner", about: server, detail: {} },
  ]);
  expect(items[1]?.request_id).toBe(revealed.headers.get("x-request-id"));
  expect(JSON.stringify(items)).not.toContain(key);
});

it("lists only the requested kind, and whom an invitation went to", async () => {
  const user = await newUser();
  const key = await createKeyAs(api, user);
  await rotate(api, user, key.id, 3);
  const email = `${crypto.randomUUID()}@example.com`;
  await call(api, user.token, "/api/account/invitations", { body: { email } });
  const access = await listed(user, "?kind=access");
  expect(access.map(({ action, key: about, detail }) => [action, about, detail])).toEqual([
    ["user.invited", null, { email }],
  ]);
  const keys = await listed(user, "?kind=keys");
  expect(keys.map(({ action }) => action).sort()).toEqual(["key.created", "key.created", "key.rotated"]);
  expect(keys.find(({ action }) => action === "key.rotated")?.detail).toEqual({ overlap_hours: 3 });
  expect(await listed(user, "?kind=money")).toEqual([]);
});

it("is not visible to another account", async () => {
  const [owner, stranger] = await Promise.all([newUser(), newUser()]);
  const { id } = await createKeyAs(api, owner);
  await revoke(api, owner, id);
  expect(await listed(owner)).toHaveLength(2);
  expect(await listed(stranger)).toEqual([]);
});

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0";
const somewhere = { headers: { "user-agent": FIREFOX }, cf: { country: "PT", city: "Lisbon" } };

it("shows the device, city and country of each entry, if known", async () => {
  const user = await newUser();
  const { id, key } = await createKeyAs(api, user);
  const ask = (path: string, from: Call) => call(api, user.token, path, { method: "POST", ...from });
  await ask(`/api/keys/${id}/reveal`, somewhere);
  const forged = { "cf-ipcountry": "DE", "cf-ipcity": "Berlin" };
  await ask(`/api/keys/${id}/reveal`, { headers: forged, cf: { country: "T1" } });
  const rotated = await ask(`/api/keys/${id}/rotate`, { ...somewhere, body: { overlap_hours: 0 } });
  expect(rotated.status).toBe(201);
  await call(api, key, "/v1/keys/self/revoke", {
    method: "POST",
    headers: { "user-agent": "x".repeat(900) },
  });
  const here = { device: "Firefox on Windows", city: "Lisbon", country: "PT" };
  const places = (await listed(user)).map(({ action, place }) => [action, place]);
  expect(places).toHaveLength(6);
  expect(places.slice(0, 3).map(([, place]) => place)).toEqual([here, here, here]);
  expect(places.slice(3)).toEqual([
    ["key.revealed", null],
    ["key.revealed", here],
    ["key.created", null],
  ]);
});

it("lists a sign-in once, with its device, city and country", async () => {
  const user = await newUser();
  for (let request = 0; request < 3; request += 1) await call(api, user.token, "/api/keys", somewhere);
  const items = await everything(user, "?kind=access");
  expect(items).toMatchObject([
    {
      action: "session.started",
      by: "owner",
      place: { device: "Firefox on Windows", city: "Lisbon", country: "PT" },
    },
  ]);
});

it("says that the owner, not support, changed budgets", async () => {
  const user = await newUser();
  const budgets = [{ period: "month", amount: 5 }];
  await call(api, user.token, "/api/account/budgets", { method: "PUT", body: { budgets } });
  expect(await listed(user, "?kind=money")).toMatchObject([{ action: "budgets.changed", by: "owner" }]);
});

it("truncates the name that a client gives itself", async () => {
  const user = await newUser();
  const { key } = await createKeyAs(api, user);
  const headers = { "user-agent": `${"Finder".repeat(50)}/1.0 (of leaked keys)` };
  const cf = { country: "PT", city: "L".repeat(500) };
  await call(api, key, "/v1/keys/self/revoke", { method: "POST", headers, cf });
  const [revoked] = await listed(user);
  expect(revoked).toMatchObject({ by: "key", place: { device: "Finder".repeat(10), city: "L".repeat(80) } });
});

it.each(["", "everything", "keys,money"])("the kind %j is rejected with the allowed values", async (kind) => {
  const response = await call(api, (await newUser()).token, `/api/audit?kind=${kind}`);
  expect(response.status).toBe(422);
  expect(await errorOf(response)).toMatchObject({
    field: "kind",
    error: "The kind must be one of keys, access, money.",
  });
});
