import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { racing } from "#tests/support/race.ts";
import { auditOf } from "./support/audit.ts";
import { keyOf, listOf, patchKey, refusalOf, reveal, revoke, rotate } from "./support/key-life.ts";
import { call, createKeyAs, newUser, openTestDatabase, testApi, writeDirectly } from "./support/test-api.ts";

const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const changesOf = async (accountId: number) =>
  (await auditOf(accountId)).filter(({ action }) => action === "key.changed");

describe("changing a key", () => {
  it("renames it, sets and removes its expiry, disables and enables it, and changes nothing else", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { key, ...created } = await createKeyAs(api, user);
    const [masked] = await listOf(api, user);
    const expires_at = later(60_000);
    const renamed = { ...masked, name: "Renamed" };
    expect(await keyOf(await patchKey(api, user, created.id, { name: " Renamed " }))).toEqual(renamed);
    const ending = await keyOf(await patchKey(api, user, created.id, { expires_at }));
    expect(ending).toEqual({ ...renamed, expires_at });
    const off = await keyOf(await patchKey(api, user, created.id, { disabled: true }));
    expect(off).toEqual({ ...ending, disabled_at: expect.any(String) });
    const on = await keyOf(await patchKey(api, user, created.id, { disabled: false, expires_at: null }));
    expect(on).toEqual(renamed);
    expect(await listOf(api, user)).toEqual([renamed]);
    expect(await (await reveal(api, user, created.id)).json()).toEqual({ key });
  });

  it("replaces its allowed origins, without duplicates and in the browsers' form", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { key: _, ...created } = await createKeyAs(api, user);
    expect(created.allowed_origins).toEqual([]);
    const allowed_origins = [" https://Shop.example:443/ ", "https://shop.example", "http://localhost:5173"];
    const allowed = await keyOf(await patchKey(api, user, created.id, { allowed_origins }));
    expect(allowed).toMatchObject({ allowed_origins: ["https://shop.example", "http://localhost:5173"] });
    expect(await listOf(api, user)).toEqual([allowed]);
    await patchKey(api, user, created.id, { allowed_origins, name: allowed.name });
    const none = await keyOf(await patchKey(api, user, created.id, { allowed_origins: [] }));
    expect(none).toEqual({ ...allowed, allowed_origins: [] });
    expect((await changesOf(user.account.id)).map(({ detail }) => JSON.parse(detail ?? ""))).toEqual([
      { allowed_origins: allowed.allowed_origins },
      { allowed_origins: [] },
    ]);
  });

  it("hides the balance from whoever has the key, and shows it again", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { key: _, ...created } = await createKeyAs(api, user);
    expect(created.shows_balance).toBe(true);
    const hiding = await keyOf(await patchKey(api, user, created.id, { shows_balance: false }));
    expect(hiding).toMatchObject({ ...created, key: expect.any(String), shows_balance: false });
    await patchKey(api, user, created.id, { shows_balance: false, name: created.name });
    expect(await listOf(api, user)).toEqual([hiding]);
    const showing = await keyOf(await patchKey(api, user, created.id, { shows_balance: true }));
    expect(showing).toEqual({ ...hiding, shows_balance: true });
    expect((await changesOf(user.account.id)).map(({ detail }) => JSON.parse(detail ?? ""))).toEqual([
      { shows_balance: false },
      { shows_balance: true },
    ]);
  });

  it("is created without access to the balance on request, which is recorded", async () => {
    const [user, api] = [await newUser(), testApi()];
    const create = (body: object) =>
      call(api, user.token, "/api/keys", { body: { name: "Shared", ...body } });
    const hidden = await keyOf(await create({ shows_balance: false }), 201);
    const shown = await keyOf(await create({ shows_balance: true }), 201);
    expect([hidden.shows_balance, shown.shows_balance]).toEqual([false, true]);
    expect((await auditOf(user.account.id)).map(({ detail }) => detail)).toEqual([
      JSON.stringify({ shows_balance: false }),
      null,
    ]);
  });

  it("is recorded with what changed, but only when something did", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user, "Same");
    await patchKey(api, user, id, { name: "Same", disabled: false, expires_at: null });
    expect(await changesOf(user.account.id)).toEqual([]);
    const expires_at = later(60_000);
    await patchKey(api, user, id, { name: "Other", expires_at });
    const off = await keyOf(await patchKey(api, user, id, { disabled: true }));
    expect(await keyOf(await patchKey(api, user, id, { disabled: true }))).toEqual(off);
    expect(await changesOf(user.account.id)).toMatchObject([
      { subject: id, detail: JSON.stringify({ name: "Other", expires_at }) },
      { subject: id, detail: JSON.stringify({ disabled: true }) },
    ]);
  });

  it("reactivates an expired key when its expiry is moved", async () => {
    const user = await newUser();
    let now = Date.now();
    const api = testApi({ clock: { now: () => now } });
    const { id } = await createKeyAs(api, user);
    const end = new Date(now + 1000).toISOString();
    await patchKey(api, user, id, { expires_at: end });
    now += 1000;
    const expires_at = new Date(now + 1).toISOString();
    expect(await keyOf(await patchKey(api, user, id, { expires_at }))).toMatchObject({ expires_at });
  });

  it.each([
    ["now", 0],
    ["a moment ago", -1],
    ["long ago", -1e12],
  ])("refuses an expiry of %s", async (_what, ms) => {
    const user = await newUser();
    const now = Date.now();
    const api = testApi({ clock: { now: () => now } });
    const { id } = await createKeyAs(api, user);
    const expires_at = new Date(now + ms).toISOString();
    const past = {
      status: 422,
      code: "invalid_request",
      error: "The expires_at field must be in the future.",
      field: "expires_at",
    };
    expect(await refusalOf(await patchKey(api, user, id, { name: "Unchanged", expires_at }))).toEqual(past);
    const creation = await call(api, user.token, "/api/keys", { body: { name: "New", expires_at } });
    expect(await refusalOf(creation)).toEqual(past);
    expect(await listOf(api, user)).toMatchObject([{ name: "Production", expires_at: null }]);
  });

  it("refuses any change of a revoked key", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await revoke(api, user, id);
    for (const body of [{ name: "New" }, { expires_at: null }, { disabled: true }]) {
      expect(await refusalOf(await patchKey(api, user, id, body))).toMatchObject({
        status: 409,
        code: "key_revoked",
      });
    }
    expect(await listOf(api, user)).toMatchObject([{ name: "Production", disabled_at: null }]);
  });

  it("does not move the expiry of the Premium key, which follows the plan, but renames and disables it", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await writeDirectly((db) => db.update(apiKeys).set({ planKey: true }).where(eq(apiKeys.publicId, id)));
    for (const expires_at of [later(1000), null]) {
      expect(await refusalOf(await patchKey(api, user, id, { name: "Mine", expires_at }))).toEqual({
        status: 422,
        code: "invalid_request",
        error: "The Premium key expires with its plan.",
        field: "expires_at",
      });
    }
    expect(await listOf(api, user)).toMatchObject([{ name: "Production", expires_at: null }]);
    const changed = await keyOf(await patchKey(api, user, id, { name: "Mine", disabled: true }));
    expect(changed).toMatchObject({ name: "Mine", plan_key: true, disabled_at: expect.any(String) });
  });

  it("does not move the expiry of a rotated key, but renames and disables it", async () => {
    const [user, api] = [await newUser(), testApi()];
    const { id } = await createKeyAs(api, user);
    await rotate(api, user, id, 1);
    for (const expires_at of [later(1000), null]) {
      expect(await refusalOf(await patchKey(api, user, id, { expires_at }))).toMatchObject({
        status: 422,
        error: "A rotated API key expires when its overlap ends.",
        field: "expires_at",
      });
    }
    expect((await patchKey(api, user, id, { name: "Old", disabled: true })).status).toBe(200);
  });
});

it("a concurrent change and revocation leave a revoked key without its ciphertext, in either order", async () => {
  const [api, race] = [testApi(), racing()];
  const seen = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const user = await newUser();
    const { id } = await createKeyAs(api, user);
    const [changed] = await race(
      () => patchKey(api, user, id, { disabled: false, name: "Changed" }),
      () => revoke(api, user, id),
    );
    seen.add(changed.status);
    const [row] = await openTestDatabase().select().from(apiKeys).where(eq(apiKeys.publicId, id));
    expect(row).toMatchObject({ status: "revoked", sealed: null, revokedAt: expect.any(Number) });
  }
  expect([...seen].sort()).toEqual([200, 409]);
});

describe("creating a key with an expiry", () => {
  it("stores it to the millisecond, whatever time zone offset it has", async () => {
    const [user, api] = [await newUser(), testApi()];
    const body = { name: "Ending", expires_at: "2199-01-01T01:30:00.123+01:30" };
    const created = await keyOf(await call(api, user.token, "/api/keys", { body }), 201);
    expect(created.expires_at).toBe("2199-01-01T00:00:00.123Z");
    const never = { body: { name: "Never", expires_at: null } };
    expect(await keyOf(await call(api, user.token, "/api/keys", never), 201)).toMatchObject({
      expires_at: null,
    });
  });
});
