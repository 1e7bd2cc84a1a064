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
const lastCode = (email: string) => readCode(supabase.mailsTo(email).at(-1));

/** A browser whose session began more than a day ago and was kept alive since. */
async function signedInLongAgo() {
  const account = await supabase.signedIn();
  passTime(24 * HOUR + 1000);
  const { error } = await account.auth.refreshSession();
  if (error) throw error;
  return account;
}

it("changes a password within a day of the sign-in without more ado", async () => {
  const { auth } = await supabase.signedIn();
  passTime(23 * HOUR);
  await auth.refreshSession();
  expect((await auth.updateUser({ password: "another password" })).error).toBeNull();
});

it("wants a mailed code for a new password after a day, and takes it once", async () => {
  const { auth, email } = await signedInLongAgo();
  expect((await auth.updateUser({ password: "another password" })).error).toMatchObject({
    status: 400,
    code: "reauthentication_needed",
  });
  expect((await auth.reauthenticate()).error).toBeNull();
  const nonce = lastCode(email);
  expect((await auth.updateUser({ password: "another password", nonce })).error).toBeNull();
  expect((await auth.updateUser({ password: "a third password", nonce })).error).toMatchObject({
    status: 422,
    code: "reauthentication_not_valid",
  });
  const signIn = await supabase.visitor().signInWithPassword({ email, password: "another password" });
  expect(signIn.error).toBeNull();
});

it("lets a fresh sign-in or a reset stand for the code, and asks for none to change metadata", async () => {
  const { auth, email } = await signedInLongAgo();
  expect((await auth.updateUser({ data: { name: "Ada" } })).error).toBeNull();
  const fresh = supabase.visitor();
  await fresh.signInWithPassword({ email, password: PASSWORD });
  expect((await fresh.updateUser({ password: "another password" })).error).toBeNull();
});

it("refuses a wrong code, another user's, one that was replaced and one older than an hour", async () => {
  const [mine, other] = [await signedInLongAgo(), await supabase.signedIn()];
  await other.auth.reauthenticate();
  await mine.auth.reauthenticate();
  const replaced = lastCode(mine.email);
  await mine.auth.reauthenticate();
  const valid = lastCode(mine.email);
  const change = (nonce: string) => mine.auth.updateUser({ password: "another password", nonce });
  for (const nonce of [lastCode(other.email), replaced, "nonsense"].filter((code) => code !== valid))
    expect((await change(nonce)).error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  passTime(HOUR + 1000);
  await mine.auth.refreshSession();
  expect((await change(valid)).error?.code).toBe("reauthentication_not_valid");
});

it("takes the code of exactly one of two changes at once", async () => {
  const { auth, email } = await signedInLongAgo();
  await auth.reauthenticate();
  const nonce = lastCode(email);
  const answers = await Promise.all(
    ["another password", "a third password"].map((password) => auth.updateUser({ password, nonce })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
});

it("mails a code without a link, which lets nobody in", async () => {
  const { auth, email } = await supabase.signedIn();
  await auth.reauthenticate();
  const mail = supabase.mailsTo(email).at(-1);
  expect(mail?.text).not.toContain("http");
  const { error } = await supabase.visitor().verifyOtp({ email, token: readCode(mail), type: "email" });
  expect(error).toMatchObject({ status: 403, code: "otp_expired" });
});

it("mails nothing to someone who is not signed in", async () => {
  const answer = await fetch(`${supabase.url}/auth/v1/reauthenticate`, {
    headers: { apikey: supabase.publishableKey },
  });
  expect(answer.status).toBe(401);
});
