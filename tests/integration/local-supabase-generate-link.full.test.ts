import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  SITE_URL,
  startTestSupabase,
} from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

type LinkRequest = Parameters<LocalSupabaseTest["admin"]["generateLink"]>[0];

async function generate(request: LinkRequest) {
  const { data, error } = await supabase.admin.generateLink(request);
  if (error) throw error;
  return { user: data.user, ...data.properties };
}

/** Opens a link as a browser does. @returns where it leads, and the hash there. */
async function open(link: string) {
  const response = await fetch(link, { redirect: "manual" });
  expect(response.status).toBe(303);
  const target = new URL(response.headers.get("location") ?? "");
  return {
    page: target.origin + target.pathname + target.search,
    ...Object.fromEntries(new URLSearchParams(target.hash.slice(1))),
  } as Record<string, string>;
}

const options = { redirectTo: `${SITE_URL}/login?return_to=%2Fkeys` };

it("makes a sign-in link that is emailed to no one, and leads to a session once", async () => {
  const { id, email } = await supabase.account();
  const link = await generate({ type: "magiclink", email, options });
  expect(link).toMatchObject({ verification_type: "magiclink", redirect_to: options.redirectTo });
  expect(link.user).toMatchObject({ id, email });
  expect(supabase.emailsTo(email)).toEqual([]);

  const landed = await open(link.action_link);
  expect(landed).toMatchObject({ page: options.redirectTo, token_type: "bearer", type: "magiclink" });
  expect((await supabase.visitor().getUser(landed.access_token)).data.user?.id).toBe(id);
  expect(await open(link.action_link)).toEqual({
    page: options.redirectTo,
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
    sb: "",
  });
});

it("gives the same token as a code and for verifyOtp", async () => {
  const { email } = await supabase.account();
  const byCode = await generate({ type: "recovery", email });
  const entered = await supabase.visitor().verifyOtp({ email, token: byCode.email_otp, type: "recovery" });
  expect(entered.error).toBeNull();
  const byHash = await generate({ type: "recovery", email });
  const token = { token_hash: byHash.hashed_token, type: "recovery" } as const;
  expect((await supabase.visitor().verifyOtp(token)).error).toBeNull();
});

it("creates an account for the links that sign a user up", async () => {
  const signUp = await generate({ type: "signup", email: newAddress(), password: PASSWORD });
  const invite = await generate({ type: "invite", email: newAddress() });
  const magic = await generate({ type: "magiclink", email: newAddress() });
  expect(magic.verification_type).toBe("signup");
  for (const { action_link, user } of [signUp, invite, magic]) {
    const { access_token } = await open(action_link);
    expect((await supabase.visitor().getUser(access_token)).data.user?.email_confirmed_at).toBeDefined();
    expect(supabase.emailsTo(user.email ?? "")).toEqual([]);
  }
  const known = await supabase.account();
  for (const type of ["signup", "invite"] as const) {
    const { error } = await supabase.admin.generateLink({ type, email: known.email, password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  }
  const missing = await supabase.admin.generateLink({ type: "recovery", email: newAddress() });
  expect(missing.error).toMatchObject({ status: 404, code: "user_not_found" });
});

it("makes both links of an address change, and neither changes it alone", async () => {
  const { id, email } = await supabase.account();
  const newEmail = newAddress();
  const current = await generate({ type: "email_change_current", email, newEmail });
  expect(await open(current.action_link)).toMatchObject({ message: expect.stringContaining("other email") });
  expect((await supabase.admin.getUserById(id)).data.user?.email).toBe(email);
});

it.each(["https://evil.test/", "http://127.0.0.1:9999/", "javascript:alert(1)", "//evil.test", "nonsense"])(
  "leads to the site instead of %s",
  async (redirectTo) => {
    const { email } = await supabase.account();
    const link = await generate({ type: "magiclink", email, options: { redirectTo } });
    expect(link.redirect_to).toBe(SITE_URL);
    const tampered = new URL(link.action_link);
    tampered.searchParams.set("redirect_to", redirectTo);
    expect((await open(tampered.href)).page).toBe(`${SITE_URL}/`);
  },
);

it("refuses links of an unknown type, without a token, and for anyone but the admin", async () => {
  const verify = `${supabase.url}/auth/v1/verify`;
  expect(await open(`${verify}?token=x&type=sms`)).toMatchObject({ error_code: "validation_failed" });
  expect((await fetch(`${verify}?type=signup`)).status).toBe(400);
  const response = await fetch(`${supabase.url}/auth/v1/admin/generate_link`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey },
    body: JSON.stringify({ type: "magiclink", email: newAddress() }),
  });
  expect(response.status).toBe(403);
});
