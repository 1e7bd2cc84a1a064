import { createHash } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { confirmedAddress } from "#app/features/auth/first-proof.ts";
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

const lastMail = (email: string) => readMail(supabase.emailsTo(email).at(-1));

async function signUp() {
  const email = newAddress();
  const { data, error } = await supabase.visitor().signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return { email, user: data.user, session: data.session };
}

it("signs up without a session, and with one after the link in the email", async () => {
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

it("creates one account for concurrent sign-ups and link requests for a new address", async () => {
  const email = newAddress();
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => [
      supabase.visitor().signUp({ email, password: PASSWORD }),
      supabase.visitor().signInWithOtp({ email }),
    ]).flat(),
  );
  expect(responses.map(({ error }) => error)).toEqual(responses.map(() => null));
  const { users } = (await supabase.admin.listUsers({ perPage: 1000 })).data;
  const [account, ...others] = users.filter((user) => user.email === email);
  expect(others).toEqual([]);
  expect(account?.identities).toHaveLength(1);
  const { code } = lastMail(email);
  const { data } = await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  expect(data.user?.id).toBe(account?.id);
});

it("keeps the data of the sign-up form as metadata, not as proof of an address", async () => {
  const email = newAddress();
  const data = { name: "Ada", email: "someone-else@example.test", email_verified: true };
  const response = await supabase.visitor().signUp({ email, password: PASSWORD, options: { data } });
  expect(response.data.user?.user_metadata).toMatchObject({ name: "Ada", email, email_verified: false });
  expect(response.data.user?.identities?.[0]?.identity_data).toMatchObject({ email, email_verified: false });
});

it("also confirms with the emailed code", async () => {
  const { email } = await signUp();
  const { code } = lastMail(email);
  const { data, error } = await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
});

/** A response without the values that differ from account to account. */
const formOf = (user: unknown): unknown =>
  JSON.parse(
    JSON.stringify(user, (name, value) =>
      /(^|_)(id|at|sub)$|^email$/.test(name) && typeof value === "string" ? typeof value : value,
    ),
  );

it("responds to a sign-up for a taken address like any other, and emails nothing", async () => {
  const { id, email } = await supabase.account();
  const { data, error } = await supabase.visitor().signUp({ email, password: "somebody else's" });
  const fresh = await signUp();
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.id).not.toBe(id);
  expect(formOf(data.user)).toEqual(formOf(fresh.user));
  expect(supabase.emailsTo(email)).toEqual([]);
  const weak = await supabase.visitor().signUp({ email, password: "short" });
  expect(weak.error?.code).toBe("weak_password");
  const owner = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(owner.error).toBeNull();
});

it("keeps the first password when an unconfirmed address signs up again", async () => {
  const { email } = await signUp();
  await supabase.visitor().signUp({ email, password: "a second password" });
  const { code } = lastMail(email);
  await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  const first = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  const second = await supabase.visitor().signInWithPassword({ email, password: "a second password" });
  expect(first.error).toBeNull();
  expect(second.error?.code).toBe("invalid_credentials");
});

it("resends a confirmation, whose link replaces the previous one", async () => {
  const { email } = await signUp();
  const before = lastMail(email);
  expect((await supabase.visitor().resend({ type: "signup", email })).error).toBeNull();
  const after = lastMail(email);
  const redeem = (link: URL) =>
    supabase.visitor().verifyOtp({ token_hash: link.searchParams.get("token_hash") ?? "", type: "signup" });
  expect((await redeem(before.link)).error?.code).toBe("otp_expired");
  expect((await redeem(after.link)).error).toBeNull();
});

it("resends nothing to a confirmed or unknown address, and does not reveal it", async () => {
  const { email } = await supabase.account();
  for (const address of [email, newAddress()]) {
    expect((await supabase.visitor().resend({ type: "signup", email: address })).error).toBeNull();
    expect(supabase.emailsTo(address)).toEqual([]);
  }
});

it("signs in by magic link, once", async () => {
  const { id, email } = await supabase.account();
  const requested = await supabase
    .visitor()
    .signInWithOtp({ email, options: { emailRedirectTo: "https://elsewhere.test/" } });
  expect(requested.error).toBeNull();
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
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => supabase.visitor().verifyOtp({ token_hash, type: "magiclink" })),
  );
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

it("creates an account for a new address that requests a link, unconfirmed until the link is used", async () => {
  const email = newAddress();
  expect((await supabase.visitor().signInWithOtp({ email })).error).toBeNull();
  const { link, code } = lastMail(email);
  expect(link.searchParams.get("type")).toBe("signup");
  const listed = (await supabase.admin.listUsers()).data.users.find((user) => user.email === email);
  expect(listed?.email_confirmed_at).toBeUndefined();
  const { data } = await supabase.visitor().verifyOtp({ email, token: code, type: "email" });
  expect(data.user?.id).toBe(listed?.id);
});

it("creates no account when the link is for existing users only", async () => {
  const email = newAddress();
  const { error } = await supabase.visitor().signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
  expect(supabase.emailsTo(email)).toEqual([]);
});

it("resets a password through the emailed link", async () => {
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

it("confirms an address by a reset too, which shows in the session that it begins", async () => {
  const reset = async (email: string) => {
    await supabase.visitor().resetPasswordForEmail(email);
    const token_hash = tokenIn(supabase.emailsTo(email).at(-1));
    const { data } = await supabase.visitor().verifyOtp({ token_hash, type: "recovery" });
    return data.user && confirmedAddress({ user: data.user });
  };
  const [{ email }, account] = [await signUp(), await supabase.account()];
  expect(await reset(email)).toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 });
  expect(await reset(account.email)).toBe(false);
});

it("responds to a reset for an unknown address like any other, and emails nothing", async () => {
  const email = newAddress();
  expect((await supabase.visitor().resetPasswordForEmail(email)).error).toBeNull();
  expect(supabase.emailsTo(email)).toEqual([]);
});

it("refuses a link older than an hour", async () => {
  const { email } = await supabase.account();
  await supabase.visitor().resetPasswordForEmail(email);
  const token_hash = tokenIn(supabase.emailsTo(email).at(-1));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  const { error } = await supabase.visitor().verifyOtp({ token_hash, type: "recovery" });
  expect(error).toMatchObject({ status: 403, code: "otp_expired" });
});

it.each([
  ["signup", (email: string) => supabase.visitor().signUp({ email, password: PASSWORD })],
  ["invite", (email: string) => supabase.admin.inviteUserByEmail(email)],
  ["magiclink", (email: string) => supabase.visitor().signInWithOtp({ email })],
  ["recovery", (email: string) => supabase.visitor().resetPasswordForEmail(email)],
] as const)("accepts a token emailed as %s as nothing else", async (purpose, ask) => {
  const email =
    purpose === "signup" || purpose === "invite" ? newAddress() : (await supabase.account()).email;
  expect((await ask(email)).error).toBeNull();
  const token_hash = tokenIn(supabase.emailsTo(email).at(-1));
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

it("can't build a link from an address and a code, or from the database's contents", async () => {
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

it("invalidates the other emails that prove an address when one of them is used", async () => {
  const email = newAddress();
  await supabase.visitor().signUp({ email, password: PASSWORD });
  const confirmation = tokenIn(supabase.emailsTo(email).at(-1));
  await supabase.visitor().resetPasswordForEmail(email);
  const recovery = tokenIn(supabase.emailsTo(email).at(-1));
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
])("puts the target %s in its links only if it belongs to the site", async (emailRedirectTo, allowed) => {
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

it("also reads the target from the body", async () => {
  const { email } = await supabase.account();
  const redirect_to = `${SITE_URL}/login?return_to=%2Fkeys`;
  const response = await fetch(`${supabase.url}/auth/v1/otp`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey },
    body: JSON.stringify({ email, redirect_to }),
  });
  expect(response.status).toBe(200);
  expect(lastMail(email).link.searchParams.get("redirect_to")).toBe(redirect_to);
});

it("takes as long for an account without a password as for a wrong one", async () => {
  const [known, passwordless] = [(await supabase.account()).email, newAddress()];
  await supabase.admin.createUser({ email: passwordless, email_confirm: true });
  const timeOf = async (email: string) => {
    const begun = performance.now();
    const { error } = await supabase.visitor().signInWithPassword({ email, password: "a guess" });
    expect(error?.code).toBe("invalid_credentials");
    return performance.now() - begun;
  };
  // Without a password to compare, it would never take nearly as long, however busy the machine is.
  let [wrong, none] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 30 && !(run >= 4 && none > wrong / 2); run += 1) {
    wrong = Math.min(wrong, await timeOf(known));
    none = Math.min(none, await timeOf(passwordless));
  }
  expect(none).toBeGreaterThan(wrong / 2);
});

it("refuses another address's code and an invented token", async () => {
  const [mine, other] = [await supabase.account(), await supabase.account()];
  await supabase.visitor().signInWithOtp({ email: mine.email });
  const { code } = lastMail(mine.email);
  const borrowed = await supabase.visitor().verifyOtp({ email: other.email, token: code, type: "email" });
  expect(borrowed.error).toMatchObject({ status: 403, code: "otp_expired" });
  const invented = await supabase.visitor().verifyOtp({ token_hash: "0".repeat(64), type: "magiclink" });
  expect(invented.error).toMatchObject({ status: 403, code: "otp_expired" });
});

it("writes emails whose HTML contains the same link", async () => {
  const { email } = await signUp();
  const mail = supabase.emailsTo(email).at(-1);
  expect(mail?.subject).toBe("Confirm your email address");
  expect(mail?.html).toContain(`href="${readMail(mail).link.href.replaceAll("&", "&amp;")}"`);
});
