import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalSupabaseTest, PASSWORD, startTestSupabase } from "#tests/support/local-supabase.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0";
const POSTGRES_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/;

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

async function account() {
  const { email } = await supabase.account();
  return email;
}

/** A browser of its own that is signed in. */
async function signIn(email: string, headers: Record<string, string> = {}) {
  const client = createClient(supabase.url, supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const { session } = data;
  return { client, session, sessionId: String(decodeJwt(session.access_token).session_id) };
}

async function list(client: SupabaseClient) {
  const { data, error } = await client.rpc("active_sessions");
  if (error) throw error;
  return data as { id: string; last_active_at: string; created_at: string }[];
}

const end = (client: SupabaseClient, sessionId: string) =>
  client.rpc("end_session", { session_id: sessionId });

/** PostgREST as called by a program without supabase-js. */
async function call(name: string, headers: Record<string, string>, body = "{}") {
  const response = await fetch(`${supabase.url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}
const asUser = (token: string) => ({ apikey: supabase.publishableKey, Authorization: `Bearer ${token}` });

it("lists where the account is signed in, most recently used first", async () => {
  const email = await account();
  const laptop = await signIn(email, { "User-Agent": FIREFOX });
  const phone = await signIn(email, {
    "User-Agent": "Phone/1.0",
    "X-Forwarded-For": "203.0.113.7, 10.0.0.1",
  });
  await laptop.client.auth.refreshSession();

  const sessions = await list(phone.client);
  expect(sessions).toEqual([
    {
      id: laptop.sessionId,
      created_at: expect.stringMatching(POSTGRES_TIME),
      last_active_at: expect.stringMatching(POSTGRES_TIME),
      user_agent: FIREFOX,
      ip: "127.0.0.1",
    },
    expect.objectContaining({ id: phone.sessionId, user_agent: "Phone/1.0", ip: "203.0.113.7" }),
  ]);
  const [renewed] = sessions;
  expect(Date.parse(renewed?.last_active_at ?? "")).toBeGreaterThan(Date.parse(renewed?.created_at ?? ""));
});

it("lists nobody else's sessions and can't end any of them", async () => {
  const mine = await signIn(await account());
  const theirs = await signIn(await account());
  expect((await list(mine.client)).map(({ id }) => id)).toEqual([mine.sessionId]);

  expect(await end(mine.client, theirs.sessionId)).toMatchObject({ data: false, error: null });
  expect((await theirs.client.auth.getUser()).error).toBeNull();
  expect((await theirs.client.auth.refreshSession()).error).toBeNull();
});

it("ends another session of the account, with its refresh token and its access token", async () => {
  const email = await account();
  const [here, lost] = [await signIn(email), await signIn(email)];
  expect(await end(here.client, lost.sessionId.toUpperCase())).toMatchObject({ data: true, error: null });

  expect((await list(here.client)).map(({ id }) => id)).toEqual([here.sessionId]);
  const renewal = await lost.client.auth.refreshSession();
  expect(renewal.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  const response = await fetch(`${supabase.url}/auth/v1/user`, {
    headers: asUser(lost.session.access_token),
  });
  expect(response.status).toBe(403);
  expect(response.headers.get("x-sb-error-code")).toBe("session_not_found");
  expect(await end(here.client, lost.sessionId)).toMatchObject({ data: false, error: null });
});

it("shows what each sign-out scope leaves", async () => {
  const email = await account();
  const [here, tablet, phone] = [await signIn(email), await signIn(email), await signIn(email)];
  const shown = async () => new Set((await list(here.client)).map(({ id }) => id));
  expect(await shown()).toEqual(new Set([here.sessionId, tablet.sessionId, phone.sessionId]));

  await tablet.client.auth.signOut({ scope: "local" });
  expect(await shown()).toEqual(new Set([here.sessionId, phone.sessionId]));
  await here.client.auth.signOut({ scope: "others" });
  expect(await shown()).toEqual(new Set([here.sessionId]));
  const again = await signIn(email);
  await here.client.auth.signOut({ scope: "global" });
  expect((await again.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
});

it("responds only to a session that has not ended", async () => {
  const email = await account();
  const [here, other] = [await signIn(email), await signIn(email)];
  await here.client.auth.signOut({ scope: "local" });
  const ended = {
    status: 401,
    body: { code: "PT401", message: "The session has ended.", details: null, hint: null },
  };
  expect(await call("active_sessions", asUser(here.session.access_token))).toEqual(ended);
  const body = JSON.stringify({ session_id: other.sessionId });
  expect(await call("end_session", asUser(here.session.access_token), body)).toEqual(ended);
  expect((await other.client.auth.getUser()).error).toBeNull();
});

it("refuses a tampered token, no token and the project's own keys, in PostgREST's format", async () => {
  const { session } = await signIn(await account());
  const changed = `${session.access_token.slice(0, -8)}AAAAAAAA`;
  for (const name of ["active_sessions", "end_session"]) {
    expect(await call(name, asUser(changed))).toMatchObject({ status: 401, body: { code: "PGRST301" } });
    const denied = {
      code: "42501",
      message: `permission denied for function ${name}`,
      details: null,
      hint: null,
    };
    expect(await call(name, { apikey: supabase.publishableKey })).toEqual({ status: 401, body: denied });
    expect(await call(name, asUser(supabase.publishableKey))).toEqual({ status: 401, body: denied });
    expect(await call(name, asUser(supabase.secretKey))).toEqual({ status: 403, body: denied });
    const bearer = { Authorization: `Bearer ${session.access_token}` };
    expect(await call(name, bearer)).toMatchObject({ status: 401, body: { message: expect.any(String) } });
    expect(await call(name, { ...bearer, apikey: "sb_publishable_wrong" })).toMatchObject({ status: 401 });
  }
});

it.each([
  ["something that is not an ID", '{"session_id":"1; drop table"}', 400, "22P02"],
  ["no argument", "{}", 404, "PGRST202"],
  ["an argument of another type", '{"session_id":{"neq":1}}', 404, "PGRST202"],
  ["no JSON", "session_id", 400, "PGRST102"],
])("refuses to end %s", async (_, body, status, code) => {
  const { session } = await signIn(await account());
  expect(await call("end_session", asUser(session.access_token), body)).toMatchObject({
    status,
    body: { code },
  });
});
