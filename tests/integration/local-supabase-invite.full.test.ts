import { afterAll, beforeAll, expect, it } from "vitest";
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

const lastMail = (email: string) => supabase.emailsTo(email).at(-1);
const accept = (token_hash: string, auth = supabase.visitor()) =>
  auth.verifyOtp({ token_hash, type: "invite" });

async function invited() {
  const email = newAddress();
  const { data, error } = await supabase.admin.inviteUserByEmail(email, { redirectTo: `${SITE_URL}/signup` });
  if (error) throw error;
  return { email, user: data.user };
}

it("emails an invitation that opens the account, whose owner then chooses a password", async () => {
  const { email, user } = await invited();
  expect(user.email_confirmed_at).toBeUndefined();
  const { link } = readMail(lastMail(email));
  const hash = `#email=${encodeURIComponent(email)}`;
  expect(link.href).toMatch(new RegExp(`^${SITE_URL}/signup\\?token_hash=[0-9a-f]{64}&type=invite${hash}$`));

  const visitor = supabase.visitor();
  const { data, error } = await accept(tokenIn(lastMail(email)), visitor);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ id: user.id, email, user_metadata: { email_verified: true } });
  expect((await visitor.updateUser({ password: PASSWORD })).error).toBeNull();
  expect((await supabase.visitor().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});

it("opens no account without the link", async () => {
  const { email } = await invited();
  const { error } = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(error?.code).toBe("invalid_credentials");
});

it("also accepts an invitation by its code, once", async () => {
  const { email } = await invited();
  const { code } = readMail(lastMail(email));
  const enter = () => supabase.visitor().verifyOtp({ email, token: code, type: "invite" });
  expect((await enter()).error).toBeNull();
  expect((await enter()).error?.code).toBe("otp_expired");
});

it("keeps invitations and sign-ups separate", async () => {
  const { email } = await invited();
  const token_hash = tokenIn(lastMail(email));
  const wrong = await supabase.visitor().verifyOtp({ token_hash, type: "signup" });
  expect(wrong.error?.code).toBe("otp_expired");
  const signedUp = newAddress();
  await supabase.visitor().signUp({ email: signedUp, password: PASSWORD });
  expect((await accept(tokenIn(lastMail(signedUp)))).error?.code).toBe("otp_expired");
});

it("invites a user again who has not responded, and the earlier invitation expires", async () => {
  const { email, user } = await invited();
  const first = tokenIn(lastMail(email));
  const again = await supabase.admin.inviteUserByEmail(email);
  expect(again.data.user?.id).toBe(user.id);
  expect((await accept(first)).error?.code).toBe("otp_expired");
  expect((await accept(tokenIn(lastMail(email)))).error).toBeNull();
});

it("refuses to invite a user who has an account, and emails nothing", async () => {
  const { email } = await supabase.account();
  const { error } = await supabase.admin.inviteUserByEmail(email);
  expect(error).toMatchObject({
    status: 422,
    code: "email_exists",
    message: "A user with this email address has already been registered",
  });
  expect(supabase.emailsTo(email)).toEqual([]);
});

it("accepts invitations from the secret key only", async () => {
  const { session } = await supabase.signedIn();
  const email = newAddress();
  const response = await fetch(`${supabase.url}/auth/v1/invite`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify({ email }),
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error_code: "not_admin" });
  expect(supabase.emailsTo(email)).toEqual([]);
});
