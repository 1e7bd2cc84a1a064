import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import {
  type LocalSupabaseTest,
  PASSWORD,
  readCode,
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

const HOUR = 3_600_000;
const passTime = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const lastCode = (email: string) => readCode(supabase.emailsTo(email).at(-1));

/** A browser whose session started more than a day ago and has been kept alive since. */
async function signedInLongAgo() {
  const account = await supabase.signedIn();
  passTime(24 * HOUR + 1000);
  const { error } = await account.auth.refreshSession();
  if (error) throw error;
  return account;
}

it("changes a password within a day of the sign-in without a code", async () => {
  const { auth } = await supabase.signedIn();
  passTime(23 * HOUR);
  await auth.refreshSession();
  expect(
    (await auth.updateUser({ password: "another password", current_password: PASSWORD })).error,
  ).toBeNull();
});

it("requires an emailed code for a new password after a day, and accepts it once", async () => {
  const { auth, email } = await signedInLongAgo();
  expect(
    (await auth.updateUser({ password: "another password", current_password: PASSWORD })).error,
  ).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
  });
  expect((await auth.reauthenticate()).error).toBeNull();
  const nonce = lastCode(email);
  expect(
    (await auth.updateUser({ password: "another password", current_password: PASSWORD, nonce })).error,
  ).toBeNull();
  const again = { password: "a third password", current_password: "another password", nonce };
  expect((await auth.updateUser(again)).error).toMatchObject({
    status: 422,
    code: "reauthentication_not_valid",
  });
  const signIn = await supabase.visitor().signInWithPassword({ email, password: "another password" });
  expect(signIn.error).toBeNull();
});

it("accepts a recent sign-in or a reset in place of the code, and requires none to change metadata", async () => {
  const { auth, email } = await signedInLongAgo();
  expect((await auth.updateUser({ data: { name: "Ada" } })).error).toBeNull();
  const fresh = supabase.visitor();
  await fresh.signInWithPassword({ email, password: PASSWORD });
  expect(
    (await fresh.updateUser({ password: "another password", current_password: PASSWORD })).error,
  ).toBeNull();
});

it("refuses a wrong code, another user's, one that was replaced and one older than an hour", async () => {
  const [mine, other] = [await signedInLongAgo(), await supabase.signedIn()];
  await other.auth.reauthenticate();
  await mine.auth.reauthenticate();
  const replaced = lastCode(mine.email);
  await mine.auth.reauthenticate();
  const valid = lastCode(mine.email);
  const change = (nonce: string) =>
    mine.auth.updateUser({ password: "another password", current_password: PASSWORD, nonce });
  for (const nonce of [lastCode(other.email), replaced, "nonsense"].filter((code) => code !== valid))
    expect((await change(nonce)).error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  passTime(HOUR + 1000);
  await mine.auth.refreshSession();
  expect((await change(valid)).error?.code).toBe("reauthentication_not_valid");
});

it("accepts the code for exactly one of two changes at once", async () => {
  const { auth, email } = await signedInLongAgo();
  await auth.reauthenticate();
  const nonce = lastCode(email);
  const responses = await Promise.all(
    ["another password", "a third password"].map((password) =>
      auth.updateUser({ password, current_password: PASSWORD, nonce }),
    ),
  );
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

it("emails a code without a link, which signs nobody in", async () => {
  const { auth, email } = await supabase.signedIn();
  await auth.reauthenticate();
  const mail = supabase.emailsTo(email).at(-1);
  expect(mail?.text).not.toContain("http");
  const { error } = await supabase.visitor().verifyOtp({ email, token: readCode(mail), type: "email" });
  expect(error).toMatchObject({ status: 403, code: "otp_expired" });
});

it("emails nothing to someone who is not signed in", async () => {
  const response = await fetch(`${supabase.url}/auth/v1/reauthenticate`, {
    headers: { apikey: supabase.publishableKey },
  });
  expect(response.status).toBe(401);
});
