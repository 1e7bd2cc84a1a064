import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { startSupabase } from "#scripts/local/supabase/index.ts";
import { readSigningKey } from "#scripts/local/supabase/signing-key.ts";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  SITE_URL,
  startTestSupabase,
} from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const jwks = () => createRemoteJWKSet(new URL(`${supabase.url}/auth/v1/.well-known/jwks.json`));

const readUser = (token: string) =>
  fetch(`${supabase.url}/auth/v1/user`, {
    headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${token}` },
  });

it("signs access tokens with ES256 and the hosted claims, verifiable through the JWKS", async () => {
  const { id, email, session } = await supabase.signedIn();
  const { payload, protectedHeader } = await jwtVerify(session.access_token, jwks(), {
    issuer: `${supabase.url}/auth/v1`,
    audience: "authenticated",
    algorithms: ["ES256"],
  });
  expect(protectedHeader).toEqual({ alg: "ES256", kid: expect.any(String), typ: "JWT" });
  expect(payload).toEqual({
    iss: `${supabase.url}/auth/v1`,
    sub: id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: expect.objectContaining({ email_verified: true }),
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
    iat: expect.any(Number),
    exp: (payload.iat ?? 0) + 3600,
  });
});

it("exposes no private part of its key", async () => {
  const response = await fetch(`${supabase.url}/auth/v1/.well-known/jwks.json`);
  expect(await response.json()).toEqual({
    keys: [
      {
        alg: "ES256",
        crv: "P-256",
        key_ops: ["verify"],
        kid: expect.any(String),
        kty: "EC",
        use: "sig",
        x: expect.any(String),
        y: expect.any(String),
      },
    ],
  });
});

it("keeps its keys where only their owner can read them", () => {
  for (const file of ["signing-key.json", "project-keys.json"])
    expect(statSync(join(supabase.folder, file)).mode & 0o777).toBe(0o600);
});

it("keeps users, sessions and keys across a restart", async () => {
  const { email, auth, session } = await supabase.signedIn();
  const restarted = await supabase.restart();
  expect(restarted).toMatchObject({
    url: supabase.url,
    publishableKey: supabase.publishableKey,
    secretKey: supabase.secretKey,
  });
  await jwtVerify(session.access_token, jwks());
  expect((await auth.getUser()).data.user?.email).toBe(email);
  expect((await auth.refreshSession()).error).toBeNull();
  const again = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(again.error).toBeNull();
});

it("refuses a token whose claims were changed", async () => {
  const { session } = await supabase.signedIn();
  const other = await supabase.account();
  const [header, , signature] = session.access_token.split(".");
  const claims = { ...decodeJwt(session.access_token), sub: other.id };
  const forged = [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
  const response = await readUser(forged);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    code: 403,
    error_code: "bad_jwt",
    msg: expect.stringContaining("invalid JWT"),
  });
});

it("refuses an expired token, a foreign issuer and another audience", async () => {
  const { session } = await supabase.signedIn();
  const { id, privateKey } = await readSigningKey(supabase.folder);
  const sign = (changes: object) =>
    new SignJWT({ ...decodeJwt(session.access_token), ...changes })
      .setProtectedHeader({ alg: "ES256", kid: id })
      .sign(privateKey);
  expect((await readUser(await sign({}))).status).toBe(200);
  const expired = await readUser(await sign({ exp: Math.floor(Date.now() / 1000) - 1 }));
  expect(expired.status).toBe(403);
  expect(await expired.json()).toMatchObject({ msg: expect.stringContaining("token is expired") });
  expect((await readUser(await sign({ iss: "https://elsewhere.test/auth/v1" }))).status).toBe(403);
  expect((await readUser(await sign({ aud: "anon" }))).status).toBe(403);
});

it("refuses a symmetric token, even one keyed with the published key", async () => {
  const { session } = await supabase.signedIn();
  const published = await (await fetch(`${supabase.url}/auth/v1/.well-known/jwks.json`)).text();
  for (const secret of [published, JSON.stringify(JSON.parse(published).keys[0])]) {
    const forged = await new SignJWT(decodeJwt(session.access_token))
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
    expect((await readUser(forged)).status).toBe(403);
  }
});

it("refuses the token of a second project on the same machine", async () => {
  const second = await startTestSupabase();
  try {
    const [here, there] = [await supabase.signedIn(), await second.signedIn()];
    expect((await readUser(here.session.access_token)).status).toBe(200);
    expect((await readUser(there.session.access_token)).status).toBe(403);
    expect(second.secretKey).not.toBe(supabase.secretKey);
    expect((await second.visitor().getUser(here.session.access_token)).error?.status).toBe(403);
  } finally {
    await second.stop();
  }
});

it("responds to no one without a project key", async () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${supabase.url}/auth/v1/token?grant_type=password`, { method: "POST", headers, body: "{}" });
  expect((await call({})).status).toBe(401);
  expect((await call({ apikey: "sb_publishable_guess" })).status).toBe(401);
  expect((await call({ Authorization: `Bearer ${supabase.secretKey}` })).status).toBe(401);
});

it.each([
  ["GET", "settings"],
  ["POST", "magiclink"],
])("does not serve Lite's own %s /%s", async (method, path) => {
  const headers = { apikey: supabase.publishableKey };
  const response = await fetch(`${supabase.url}/auth/v1/${path}`, { method, headers });
  expect(response.status).toBe(404);
});

it.each([
  ["POST", "sso"],
  ["POST", "passkeys/authentication/options"],
])("returns 404 in the hosted format for %s /%s, which it does not cover", async (method, path) => {
  const headers = { apikey: supabase.publishableKey };
  const response = await fetch(`${supabase.url}/auth/v1/${path}`, { method, headers, body: "{}" });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 404, msg: expect.any(String) });
});

it.each([
  ["body that is not JSON", "{", "bad_json"],
  ["body without its fields", "{}", "validation_failed"],
  ["malformed address", '{"email":"nobody","password":"long enough"}', "validation_failed"],
])("names the problem with a %s", async (_, body, code) => {
  const response = await fetch(`${supabase.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, "Content-Type": "application/json" },
    body,
  });
  expect(response.status).toBe(400);
  expect(response.headers.get("x-sb-error-code")).toBe(code);
  expect(await response.json()).toMatchObject({ code: 400, error_code: code, msg: expect.any(String) });
});

it("refuses a body that is too large", async () => {
  const response = await fetch(`${supabase.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey },
    body: "x".repeat(65 * 1024),
  });
  expect(response.status).toBe(413);
});

it.each([
  ["the site", SITE_URL, SITE_URL],
  ["the site under its other name", "http://localhost:8787", "http://localhost:8787"],
  ["another page", "http://127.0.0.1:9999", null],
  ["a page elsewhere on the web", "https://evil.test", null],
])("lets a browser read responses for %s only if it is the site", async (_, origin, allowed) => {
  for (const path of ["/auth/v1/token?grant_type=password", "/rest/v1/anything"]) {
    const preflight = await fetch(supabase.url + path, {
      method: "OPTIONS",
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "apikey,authorization,content-type,x-client-info",
      },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe(allowed);
    const response = await fetch(supabase.url + path, { method: "POST", headers: { Origin: origin } });
    expect(response.status).toBe(401);
    expect(response.headers.get("access-control-allow-origin")).toBe(allowed);
  }
});

it("reports that its port is taken", async () => {
  const port = Number(new URL(supabase.url).port);
  const second = await startTestSupabase();
  const folder = join(second.folder, "inner");
  await expect(startSupabase({ port, folder, siteUrl: SITE_URL, sendMail: async () => {} })).rejects.toThrow(
    `Port ${port} is already in use.`,
  );
  await second.stop();
});

it("returns 500 without details when its email cannot be sent", async () => {
  const [port = 0] = await freePorts(1);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-supabase-"));
  const sendMail = () => Promise.reject(new Error("mailer down"));
  const server = await startSupabase({ port, folder, siteUrl: SITE_URL, sendMail });
  const auth = createClient(server.url, server.publishableKey, { auth: { persistSession: false } }).auth;
  vi.mocked(console.error).mockImplementation(() => {});
  const { error } = await auth.signInWithOtp({ email: newAddress() });
  expect(error?.status).toBe(500);
  expect(error?.message).not.toContain("mailer down");
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
  await server.stop();
  rmSync(folder, { recursive: true });
});

it("stops responding when it is stopped", async () => {
  const second = await startTestSupabase();
  await second.signedIn();
  await second.stop();
  await expect(fetch(`${second.url}/auth/v1/health`)).rejects.toThrow();
});
