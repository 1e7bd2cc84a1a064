import { createServer } from "node:http";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { afterEach, expect, it } from "vitest";
import { mintToken } from "#tests/workers/support/tokens.ts";
import { createSupabaseIdentity } from "#worker/adapters/supabase-identity.ts";

const clock = { now: () => Date.now() };
const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

async function signingKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const marks = { kid, alg: "ES256", use: "sig" };
  return {
    secret: { ...(await exportJWK(privateKey)), ...marks },
    published: { ...(await exportJWK(publicKey)), ...marks },
  };
}

/** A key server over real HTTP whose response a test decides, and which counts its requests. */
async function keyServer(respond: () => { status?: number; body: string }) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? "");
    const { status = 200, body } = respond();
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  opened.push(close);
  return { url: `http://127.0.0.1:${address.port}`, requested, close };
}

const keySet = (...keys: JWK[]) => ({ body: JSON.stringify({ keys }) });
const identityOf = (supabaseUrl: string) => createSupabaseIdentity({ supabaseUrl, clock });
const tokenOf = (key: JWK, url: string, userId = crypto.randomUUID()) =>
  mintToken(key, { issuer: `${url}/auth/v1`, claims: { sub: userId, email: "reader@example.com" } });

it("fetches the published keys once for many tokens, from Supabase's address for them", async () => {
  const { secret, published } = await signingKey("one");
  const { url, requested } = await keyServer(() => keySet(published));
  const identity = identityOf(url);
  const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenOf(secret, url)));
  await identity.verifyAccessToken(tokens[0] ?? "");
  await Promise.all(tokens.map((token) => identity.verifyAccessToken(token)));
  expect(requested).toEqual(["/auth/v1/.well-known/jwks.json"]);
});

it("returns the user, the email, the assurance level, the session and the proofs of a token", async () => {
  const { secret, published } = await signingKey("one");
  const { url } = await keyServer(() => keySet(published));
  const userId = crypto.randomUUID();
  const sessionId = crypto.randomUUID();
  const claims = {
    sub: userId,
    email: "reader@example.com",
    aal: "aal2",
    session_id: sessionId,
    iat: 1_800_000_000,
    amr: [
      { method: "totp", timestamp: 1_800_000_000 },
      { method: "oauth", timestamp: 1_799_999_500 },
      { method: "password", timestamp: 1_799_999_000 },
    ],
  };
  const token = await mintToken(secret, { issuer: `${url}/auth/v1`, claims });
  expect(await identityOf(url).verifyAccessToken(token)).toEqual({
    userId,
    email: "reader@example.com",
    assurance: "aal2",
    sessionId,
    issuedAt: 1_800_000_000_000,
    signedInAt: 1_799_999_000_000,
    provenAt: 1_799_999_000_000,
    confirmedAt: 1_800_000_000_000,
  });
});

it("a key published by mistake for another algorithm or another use verifies nothing", async () => {
  const { secret, published } = await signingKey("one");
  const shared: JWK = {
    kty: "oct",
    k: "c2hhcmVkLXNlY3JldC1zaGFyZWQtc2VjcmV0LTEyMzQ",
    kid: "shared",
    alg: "HS256",
  };
  const { url } = await keyServer(() => keySet({ ...published, use: "enc" }, shared));
  for (const key of [secret, shared]) {
    await expect(identityOf(url).verifyAccessToken(await tokenOf(key, url))).rejects.toMatchObject({
      code: "unauthorized",
    });
  }
});

it.each([
  ["fails", { status: 500, body: "{}" }],
  ["has moved", { status: 302, body: "" }],
  ["returns no JSON", { body: "<html>" }],
  ["returns no key set", { body: '{"keys": 7}' }],
])("is unavailable, not refused, while the key server %s", async (_what, respond) => {
  const { secret } = await signingKey("one");
  const { url } = await keyServer(() => respond);
  await expect(identityOf(url).verifyAccessToken(await tokenOf(secret, url))).rejects.toMatchObject({
    code: "identity_unavailable",
  });
});

it("is unavailable while nothing listens, and recovers by itself", async () => {
  const { secret, published } = await signingKey("one");
  let up = false;
  const { url } = await keyServer(() => (up ? keySet(published) : { status: 503, body: "" }));
  const closed = await keyServer(() => keySet(published));
  closed.close();
  const unreachable = identityOf(closed.url).verifyAccessToken(await tokenOf(secret, closed.url));
  await expect(unreachable).rejects.toMatchObject({ code: "identity_unavailable" });

  const identity = identityOf(url);
  const token = await tokenOf(secret, url);
  await expect(identity.verifyAccessToken(token)).rejects.toMatchObject({ code: "identity_unavailable" });
  up = true;
  expect(await identity.verifyAccessToken(token)).toMatchObject({ email: "reader@example.com" });
});

it("picks up a change of signing keys within the cache's ten minutes", async () => {
  const [old, next] = [await signingKey("old"), await signingKey("next")];
  let published = [old.published];
  const { url } = await keyServer(() => keySet(...published));
  const [before, after] = [await tokenOf(old.secret, url), await tokenOf(next.secret, url)];
  const identity = identityOf(url);
  await identity.verifyAccessToken(before);
  published = [next.published];
  const realNow = Date.now;
  Date.now = () => realNow() + 601_000;
  opened.push(() => {
    Date.now = realNow;
  });
  await expect(identity.verifyAccessToken(before)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await identity.verifyAccessToken(after)).toMatchObject({ email: "reader@example.com" });
});
