import { afterAll, beforeAll, expect, it } from "vitest";
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

it("signs in with a password, whatever the case of the address", async () => {
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

it("ends a session whose refresh token is used again after two renewals", async () => {
  const { auth, session } = await supabase.signedIn();
  await auth.refreshSession();
  const newest = await auth.refreshSession();
  const replayed = await supabase.visitor().refreshSession({ refresh_token: session.refresh_token });
  expect(replayed.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  const thief = await supabase
    .visitor()
    .refreshSession({ refresh_token: newest.data.session?.refresh_token ?? "" });
  expect(thief.error).toMatchObject({ status: 400 });
});

it("refuses a refresh token it never gave out", async () => {
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
  expect((await auth.updateUser({ password: "another password" })).error).toBeNull();

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
  expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({
    status: 422,
    code: "same_password",
  });
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
  const answer = await fetch(`${supabase.url}/auth/v1/user`, {
    headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${session.access_token}` },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("x-sb-error-code")).toBe("session_not_found");
  expect(await answer.json()).toMatchObject({ code: 403, error_code: "session_not_found" });
});
