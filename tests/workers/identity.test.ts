import { exportSPKI, generateKeyPair, importJWK, type JWK } from "jose";
import { describe, expect, inject, it } from "vitest";
import { createSupabaseIdentity } from "#worker/adapters/supabase-identity.ts";
import { expectErrors } from "./support/expected-errors.ts";
import {
  call,
  clock,
  errorOf,
  issuer,
  mint,
  newUser,
  openTestDatabase,
  testApi,
} from "./support/test-api.ts";
import { mintToken } from "./support/tokens.ts";

const sub = () => crypto.randomUUID();
const utf8 = (text: string) => new TextEncoder().encode(text);
const base64Url = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const sharedSecret = "an-older-project-signs-with-a-shared-secret";

const balance = (token: string | null, api = testApi()) => call(api, token, "/api/account/balance");
const withSharedSecret = () =>
  testApi({
    identity: createSupabaseIdentity({ supabaseUrl: inject("supabaseUrl"), jwtSecret: sharedSecret, clock }),
  });

describe("an access token is accepted", () => {
  it.each(["ES256", "RS256"] as const)("when a published %s key signed it", async (alg) => {
    const token = await mintToken(inject("signingKeys")[alg], { issuer: issuer(), claims: { sub: sub() } });
    expect((await balance(token)).status).toBe(200);
    expect((await balance(token, withSharedSecret())).status, "of a project with both").toBe(200);
  });

  it("when it says HS256 and the project's shared secret signed it", async () => {
    const token = await mintToken(utf8(sharedSecret), {
      issuer: issuer(),
      claims: { sub: sub() },
      header: { alg: "HS256" },
    });
    expect((await balance(token, withSharedSecret())).status).toBe(200);
    expect((await balance(token)).status).toBe(401);
  });
});

describe("an access token returns 401", () => {
  const publicKeyTexts = async () => {
    const published = inject("signingKeys").published;
    const spki = await exportSPKI((await importJWK(published)) as CryptoKey);
    return [spki, spki.trim(), JSON.stringify(published), String(published.x)];
  };
  const tampered = async () => {
    const [header, , signature] = (await mint({ claims: { sub: sub() } })).split(".");
    const forged = {
      iss: issuer(),
      sub: sub(),
      aud: "authenticated",
      role: "authenticated",
      exp: 4102444800,
    };
    return `${header}.${base64Url(forged)}.${signature}`;
  };
  const unsigned = (alg: string) => async () => {
    const [, payload] = (await mint({ claims: { sub: sub() } })).split(".");
    return `${base64Url({ alg, typ: "JWT" })}.${payload}.`;
  };
  const foreignKey = async () => {
    const { privateKey } = await generateKeyPair("ES256");
    return mintToken(privateKey, { issuer: issuer(), claims: { sub: sub() }, header: { kid: "test-ES256" } });
  };

  it.each<[string, () => Promise<string> | string]>([
    ["it is no token", () => "a.b.c"],
    ["its header is no JSON", () => `${btoa("hello").replace(/=/g, "")}.e30.c2ln`],
    [
      "it is longer than any token",
      async () => `${await mint({ claims: { sub: sub() } })}${"A".repeat(9000)}`,
    ],
    ["it has expired", () => mint({ claims: { sub: sub() }, expiresIn: -1 })],
    ["it never expires", () => mint({ claims: { sub: sub() }, expiresIn: null })],
    [
      "another issuer made it",
      () => mint({ issuer: "https://evil.example/auth/v1", claims: { sub: sub() } }),
    ],
    ["it is for another audience", () => mint({ claims: { sub: sub(), aud: "anon" } })],
    ["it names no audience", () => mint({ claims: { sub: sub(), aud: undefined } })],
    ["its role is anon", () => mint({ claims: { sub: sub(), role: "anon" } })],
    ["its role is service_role", () => mint({ claims: { sub: sub(), role: "service_role" } })],
    ["its subject is no UUID", () => mint({ claims: { sub: "1 OR 1=1" } })],
    ["it has no subject", () => mint()],
    ["it is not valid yet", () => mint({ claims: { sub: sub(), nbf: Math.floor(Date.now() / 1000) + 600 } })],
    ["its payload was exchanged", tampered],
    ["it says alg none", unsigned("none")],
    ["it says alg None", unsigned("None")],
    ["another key signed it under a published key's id", foreignKey],
    [
      "its key id is not published",
      () => mint({ claims: { sub: sub() }, header: { alg: "ES256", kid: "unknown" } }),
    ],
  ])("when %s", async (_why, make) => {
    const token = await make();
    for (const api of [testApi(), withSharedSecret()]) {
      const response = await balance(token, api);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe('Bearer realm="latchkey", error="invalid_token"');
      expect(await errorOf(response)).toMatchObject({ code: "unauthorized" });
    }
  });

  it("when it is signed by HS256 with any form of the public key as the secret", async () => {
    for (const text of await publicKeyTexts()) {
      const token = await mintToken(utf8(text), {
        issuer: issuer(),
        claims: { sub: sub() },
        header: { alg: "HS256", kid: "test-ES256" },
      });
      expect((await balance(token)).status).toBe(401);
      expect((await balance(token, withSharedSecret())).status).toBe(401);
    }
  });

  it("when it is missing, without an error code", async () => {
    const response = await balance(null);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="latchkey"');
  });

  it.each(["", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Bearer a b", "Bearer lk_notatoken"])(
    "when the header is “%s”",
    async (authorization) => {
      const response = await testApi().request("/api/keys", { headers: { authorization } });
      expect(response.status).toBe(401);
    },
  );

  it("saying so when it has expired", async () => {
    const response = await balance(await mint({ claims: { sub: sub() }, expiresIn: -1 }));
    expect((await errorOf(response)).error).toBe("The access token has expired.");
  });
});

it("returns 503, not 401, when the key server is unreachable, and logs no token", async () => {
  const takeErrors = expectErrors();
  const supabaseUrl = `${inject("supabaseUrl")}/no-such-project`;
  const identity = createSupabaseIdentity({ supabaseUrl, clock });
  const token = await mint({ issuer: `${supabaseUrl}/auth/v1`, claims: { sub: sub() } });
  const response = await balance(token, testApi({ identity }));
  expect(response.status).toBe(503);
  expect((await errorOf(response)).code).toBe("identity_unavailable");
  const lines = takeErrors();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("identity_unavailable");
  expect(lines[0]).not.toContain(token.slice(-40));
});

describe("an account", () => {
  const accountsOf = async (userId: string) => {
    const { rows } = await openTestDatabase().$client.execute({
      sql: "SELECT id, email FROM accounts WHERE user_id = ?",
      args: [userId],
    });
    return rows.map(({ id, email }) => ({ id, email }));
  };

  it("is created once by twenty concurrent first requests", async () => {
    const userId = sub();
    const token = await mint({ claims: { sub: userId, email: "first@example.com" } });
    const api = testApi();
    const responses = await Promise.all(Array.from({ length: 20 }, () => balance(token, api)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await accountsOf(userId)).toEqual([{ id: expect.any(Number), email: "first@example.com" }]);
  });

  it("adopts the email of a newer token", async () => {
    const { userId, account } = await newUser();
    await balance(await mint({ claims: { sub: userId, email: "new@example.com" } }));
    expect(await accountsOf(userId)).toEqual([{ id: account.id, email: "new@example.com" }]);
  });

  it("is not created for a rejected token", async () => {
    const userId = sub();
    await balance(await mint({ claims: { sub: userId }, expiresIn: -1 }));
    expect(await accountsOf(userId)).toEqual([]);
  });
});

it("the key server publishes no private keys", async () => {
  const response = await fetch(`${issuer()}/.well-known/jwks.json`);
  const { keys } = await response.json<{ keys: JWK[] }>();
  expect(keys.map(({ d }) => d)).toEqual([undefined, undefined]);
});
