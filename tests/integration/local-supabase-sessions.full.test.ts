import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  startTestSupabase,
} from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());
afterEach(() => {
  vi.useRealTimers();
});

/** The server runs in this process, so its clock is the one set here. */
const passTime = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });

const REUSE_INTERVAL = 10_000;

async function renewWith(refreshToken = "") {
  const { data, error } = await supabase.visitor().refreshSession({ refresh_token: refreshToken });
  return { token: data.session?.refresh_token, error };
}

const userResponse = (accessToken: string) =>
  fetch(`${supabase.url}/auth/v1/user`, {
    headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${accessToken}` },
  });

it("signs in with a password, ignoring the case of the address", async () => {
  const { id, email } = await supabase.account();
  const { data, error } = await supabase
    .visitor()
    .signInWithPassword({ email: email.toUpperCase(), password: PASSWORD });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(id);
  expect(data.session?.expires_in).toBe(3600);
});

it.each([
  ["a wrong password", async () => ({ email: (await supabase.account()).email, password: "wrong-password" })],
  ["an unknown address", async () => ({ email: newAddress(), password: PASSWORD })],
])("refuses %s with the hosted code", async (_, credentials) => {
  const { error } = await supabase.visitor().signInWithPassword(await credentials());
  expect(error).toMatchObject({
    status: 400,
    code: "invalid_credentials",
    message: "Invalid login credentials",
  });
});

it("refuses a password sign-in until the address is confirmed", async () => {
  const email = newAddress();
  await supabase.admin.createUser({ email, password: PASSWORD });
  const { error } = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(error).toMatchObject({ status: 400, code: "email_not_confirmed" });
  const stranger = await supabase.visitor().signInWithPassword({ email, password: "a guess" });
  expect(stranger.error?.code).toBe("invalid_credentials");
});

it("renews a session with a new refresh token and the same session id", async () => {
  const { auth, session } = await supabase.signedIn();
  const before = await auth.getClaims();
  const { data, error } = await auth.refreshSession();
  const after = await auth.getClaims();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(after.data?.claims.session_id).toBe(before.data?.claims.session_id);
  expect(after.data?.claims.amr).toEqual(before.data?.claims.amr);
});

it("ends a session whose refresh token is reused after two renewals", async () => {
  const { session } = await supabase.signedIn();
  const second = await renewWith(session.refresh_token);
  const newest = await renewWith(second.token);
  passTime(REUSE_INTERVAL + 1000);
  const replayed = await renewWith(session.refresh_token);
  expect(replayed.error).toMatchObject({
    status: 400,
    code: "refresh_token_already_used",
    message: "Invalid Refresh Token: Already Used",
  });
  const thief = await renewWith(newest.token);
  expect(thief.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  expect((await userResponse(session.access_token)).status).toBe(403);
});

it("returns the same token again to a browser that lost the response to its last renewal", async () => {
  const { session } = await supabase.signedIn();
  const lost = await renewWith(session.refresh_token);
  passTime(60 * 60_000);
  const again = await renewWith(session.refresh_token);
  expect(again).toEqual({ token: lost.token, error: null });
});

it("returns the current token for an older one for ten seconds after a renewal", async () => {
  const { session } = await supabase.signedIn();
  const second = await renewWith(session.refresh_token);
  const newest = await renewWith(second.token);
  const older = await renewWith(session.refresh_token);
  expect(older).toEqual({ token: newest.token, error: null });
});

it("gives tabs that renew at the same time the same new token", async () => {
  const { session } = await supabase.signedIn();
  const tabs = await Promise.all([1, 2, 3, 4, 5].map(() => renewWith(session.refresh_token)));
  expect(tabs.map(({ error }) => error)).toEqual([null, null, null, null, null]);
  expect(new Set(tabs.map(({ token }) => token)).size).toBe(1);
});

it("refuses a refresh token it never issued", async () => {
  const { error } = await supabase.visitor().refreshSession({ refresh_token: crypto.randomUUID() });
  expect(error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
});

it("merges user metadata and drops a key set to null", async () => {
  const { auth } = await supabase.signedIn();
  await auth.updateUser({ data: { theme: "dark", language: "en" } });
  const { data } = await auth.updateUser({ data: { theme: null, twoFactorEnabled: true } });
  expect(data.user?.user_metadata).toMatchObject({ language: "en", twoFactorEnabled: true });
  expect(data.user?.user_metadata).not.toHaveProperty("theme");
});

it("changes the password and ends the account's other sessions", async () => {
  const { auth, email } = await supabase.signedIn();
  const other = supabase.visitor();
  await other.signInWithPassword({ email, password: PASSWORD });
  expect(
    (await auth.updateUser({ password: "another password", current_password: PASSWORD })).error,
  ).toBeNull();

  expect((await auth.getUser()).error).toBeNull();
  expect((await other.refreshSession()).error).not.toBeNull();
  const withOld = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(withOld.error?.code).toBe("invalid_credentials");
  const withNew = await supabase.visitor().signInWithPassword({ email, password: "another password" });
  expect(withNew.error).toBeNull();
});

it("refuses to change a password to a short one or to the same one", async () => {
  const { auth } = await supabase.signedIn();
  expect((await auth.updateUser({ password: "short" })).error).toMatchObject({
    status: 422,
    code: "weak_password",
  });
  const same = await auth.updateUser({ password: PASSWORD, current_password: PASSWORD });
  expect(same.error).toMatchObject({ status: 422, code: "same_password" });
});

it("refuses a password that is tried first, as the hosted check for leaked ones does", async () => {
  const email = newAddress();
  for (const password of ["password", "12345678", "aaaaaaaaaa"]) {
    const { error } = await supabase.visitor().signUp({ email, password });
    expect(error).toMatchObject({ status: 422, code: "weak_password", reasons: ["pwned"] });
  }
  expect(supabase.emailsTo(email)).toEqual([]);
});

it("requires the current password, but not in a session that an email began nor of somebody without one", async () => {
  const { auth, email, id } = await supabase.signedIn();
  const change = (current_password?: string) =>
    auth.updateUser({ password: "another password", ...(current_password && { current_password }) });
  expect((await change()).error).toMatchObject({ status: 400, code: "current_password_required" });
  expect((await change("a guess")).error).toMatchObject({ status: 400, code: "current_password_invalid" });
  const link = await supabase.admin.generateLink({ type: "magiclink", email });
  const byEmail = supabase.visitor();
  const token_hash = link.data.properties?.hashed_token ?? "";
  expect((await byEmail.verifyOtp({ token_hash, type: "magiclink" })).error).toBeNull();
  expect((await byEmail.updateUser({ password: "a third password" })).error).toBeNull();
  expect((await supabase.admin.getUserById(id)).data.user?.email).toBe(email);
});

it.each([
  { scope: "local" as const, self: false, other: true },
  { scope: "others" as const, self: true, other: false },
  { scope: "global" as const, self: false, other: false },
])("signs out with scope $scope", async ({ scope, self, other }) => {
  const mine = await supabase.signedIn();
  const elsewhere = supabase.visitor();
  const { data } = await elsewhere.signInWithPassword({ email: mine.email, password: PASSWORD });
  expect((await mine.auth.signOut({ scope })).error).toBeNull();

  const holds = async (token: string | undefined) => !(await supabase.visitor().getUser(token)).error;
  expect(await holds(mine.session.access_token)).toBe(self);
  expect(await holds(data.session?.access_token)).toBe(other);
});

it("lets no access token of an ended session read the user", async () => {
  const { auth, session } = await supabase.signedIn();
  await auth.signOut();
  const response = await userResponse(session.access_token);
  expect(response.status).toBe(403);
  expect(response.headers.get("x-sb-error-code")).toBe("session_not_found");
  expect(await response.json()).toMatchObject({ code: 403, error_code: "session_not_found" });
});

it("responds to a sign-out of a session that is gone as the hosted service does, which the client ignores", async () => {
  const { auth, session, email } = await supabase.signedIn();
  const elsewhere = supabase.visitor();
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  await elsewhere.signOut({ scope: "global" });

  const response = await fetch(`${supabase.url}/auth/v1/logout?scope=global`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${session.access_token}` },
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    error_code: "session_not_found",
    msg: "Session from session_id claim in JWT does not exist",
  });
  expect((await auth.signOut()).error).toBeNull();
  expect((await auth.getSession()).data.session).toBeNull();
});

it("refuses a sign-out scope it does not know", async () => {
  const { session } = await supabase.signedIn();
  const response = await fetch(`${supabase.url}/auth/v1/logout?scope=everything`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${session.access_token}` },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error_code: "validation_failed",
    msg: 'Unsupported logout scope "everything"',
  });
  expect((await userResponse(session.access_token)).status).toBe(200);
});
