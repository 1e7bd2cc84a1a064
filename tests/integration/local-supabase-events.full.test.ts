import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { authenticator } from "#tests/support/authenticator.ts";
import {
  type LocalSupabaseTest,
  PASSWORD,
  readMail,
  startTestSupabase,
  tokenIn,
} from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());
afterEach(() => {
  vi.useRealTimers();
});

/** The events a browser's client emits to its pages, from the first one on. */
function listen() {
  const auth = supabase.visitor();
  const events: string[] = [];
  auth.onAuthStateChange((event, session) => events.push(session ? event : `${event} without a session`));
  const take = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    return events.splice(0);
  };
  return { auth, take };
}

it("emits every event of the specification, each once its call has succeeded", async () => {
  const { email } = await supabase.account();
  const { auth, take } = listen();
  await auth.getSession();
  expect(await take()).toEqual(["INITIAL_SESSION without a session"]);

  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect(await take()).toEqual(["SIGNED_IN"]);

  expect((await auth.refreshSession()).error).toBeNull();
  expect(await take()).toEqual(["TOKEN_REFRESHED"]);

  expect((await auth.updateUser({ data: { twoFactorEnabled: false } })).error).toBeNull();
  expect(await take()).toEqual(["USER_UPDATED"]);

  const { data: factor } = await auth.mfa.enroll({ factorType: "totp" });
  const code = await authenticator(factor?.type === "totp" ? factor.totp.secret : "").nextCode();
  const proof = await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
  expect(proof.error).toBeNull();
  expect(await take()).toEqual(["MFA_CHALLENGE_VERIFIED"]);

  expect((await auth.signOut()).error).toBeNull();
  expect(await take()).toEqual(["SIGNED_OUT without a session"]);
});

it("reports an emailed reset link's session as a recovery, and a confirmation's as a sign-in", async () => {
  const { email } = await supabase.account();
  const { auth, take } = listen();
  await auth.getSession();
  await take();
  await auth.resetPasswordForEmail(email, { redirectTo: "http://127.0.0.1:8787/reset-password" });
  const recovery = supabase.emailsTo(email).at(-1);
  await auth.verifyOtp({ token_hash: tokenIn(recovery), type: "recovery" });
  expect(await take()).toEqual(["PASSWORD_RECOVERY"]);

  await auth.signInWithOtp({ email });
  await auth.verifyOtp({ email, token: readMail(supabase.emailsTo(email).at(-1)).code, type: "email" });
  expect(await take()).toEqual(["SIGNED_IN"]);
});

it("removes a session that has expired and cannot be renewed, and reports it", async () => {
  const { email } = await supabase.account();
  const { auth, take } = listen();
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
  await supabase.admin.signOut(data.session?.access_token ?? "", "global");
  await take();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  expect((await auth.refreshSession()).error?.code).toBe("refresh_token_not_found");
  expect(await take()).toEqual(["SIGNED_OUT without a session"]);
  expect((await auth.getSession()).data.session).toBeNull();
});
