import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { authenticator } from "#tests/support/authenticator.ts";
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

const lastMail = (email: string) => supabase.emailsTo(email).at(-1);
const redeem = (token_hash: string, auth = supabase.visitor()) =>
  auth.verifyOtp({ token_hash, type: "email_change" });
const expired = { status: 403, code: "otp_expired" };

/**
 * A browser signed in to an account that has requested a new address, and the token emailed to each address.
 */
async function changing(to = newAddress()) {
  const account = await supabase.signedIn();
  const { data, error } = await account.auth.updateUser({ email: to });
  if (error) throw error;
  return {
    ...account,
    newEmail: to,
    updated: data.user,
    oldToken: tokenIn(lastMail(account.email)),
    newToken: tokenIn(lastMail(to)),
  };
}

const addressOf = async (id: string) => (await supabase.admin.getUserById(id)).data.user?.email;

it("shows the new address as pending, and emails both addresses their own link", async () => {
  const { updated, email, newEmail, oldToken, newToken } = await changing();
  expect(updated).toMatchObject({ email, new_email: newEmail });
  for (const address of [email, newEmail]) {
    const { link } = readMail(lastMail(address));
    expect(link.href).toMatch(new RegExp(`^${SITE_URL}/login\\?token_hash=[0-9a-f]{64}&type=email_change$`));
    expect(lastMail(address)?.text).toContain(`from ${email} to ${newEmail}`);
  }
  expect(oldToken).not.toBe(newToken);
});

it.each([
  ["old", "new"],
  ["new", "old"],
])("changes the address once the %s and then the %s one has confirmed", async (first) => {
  const { id, email, newEmail, oldToken, newToken } = await changing();
  const [one, two] = first === "old" ? [oldToken, newToken] : [newToken, oldToken];
  const half = await redeem(one);
  expect(half).toEqual({ data: { user: null, session: null }, error: null });
  expect(await addressOf(id)).toBe(email);

  const visitor = supabase.visitor();
  const { data, error } = await redeem(two, visitor);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id, email: newEmail });
  expect(data.user?.new_email).toBeUndefined();
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail, email_verified: true });
  expect((await visitor.getClaims()).data?.claims).toMatchObject({ sub: id, email: newEmail });
  const signIn = (address: string) =>
    supabase.visitor().signInWithPassword({ email: address, password: PASSWORD });
  expect((await signIn(newEmail)).error).toBeNull();
  expect((await signIn(email)).error?.code).toBe("invalid_credentials");
});

it("responds to the first confirmation as the hosted service does", async () => {
  const { oldToken } = await changing();
  const response = await fetch(`${supabase.url}/auth/v1/verify`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey },
    body: JSON.stringify({ token_hash: oldToken, type: "email_change" }),
  });
  expect(await response.json()).toEqual({
    msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
    code: "200",
  });
});

it("counts each address only once", async () => {
  const { id, email, newToken } = await changing();
  await redeem(newToken);
  expect((await redeem(newToken)).error).toMatchObject(expired);
  expect(await addressOf(id)).toBe(email);
});

it("changes the address once when both confirm at the same moment", async () => {
  const { id, newEmail, oldToken, newToken } = await changing();
  const responses = await Promise.all([oldToken, newToken, oldToken, newToken].map((token) => redeem(token)));
  expect(responses.filter(({ data }) => data.session)).toHaveLength(1);
  expect(responses.filter(({ error }) => error?.code === "otp_expired")).toHaveLength(2);
  expect(await addressOf(id)).toBe(newEmail);
});

it("accepts the emailed codes, each with the address it was sent to", async () => {
  const { id, email, newEmail } = await changing();
  const code = (address: string) => readMail(lastMail(address)).code;
  const enter = (address: string, token: string) =>
    supabase.visitor().verifyOtp({ email: address, token, type: "email_change" });
  expect((await enter(newEmail, code(email))).error).toMatchObject(expired);
  expect((await enter(email, code(email))).error).toBeNull();
  expect((await enter(newEmail, code(newEmail))).data.user).toMatchObject({ id, email: newEmail });
});

it("refuses a confirmation that is used as something else or is older than an hour", async () => {
  const { oldToken, newToken } = await changing();
  for (const type of ["magiclink", "recovery", "signup", "invite", "email"] as const)
    expect((await supabase.visitor().verifyOtp({ token_hash: oldToken, type })).error).toMatchObject(expired);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });
  expect((await redeem(newToken)).error).toMatchObject(expired);
});

it("refuses an address that has an account, ignoring case, on request and on confirmation", async () => {
  const taken = await supabase.account();
  const { auth } = await supabase.signedIn();
  const updated = await auth.updateUser({ email: taken.email.toUpperCase() });
  expect(updated.error).toMatchObject({ status: 422, code: "email_exists" });
  expect(supabase.emailsTo(taken.email)).toEqual([]);

  const [first, second] = [await changing(), await supabase.signedIn()];
  await second.auth.updateUser({ email: first.newEmail });
  const tokens = [tokenIn(lastMail(second.email)), tokenIn(lastMail(first.newEmail))];
  for (const token of [first.oldToken, first.newToken]) expect((await redeem(token)).error).toBeNull();
  const [half, whole] = [await redeem(tokens[0] ?? ""), await redeem(tokens[1] ?? "")];
  expect(half.error).toBeNull();
  expect(whole.error).toMatchObject({ status: 422, code: "email_exists" });
  expect(await addressOf(second.id)).toBe(second.email);
});

it("gives an address to exactly one of two accounts that confirm it at once", async () => {
  const to = newAddress();
  const [one, other] = [await changing(to), await changing(to)];
  await Promise.all([redeem(one.oldToken), redeem(other.oldToken)]);
  const responses = await Promise.all([redeem(one.newToken), redeem(other.newToken)]);
  expect(responses.map(({ error }) => error?.code ?? "moved").sort()).toEqual(["email_exists", "moved"]);
});

it("invalidates everything emailed to the old address once it has changed", async () => {
  const { auth, email, oldToken, newToken } = await changing();
  await supabase.visitor().resetPasswordForEmail(email);
  const recovery = tokenIn(lastMail(email));
  await auth.reauthenticate();
  await redeem(oldToken);
  await redeem(newToken);
  const late = await supabase.visitor().verifyOtp({ token_hash: recovery, type: "recovery" });
  expect(late.error).toMatchObject(expired);
});

it("drops a pending change when the password changes or another address is requested", async () => {
  const first = await changing();
  await first.auth.updateUser({ email: newAddress() });
  expect((await redeem(first.newToken)).error).toMatchObject(expired);
  const second = await changing();
  await second.auth.updateUser({ password: "another password", current_password: PASSWORD });
  for (const token of [second.oldToken, second.newToken])
    expect((await redeem(token)).error).toMatchObject(expired);
});

it("emails a pending change again to both addresses, and nothing when none is pending", async () => {
  const { email, newEmail, oldToken, newToken } = await changing();
  expect((await supabase.visitor().resend({ type: "email_change", email })).error).toBeNull();
  expect((await redeem(oldToken)).error).toMatchObject(expired);
  expect((await redeem(newToken)).error).toMatchObject(expired);
  expect((await redeem(tokenIn(lastMail(email)))).error).toBeNull();
  expect((await redeem(tokenIn(lastMail(newEmail)))).data.user?.email).toBe(newEmail);

  const settled = await supabase.account();
  for (const address of [settled.email, newAddress()]) {
    expect((await supabase.visitor().resend({ type: "email_change", email: address })).error).toBeNull();
    expect(supabase.emailsTo(address)).toEqual([]);
  }
});

it("gives an account that came from another provider an identity for its confirmed address", async () => {
  const { id, newEmail, oldToken, newToken } = await changing();
  const database = new DatabaseSync(join(supabase.folder, "supabase.db"));
  database.prepare(`UPDATE "auth.identities" SET provider = 'github' WHERE user_id = ?`).run(id);
  database.close();
  await redeem(oldToken);
  const { data } = await redeem(newToken);
  expect(data.user?.identities?.map(({ provider }) => provider).sort()).toEqual(["email", "github"]);
  expect(data.user?.identities?.find(({ provider }) => provider === "email")?.identity_data).toMatchObject({
    sub: id,
    email: newEmail,
    email_verified: true,
  });
  expect(data.user?.app_metadata.providers?.toSorted()).toEqual(["email", "github"]);
});

it("emails nothing for the address the account already has", async () => {
  const { auth, email } = await supabase.signedIn();
  const { data, error } = await auth.updateUser({ email: email.toUpperCase() });
  expect(error).toBeNull();
  expect(data.user?.new_email).toBeUndefined();
  expect(supabase.emailsTo(email)).toEqual([]);
});

it("requires the second factor, if there is one, for a new address or password, and for nothing else", async () => {
  const { auth, email } = await supabase.signedIn();
  const enrolled = await auth.mfa.enroll({ factorType: "totp" });
  if (enrolled.error) throw enrolled.error;
  const { id: factorId, totp } = enrolled.data;
  const app = authenticator(totp.secret);
  await auth.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });

  const elsewhere = supabase.visitor();
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  for (const change of [{ email: newAddress() }, { password: "another password" }]) {
    const { error } = await elsewhere.updateUser(change);
    expect(error).toMatchObject({
      status: 401,
      code: "insufficient_aal",
      message: "AAL2 session is required to update email or password when MFA is enabled.",
    });
  }
  expect(supabase.emailsTo(email)).toEqual([]);
  expect((await elsewhere.updateUser({ data: { twoFactorEnabled: false } })).error).toBeNull();
  expect((await elsewhere.updateUser({ password: "another password" })).error?.code).toBe("insufficient_aal");

  await elsewhere.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });
  const change = { password: "another password", current_password: PASSWORD };
  expect((await elsewhere.updateUser(change)).error).toBeNull();
  expect((await elsewhere.updateUser({ email: newAddress() })).error).toBeNull();
});
