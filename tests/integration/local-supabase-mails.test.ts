import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  readMail,
  SITE_URL,
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

const lastMail = (email: string) => readMail(supabase.mailsTo(email).at(-1));

async function signUp() {
  const email = newAddress();
  const { data, error } = await supabase.visitor().signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return { email, user: data.user, session: data.session };
}

it("signs up without a session, and with one after the link in the mail", async () => {
  const { email, user, session } = await signUp();
  expect(session).toBeNull();
  const { link } = lastMail(email);
  expect(link.origin + link.pathname).toBe(`${SITE_URL}/login`);
  expect(link.searchParams.get("type")).toBe("signup");

  const visitor = supabase.visitor();
  const token_hash = link.searchParams.get("token_hash") ?? "";
  const confirmed = await visitor.verifyOtp({ token_hash, type: "signup" });
  expect(confirmed.error).toBeNull();
  expect(confirmed.data.user).toMatchObject({ id: user?.id, email });
  expect((await visitor.getClaims()).data?.claims.amr).toMatchObject([{ method: "otp" }]);
  const again = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(again.error).toBeNull();
});

it("makes one account of sign-ups and link requests at once for a new address", async () => {
  const email = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => [
      supabase.visitor().signUp({ email, password: PASSWORD }),
      supabase.visitor().signInWithOtp({ email }),
    ]).flat(),
  );
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
  const { users } = (await supabase.admin.listUsers({ perPage: 1000 })).data;
  const [account, ...others] = users.filter((user) => user.email === email);
  expect(others).toEqual([]);
  expect(account?.identities).toHaveLength(1);
  const { code } = lastMail(email);
  const { data } = await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  expect(data.user?.id).toBe(account?.id);
});

it("keeps what the sign-up form sent as metadata, and not as proof of an address", async () => {
  const email = newAddress();
  const data = { name: "Ada", email: "someone-else@example.test", email_verified: true };
  const answer = await supabase.visitor().signUp({ email, password: PASSWORD, options: { data } });
  expect(answer.data.user?.user_metadata).toMatchObject({ name: "Ada", email, email_verified: false });
  expect(answer.data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: false });
});

it("confirms with the mailed code as well", async () => {
  const { email } = await signUp();
  const { code } = lastMail(email);
  const { data, error } = await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
});

/** What is left of an answer when all that differs from account to account is taken out. */
const formOf = (user: unknown): unknown =>
  JSON.parse(
    JSON.stringify(user, (name, value) =>
      /(^|_)(id|at|sub)$|^email$/.test(name) && typeof value === "string" ? typeof value : value,
    ),
  );

it("answers a sign-up for a taken address like any other, and mails nothing", async () => {
  const { id, email } = await supabase.account();
  const { data, error } = await supabase.visitor().signUp({ email, password: "somebody else's" });
  const fresh = await signUp();
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.id).not.toBe(id);
  expect(formOf(data.user)).toEqual(formOf(fresh.user));
  expect(supabase.mailsTo(email)).toEqual([]);
  const weak = await supabase.visitor().signUp({ email, password: "short" });
  expect(weak.error?.code).toBe("weak_password");
  const owner = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(owner.error).toBeNull();
});

it("leaves the first password alone when an unconfirmed address signs up again", async () => {
  const { email } = await signUp();
  await supabase.visitor().signUp({ email, password: "a second password" });
  const { code } = lastMail(email);
  await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  const first = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  const second = await supabase.visitor().signInWithPassword({ email, password: "a second password" });
  expect(first.error).toBeNull();
  expect(second.error?.code).toBe("invalid_credentials");
});

it("resends a confirmation, whose link replaces the one before", async () => {
  const { email } = await signUp();
  const before = lastMail(email);
  expect((await supabase.visitor().resend({ type: "signup", email })).error).toBeNull();
  const after = lastMail(email);
  const redeem = (link: URL) =>
    supabase.visitor().verifyOtp({ token_hash: link.searchParams.get("token_hash") ?? "", type: "signup" });
  expect((await redeem(before.link)).error?.code).toBe("otp_expired");
  expect((await redeem(after.link)).error).toBeNull();
});

it("resends nothing to a confirmed or unknown address, and says nothing about it", async () => {
  const { email } = await supabase.account();
  for (const address of [email, newAddress()]) {
    expect((await supabase.visitor().resend({ type: "signup", email: address })).error).toBeNull();
    expect(supabase.mailsTo(address)).toEqual([]);
  }
});

it("signs in by magic link, once", async () => {
  const { id, email } = await supabase.account();
  const asked = await supabase
    .visitor()
    .signInWithOtp({ email, options: { emailRedirectTo: "https://elsewhere.test/" } });
  expect(asked.error).toBeNull();
  const { link } = lastMail(email);
  expect(link.href).toMatch(
    new RegExp(`^${SITE_URL}/login\\?token_hash=[0-9a-f]{64}&type=magiclink&redirect_to=`),
  );
  expect(link.searchParams.get("redirect_to")).toBe(SITE_URL);

  const token_hash = link.searchParams.get("token_hash") ?? "";
  const first = await supabase.visitor().verifyOtp({ token_hash, type: "magiclink" });
  expect(first.data.user?.id).toBe(id);
  const second = await supabase.visitor().verifyOtp({ token_hash, type: "magiclink" });
  expect(second.error).toMatchObject({ status: 403, code: "otp_expired" });
});

it("lets exactly one of two concurrent redemptions win", async () => {
  const { email } = await supabase.account();
  await supabase.visitor().signInWithOtp({ email });
  const token_hash = lastMail(email).link.searchParams.get("token_hash") ?? "";
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => supabase.visitor().verifyOtp({ token_hash, type: "magiclink" })),
  );
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
});

it("makes an account for a new address that asks for a link, unconfirmed until it is used", async () => {
  const email = newAddress();
  expect((await supabase.visitor().signInWithOtp({ email })).error).toBeNull();
  const { link, code } = lastMail(email);
  expect(link.searchParams.get("type")).toBe("signup");
  const listed = (await supabase.admin.listUsers()).data.users.find((user) => user.email === email);
  expect(listed?.email_confirmed_at).toBeUndefined();
  const { data } = await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  expect(data.user?.id).toBe(listed?.id);
});

it("makes no account when the link is for existing users only", async () => {
  const email = newAddress();
  const { error } = await supabase.visitor().signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
  expect(supabase.mailsTo(email)).toEqual([]);
});

it("resets a password through the mailed link", async () => {
  const { email } = await supabase.account();
  expect((await supabase.visitor().resetPasswordForEmail(email)).error).toBeNull();
  const { link } = lastMail(email);
  expect(link.href).toMatch(new RegExp(`^${SITE_URL}/reset-password\\?token=[0-9a-f]{64}&type=recovery$`));

  const visitor = supabase.visitor();
  await visitor.verifyOtp({ token_hash: link.searchParams.get("token") ?? "", type: "recovery" });
  expect((await visitor.updateUser({ password: "after the reset" })).error).toBeNull();
  const { error } = await supabase.visitor().signInWithPassword({ email, password: "after the reset" });
  expect(error).toBeNull();
});

it("answers a reset for an unknown address like any other, and mails nothing", async () => {
  const email = newAddress();
  expect((await supabase.visitor().resetPasswordForEmail(email)).error).toBeNull();
  expect(supabase.mailsTo(email)).toEqual([]);
});

it("refuses a link older than an hour", async () => {
  const { email } = await supabase.account();
  await supabase.visitor().resetPasswordForEmail(email);
  const token_hash = tokenIn(supabase.mailsTo(email).at(-1));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  const { error } = await supabase.visitor().verifyOtp({ token_hash, type: "recovery" });
  expect(error).toMatchObject({ status: 403, code: "otp_expired" });
});

it.each([
  ["signup", (email: string) => supabase.visitor().signUp({ email, password: PASSWORD })],
  ["invite", (email: string) => supabase.admin.inviteUserByEmail(email)],
  ["magiclink", (email: string) => supabase.visitor().signInWithOtp({ email })],
  ["recovery", (email: string) => supabase.visitor().resetPasswordForEmail(email)],
] as const)("accepts a token mailed as %s as nothing else", async (purpose, ask) => {
  const email =
    purpose === "signup" || purpose === "invite" ? newAddress() : (await supabase.account()).email;
  expect((await ask(email)).error).toBeNull();
  const token_hash = tokenIn(supabase.mailsTo(email).at(-1));
  const { code } = lastMail(email);
  for (const type of ["signup", "invite", "magiclink", "recovery", "email_change"] as const) {
    if (type === purpose) continue;
    const byLink = await supabase.visitor().verifyOtp({ token_hash, type });
    const byCode = await supabase.visitor().verifyOtp({ email, token: code, type });
    for (const { error } of [byLink, byCode])
      expect(error).toMatchObject({ status: 403, code: "otp_expired" });
  }
  const right = await supabase.visitor().verifyOtp({ token_hash, type: purpose });
  expect(right.data.user?.email).toBe(email);
});

it("makes no link out of an address and a code, nor out of what its database holds", async () => {
  const { id, email } = await supabase.account();
  await supabase.visitor().resetPasswordForEmail(email);
  const { code } = lastMail(email);
  const database = new DatabaseSync(join(supabase.folder, "supabase.db"), { readOnly: true });
  const stored = database.prepare('SELECT recovery_token AS token FROM "auth.users" WHERE id = ?').get(id);
  database.close();
  const computed = createHash("sha256")
    .update(email + code)
    .digest("hex");
  for (const token_hash of [computed, String(stored?.token)]) {
    const { error } = await supabase.visitor().verifyOtp({ token_hash, type: "recovery" });
    expect(error?.code).toBe("otp_expired");
  }
  const { error } = await supabase.visitor().verifyOtp({ email, token: code, type: "recovery" });
  expect(error).toBeNull();
});

it("kills the other mails that prove an address when one of them is used", async () => {
  const email = newAddress();
  await supabase.visitor().signUp({ email, password: PASSWORD });
  const confirmation = tokenIn(supabase.mailsTo(email).at(-1));
  await supabase.visitor().resetPasswordForEmail(email);
  const recovery = tokenIn(supabase.mailsTo(email).at(-1));
  const first = await supabase.visitor().verifyOtp({ token_hash: recovery, type: "recovery" });
  expect(first.data.user?.email_confirmed_at).toBeDefined();
  const second = await supabase.visitor().verifyOtp({ token_hash: confirmation, type: "signup" });
  expect(second.error?.code).toBe("otp_expired");
});

it.each([
  [`${SITE_URL}/login?return_to=%2Fkeys%3Fa%3D1%26b%3D2`, true],
  ["http://localhost:8787/login", true],
  ["http://127.0.0.1:9999/login", false],
  ["http://127.0.0.1:8787@evil.test/", false],
  ["https://127.0.0.1:8787/login", false],
  ["https://evil.test/", false],
])("carries the target %s in its links only if it is the site's", async (emailRedirectTo, allowed) => {
  const target = async (email: string, ask: Promise<{ error: unknown }>) => {
    expect((await ask).error).toBeNull();
    return lastMail(email).link.searchParams.getAll("redirect_to");
  };
  const [fresh, known] = [newAddress(), (await supabase.account()).email];
  const options = { emailRedirectTo };
  const signedUp = supabase.visitor().signUp({ email: fresh, password: PASSWORD, options });
  const linked = supabase.visitor().signInWithOtp({ email: known, options });
  const expected = [allowed ? emailRedirectTo : SITE_URL];
  expect(await target(fresh, signedUp)).toEqual(expected);
  expect(await target(known, linked)).toEqual(expected);
  const resent = supabase.visitor().resend({ type: "signup", email: fresh, options });
  expect(await target(fresh, resent)).toEqual(expected);
});

it("reads the target from the body as well", async () => {
  const { email } = await supabase.account();
  const redirect_to = `${SITE_URL}/login?return_to=%2Fkeys`;
  const answer = await fetch(`${supabase.url}/auth/v1/otp`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey },
    body: JSON.stringify({ email, redirect_to }),
  });
  expect(answer.status).toBe(200);
  expect(lastMail(email).link.searchParams.get("redirect_to")).toBe(redirect_to);
});

it("takes as long for an account without a password as for a wrong one", async () => {
  const [known, passwordless] = [(await supabase.account()).email, newAddress()];
  await supabase.admin.createUser({ email: passwordless, email_confirm: true });
  const fastest = async (email: string) => {
    const times: number[] = [];
    for (let run = 0; run < 4; run++) {
      const begun = performance.now();
      const { error } = await supabase.visitor().signInWithPassword({ email, password: "a guess" });
      expect(error?.code).toBe("invalid_credentials");
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  };
  await fastest(known);
  expect(await fastest(passwordless)).toBeGreaterThan((await fastest(known)) / 2);
});

it("refuses a code of another address and a made-up token", async () => {
  const [mine, other] = [await supabase.account(), await supabase.account()];
  await supabase.visitor().signInWithOtp({ email: mine.email });
  const { code } = lastMail(mine.email);
  const borrowed = await supabase.visitor().verifyOtp({ email: other.email, token: code, type: "email" });
  expect(borrowed.error).toMatchObject({ status: 403, code: "otp_expired" });
  const invented = await supabase.visitor().verifyOtp({ token_hash: "0".repeat(64), type: "magiclink" });
  expect(invented.error).toMatchObject({ status: 403, code: "otp_expired" });
});

it("writes mails whose HTML carries the same link", async () => {
  const { email } = await signUp();
  const mail = supabase.mailsTo(email).at(-1);
  expect(mail?.subject).toBe("Confirm your email address");
  expect(mail?.html).toContain(`href="${readMail(mail).link.href.replaceAll("&", "&amp;")}"`);
});
