import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createClient } from "@supabase/supabase-js";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createSupabaseApp } from "#scripts/local/supabase/app.ts";
import { createLimits } from "#scripts/local/supabase/limits.ts";
import { openLite } from "#scripts/local/supabase/lite-internals.ts";
import { readProjectConfig } from "#scripts/local/supabase/project-config.ts";
import { readProjectKeys } from "#scripts/local/supabase/project-keys.ts";
import { readSigningKey } from "#scripts/local/supabase/signing-key.ts";
import { openStore } from "#scripts/local/supabase/store.ts";
import { findOrCreateUser, hashPassword } from "#scripts/local/supabase/users.ts";
import { type LocalSupabaseTest, SITE_URL, startTestSupabase } from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
  makeTable(supabase.folder);
});
afterAll(() => supabase.stop());

function makeTable(folder: string) {
  const database = new DatabaseSync(join(folder, "supabase.db"));
  database.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
  database.exec("INSERT INTO notes (body) VALUES ('first'), ('second')");
  database.close();
}

const notesAs = (token: string) =>
  createClient(supabase.url, supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  })
    .from("notes")
    .select("body")
    .order("id");

it("reads and writes a table for the secret key", async () => {
  const client = createClient(supabase.url, supabase.secretKey, { auth: { persistSession: false } });
  const written = await client.from("notes").insert({ body: "third" }).select();
  expect(written.error).toBeNull();
  const read = await client.from("notes").select("body").eq("body", "third");
  expect(read.data).toEqual([{ body: "third" }]);
});

it("reads a table for a signed-in user and refuses a tampered token", async () => {
  const { session } = await supabase.signedIn();
  expect((await notesAs(session.access_token)).data).toContainEqual({ body: "first" });
  const refused = await notesAs(`${session.access_token.slice(0, -8)}AAAAAAAA`);
  expect(refused).toMatchObject({ status: 401, data: null, error: { code: "PGRST301" } });
});

it("refuses a token signed with Lite's own secret on every endpoint", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-supabase-"));
  const url = "http://127.0.0.1:54321";
  const [key, keys] = [await readSigningKey(folder), await readProjectKeys(folder, {})];
  const file = join(folder, "supabase.db");
  const project = readProjectConfig();
  const lite = await openLite({ file, url, siteUrl: SITE_URL, keys, project });
  const store = openStore(folder);
  onTestFinished(async () => {
    store.close();
    await lite.close();
    rmSync(folder, { recursive: true });
  });
  makeTable(folder);
  const issuer = `${url}/auth/v1`;
  const limits = createLimits({ ...project.limits, now: () => Date.now() });
  const site = { siteUrl: SITE_URL, sendMail: async () => {}, providers: {} };
  const ctx = { lite, store, project, limits, key, keys, issuer, ...site };
  const app = createSupabaseApp(ctx);
  const call = (method: string, path: string, body: object, token = keys.publishableKey) =>
    app.request(url + path, {
      method,
      headers: { apikey: keys.publishableKey, Authorization: `Bearer ${token}` },
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    });

  const passwordHash = await hashPassword("a long password");
  await findOrCreateUser(ctx, { email: "ada@example.test", passwordHash, confirmed: true, userMetadata: {} });
  const auth = await lite.auth();
  const raw = await auth.signInWithPassword("ada@example.test", "a long password");
  const claims = { ...decodeJwt(raw.access_token), iss: issuer };
  const dressedUp = await new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid: key.id })
    .sign(new TextEncoder().encode(lite.internalSecret));

  for (const token of [raw.access_token, dressedUp]) {
    expect((await call("GET", "/auth/v1/user", {}, token)).status).toBe(403);
    expect((await call("PUT", "/auth/v1/user", { data: {} }, token)).status).toBe(403);
    expect((await call("POST", "/auth/v1/logout", {}, token)).status).toBe(403);
    expect((await call("GET", "/rest/v1/notes", {}, token)).status).toBe(401);
  }
  const credentials = { email: "ada@example.test", password: "a long password" };
  const response = await call("POST", "/auth/v1/token?grant_type=password", credentials);
  expect(response.status).toBe(200);
  expect(JSON.stringify(await response.json())).not.toContain('"eyJhbGciOiJIUzI1NiI');
});

it("leaves Node's own warnings as they are, which are errors, also once all of Lite has loaded", async () => {
  await import("@supabase/lite/pglite");
  const warned = once(process, "warning");
  process.emitWarning(new Error("A listener too many."));
  expect(await warned).toEqual([new Error("A listener too many.")]);
});
