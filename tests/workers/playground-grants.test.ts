import fc from "fast-check";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { PlaygroundGrant } from "#core/contract/playground.ts";
import { decodeBase64Url, encodeBase64Url } from "#core/domain/encoding.ts";
import { GRANT_MS } from "#core/domain/playground.ts";
import { MAX_ACTIVE_KEYS } from "#core/services/keys/create-key.ts";
import { readGrant, signGrant } from "#core/services/playground/sign-grant.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import { stock } from "#tests/integration/keys/key-shop.ts";
import { runs } from "#tests/support/tier.ts";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { keyOf, listOf, patchKey, refusalOf, reveal, revoke, rotate } from "./support/key-life.ts";
import { END_SESSION, provide, USER } from "./support/provider.ts";
import {
  awayDirectory,
  type Call,
  call,
  createKeyAs,
  keySecrets,
  mint,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
  testDirectory,
} from "./support/test-api.ts";

const api = testApi();
const HERE = "https://latchkey.test";

async function grantFor(user: Pick<TestUser, "token">): Promise<PlaygroundGrant> {
  const response = await call(api, user.token, "/api/playground/grant", {
    method: "POST",
    headers: { origin: HERE },
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** Another session of the same person. */
async function elsewhere({ userId, email }: TestUser) {
  const sessionId = crypto.randomUUID();
  return { sessionId, token: await mint({ claims: { sub: userId, email, session_id: sessionId } }) };
}

/** What `/v1` says to a request: the status, with the error's code. */
async function sent(grant: string, { headers, app = api, ...options }: Call & { app?: typeof api } = {}) {
  const response = await call(app, grant, "/v1/models", {
    ...options,
    headers: { origin: HERE, ...headers },
  });
  const body = await response.json<{ error?: { code: string } }>();
  return [response.status, body.error?.code].filter((part) => part !== undefined).join(" ");
}

const NOT_VALID = "401 grant_not_valid";

describe("a grant", () => {
  let user: TestUser;
  let grant: string;
  beforeAll(async () => {
    user = await newUser();
    ({ grant } = await grantFor(user));
  });

  it("is accepted in place of a key from the product's own origin, and describes its key", async () => {
    expect(await sent(grant)).toBe("200");
    const response = await call(api, grant, "/v1/key", { headers: { origin: HERE } });
    const budgets = [expect.objectContaining({ period: "month", amount: 5, spent: 0 })];
    expect(await response.json()).toMatchObject({ name: "Playground", test: false, budgets, balance: 10 });
  });

  it("is accepted without an origin only where a browser says that its own page reads", async () => {
    const from = (headers: Record<string, string>, method = "GET") =>
      call(api, grant, "/v1/models", { method, headers });
    expect((await from({ "sec-fetch-site": "same-origin" })).status).toBe(200);
    for (const site of ["cross-site", "same-site", "none"])
      expect((await from({ "sec-fetch-site": site })).status).toBe(401);
    expect((await from({})).status).toBe(401);
    expect((await from({ "sec-fetch-site": "same-origin" }, "POST")).status).toBe(401);
  });

  it.each([
    "https://evil.test",
    "http://latchkey.test",
    "https://latchkey.test:8443",
    "https://a.latchkey.test",
    "null",
  ])("is refused from %s", async (origin) =>
    expect(await sent(grant, { headers: { origin } })).toBe(NOT_VALID),
  );

  it("is refused in the other header, and no key is revoked with it", async () => {
    const response = await call(api, null, "/v1/models", { headers: { origin: HERE, "x-api-key": grant } });
    expect(response.status).toBe(401);
    const revoking = await call(api, grant, "/v1/keys/self/revoke", {
      method: "POST",
      headers: { origin: HERE },
    });
    expect(revoking.status).toBe(401);
    expect(await sent(grant)).toBe("200");
  });

  it("is refused after ten minutes, in the gateway's error form", async () => {
    const later = testApi({ clock: { now: () => Date.now() + GRANT_MS } });
    expect(await sent(grant, { app: later })).toBe("401 grant_expired");
  });

  it("is refused if any character of it is changed", async () => {
    const inGrant = fc.nat(grant.length - 1);
    await fc.assert(
      fc.asyncProperty(inGrant, fc.constantFrom(..."Ab9_-"), async (at, letter) => {
        fc.pre(grant[at] !== letter);
        const altered = grant.slice(0, at) + letter + grant.slice(at + 1);
        expect(await readGrant(keySecrets, altered)).toBeNull();
      }),
      { numRuns: runs(300) },
    );
  });

  it("holds what was signed, under the pepper and earlier ones, and under no other key", async () => {
    const text = fc.string({ maxLength: 60 });
    const someGrant = fc.record({
      route: text,
      lookup: text,
      sessionId: text,
      origin: text,
      expiresAt: fc.nat(),
    });
    const other = { ...keySecrets, pepper: crypto.getRandomValues(new Uint8Array(32)) };
    await fc.assert(
      fc.asyncProperty(someGrant, async (content) => {
        const signed = await signGrant(keySecrets, content);
        expect(await readGrant(keySecrets, signed)).toEqual(content);
        expect(await readGrant({ ...other, earlierPeppers: [keySecrets.pepper] }, signed)).toEqual(content);
        expect(await readGrant(other, signed)).toBeNull();
      }),
      { numRuns: runs(100) },
    );
  });

  it("can't be made out of another by changing what it says", async () => {
    const [content = "", signature = ""] = grant.slice("lkg_".length).split(".");
    const said = JSON.parse(new TextDecoder().decode(decodeBase64Url(content) ?? new Uint8Array()));
    for (const change of [{ o: "https://evil.test" }, { e: said.e + 60_000 }, { s: "another" }]) {
      const bytes = new TextEncoder().encode(JSON.stringify({ ...said, ...change }));
      expect(await sent(`lkg_${encodeBase64Url(bytes)}.${signature}`)).toBe(NOT_VALID);
    }
  });
});

describe("the life of grants", () => {
  it("ends with the key, and the next one comes with a new key", async () => {
    const user = await newUser();
    const first = await grantFor(user);
    await revoke(api, user, first.key_id);
    expect(await sent(first.grant)).toBe(NOT_VALID);
    const second = await grantFor(user);
    expect(second.key_id).not.toBe(first.key_id);
    expect([await sent(first.grant), await sent(second.grant)]).toEqual([NOT_VALID, "200"]);
  });

  it("stops while the key is disabled, and goes on when it is enabled", async () => {
    const user = await newUser();
    const { grant, key_id } = await grantFor(user);
    await patchKey(api, user, key_id, { disabled: true });
    expect(await sent(grant)).toBe("403 key_disabled");
    await patchKey(api, user, key_id, { disabled: false });
    expect(await sent(grant)).toBe("200");
  });

  it("isn't given to a page of another origin", async () => {
    const user = await newUser();
    const headers = { origin: "https://evil.test" };
    const response = await call(api, user.token, "/api/playground/grant", { method: "POST", headers });
    expect(await refusalOf(response)).toMatchObject({ status: 403, code: "origin_not_allowed" });
    expect(await listOf(api, user)).toEqual([]);
  });
});

describe("the Playground's key", () => {
  it("is one key, however many first grants are requested at the same time", async () => {
    const user = await newUser({ micros: 0 });
    const grants = await Promise.all([1, 2, 3, 4, 5].map(() => grantFor(user)));
    const keys = await listOf(api, user);
    expect(keys).toMatchObject([{ name: "Playground", playground: true, status: "active" }]);
    expect(new Set(grants.map(({ key_id }) => key_id))).toEqual(new Set([keys[0]?.id]));
  });

  it("doesn't count towards the limit of keys", async () => {
    const user = await newUser();
    await stock(openTestDatabase(), { keySecrets, account: user.account, count: MAX_ACTIVE_KEYS - 1 });
    const { grant } = await grantFor(user);
    await createKeyAs(api, user, "The last one");
    const another = await call(api, user.token, "/api/keys", { body: { name: "Too many" } });
    expect(await refusalOf(another)).toMatchObject({ code: "key_limit_reached" });
    await grantFor(user);
    expect(await sent(grant)).toBe("200");
  });

  it("can't be revealed, rotated, renamed, opened to other origins or given an expiry", async () => {
    const user = await newUser();
    const { key_id } = await grantFor(user);
    const refused = async (response: Response) => {
      const { status, code, field } = await refusalOf(response);
      return [status, code, field].filter(Boolean).join(" ");
    };
    expect(await refused(await reveal(api, user, key_id))).toBe("409 playground_key");
    expect(await refused(await rotate(api, user, key_id, 1))).toBe("409 key_not_rotatable");
    for (const change of [
      { name: "Mine" },
      { expires_at: "2040-01-01T00:00:00Z" },
      { allowed_origins: [HERE] },
    ])
      expect(await refused(await patchKey(api, user, key_id, change))).toBe(
        `409 playground_key ${Object.keys(change)[0]}`,
      );
    const [before] = await listOf(api, user);
    expect(before).toMatchObject({ name: "Playground", expires_at: null, allowed_origins: [] });
    const shown = await keyOf(await patchKey(api, user, key_id, { shows_balance: false }));
    expect(shown).toEqual({ ...before, shows_balance: false });
    const body = { budgets: [{ period: "day", amount: 1 }] };
    const budgeted = await call(api, user.token, `/api/keys/${key_id}/budgets`, { method: "PUT", body });
    expect((await keyOf(budgeted)).budgets).toMatchObject([{ period: "day", amount: 1 }]);
  });

  it("keeps its budget as its owner left it when further grants are given", async () => {
    const user = await newUser();
    const { key_id } = await grantFor(user);
    await call(api, user.token, `/api/keys/${key_id}/budgets`, { method: "PUT", body: { budgets: [] } });
    await grantFor(user);
    expect(await listOf(api, user)).toMatchObject([{ id: key_id, budgets: [] }]);
  });

  it("is another account's business alone", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { grant } = await grantFor(user);
    await createKeyAs(api, other);
    await call(api, other.token, "/api/account/sessions", { method: "DELETE" });
    expect(await sent(grant)).toBe("200");
  });
});

describe("grants of a session that ends", () => {
  const ALL = "/api/account/sessions";
  const one = (id: string) => `${ALL}/${id}`;
  const end = (app: typeof api, { token }: Pick<TestUser, "token">, path: string) =>
    call(app, token, path, { method: "DELETE" });

  /** `act` runs while the provider ends the sessions that a change asks it to end. */
  function whileEnding(act: () => Promise<unknown>) {
    const directory = testDirectory();
    return testApi({
      directory: {
        ...directory,
        endSessions: async () => void (await act()),
        endSession: async () => {
          await act();
          return true;
        },
      },
    });
  }

  it.each([
    ["all sessions", () => ALL],
    ["it alone", one],
  ])("aren't given any more from before the provider ends %s", async (_, pathOf) => {
    const user = await newUser();
    const stolen = await elsewhere(user);
    const { grant } = await grantFor(stolen);
    const tries: unknown[] = [];
    const app = whileEnding(async () => {
      const again = await call(api, stolen.token, "/api/playground/grant", { method: "POST" });
      tries.push((await refusalOf(again)).code, await sent(grant));
    });
    expect((await end(app, user, pathOf(stolen.sessionId))).status).toBe(200);
    expect(tries).toEqual(["unauthorized", NOT_VALID]);
    const late = await call(api, stolen.token, "/api/playground/grant", { method: "POST" });
    expect([late.status, await sent(grant)]).toEqual([401, NOT_VALID]);
  });

  it("are refused, and no others are given, also when the provider can't be reached", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    const { grant } = await grantFor(user);
    const { endSessions } = awayDirectory();
    const away = testApi({ directory: { ...testDirectory(), endSessions } });
    expect((await end(away, user, ALL)).status).toBe(503);
    const late = await call(api, user.token, "/api/playground/grant", { method: "POST" });
    expect([late.status, await sent(grant)]).toEqual([401, NOT_VALID]);
    expect(takeErrors()).toHaveLength(1);
  });

  it("aren't given to a session that the API first sees while the provider ends all", async () => {
    const user = await newUser();
    const stolen = await elsewhere(user);
    const app = whileEnding(() => grantFor(stolen));
    expect((await end(app, user, ALL)).status).toBe(200);
    const late = await call(api, stolen.token, "/api/playground/grant", { method: "POST" });
    expect(late.status).toBe(401);
  });

  it("are given to a session that goes on when another one ends, and to one that begins afterwards", async () => {
    const user = await newUser();
    const stolen = await elsewhere(user);
    await grantFor(stolen);
    const app = whileEnding(async () => {});
    await end(app, user, one(stolen.sessionId));
    expect(await sent((await grantFor(user)).grant)).toBe("200");
    await end(app, user, ALL);
    expect(await sent((await grantFor(await elsewhere(user))).grant)).toBe("200");
  });

  it("are refused, and the end can be repeated, when the database fails after the provider has ended it", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    const stolen = await elsewhere(user);
    const { grant } = await grantFor(stolen);
    const db = openTestDatabase();
    const { batch } = db.$client;
    const app = testApi({
      openDatabase: () => db,
      directory: {
        ...testDirectory(),
        endSession: async () => {
          db.$client.batch = () => Promise.reject(databaseUnavailable(null));
          return true;
        },
      },
    });
    expect((await end(app, user, one(stolen.sessionId))).status).toBe(503);
    expect(await sent(grant)).toBe(NOT_VALID);
    db.$client.batch = batch;
    // The provider knows the session no longer.
    for (const _ of ["the retry", "once more"])
      expect((await end(api, user, one(stolen.sessionId))).status).toBe(200);
    const recorded = (await auditOf(user.account.id)).filter(({ action }) => action === "session.ended");
    expect(recorded).toMatchObject([{ subject: stolen.sessionId }]);
    expect(takeErrors()).toHaveLength(1);
  });

  it("are refused from the next request on, when it is ended in the list of sessions", async () => {
    const user = await newUser();
    const other = await elsewhere(user);
    const { grant } = await grantFor(other);
    const id = crypto.randomUUID();
    await provide(user.userId, { [END_SESSION]: { body: true } });
    const ended = await call(api, user.token, `/api/account/sessions/${id}`, { method: "DELETE" });
    expect([ended.status, await sent(grant)]).toEqual([200, NOT_VALID]);
  });

  it("are refused once a new password is seen", async () => {
    const user = await newUser();
    const { grant } = await grantFor(user);
    const changed = {
      id: user.userId,
      factors: [],
      identities: [],
      app_metadata: { password_changed_at: new Date().toISOString() },
    };
    await provide(user.userId, { [USER]: { body: { ...changed, app_metadata: {} } } });
    await call(api, (await elsewhere(user)).token, "/api/keys");
    expect(await sent(grant)).toBe("200");
    await provide(user.userId, { [USER]: { body: changed } });
    await call(api, (await elsewhere(user)).token, "/api/keys");
    expect(await sent(grant)).toBe(NOT_VALID);
  });
});

it("posts the Playground's requests at once, since somebody waits for the receipt", async () => {
  const user = await newUser();
  const { grant } = await grantFor(user);
  for (const _ of [1, 2]) {
    const response = await call(api, grant, "/v1/models", { headers: { origin: HERE } });
    const id = response.headers.get("x-request-id");
    await vi.waitFor(async () => {
      const receipt = await call(api, user.token, `/api/usage/${id}`);
      expect(await receipt.json()).toMatchObject({ request_id: id, key: { name: "Playground" } });
    }, 4_000);
  }
});
