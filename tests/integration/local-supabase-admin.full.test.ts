import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  startTestSupabase,
  tokenIn,
} from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

it("creates a confirmed user who can sign in immediately", async () => {
  const email = newAddress();
  const { data, error } = await supabase.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: "Demo" },
    app_metadata: { plan: "free" },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    user_metadata: { name: "Demo" },
    app_metadata: { plan: "free", provider: "email", providers: ["email"] },
    identities: [{ provider: "email" }],
  });
  const signIn = await supabase.visitor().signInWithPassword({ email, password: PASSWORD });
  expect(signIn.error).toBeNull();
});

it("refuses a second user with the same address", async () => {
  const { email } = await supabase.account();
  const { error } = await supabase.admin.createUser({ email: email.toUpperCase(), password: PASSWORD });
  expect(error).toMatchObject({ status: 422, code: "email_exists" });
});

it("gives an address to exactly one of two users who change to it at once", async () => {
  const users = await Promise.all([supabase.account(), supabase.account()]);
  const email = newAddress();
  const moves = await Promise.all(
    users.map(({ id }) => supabase.admin.updateUserById(id, { email, email_confirm: true })),
  );
  expect(moves.map(({ error }) => error?.code ?? "moved").sort()).toEqual(["email_exists", "moved"]);
});

it("gets a user, and returns 404 for one that does not exist", async () => {
  const { id, email } = await supabase.account();
  expect((await supabase.admin.getUserById(id)).data.user?.email).toBe(email);
  const missing = await supabase.admin.getUserById(crypto.randomUUID());
  expect(missing.error).toMatchObject({ status: 404, code: "user_not_found" });
});

it("lists every user once across its pages", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => supabase.account()));
  const seen: string[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const { data, error } = await supabase.admin.listUsers({ page, perPage: 2 });
    if (error) throw error;
    seen.push(...data.users.map((user) => user.id));
    page = data.nextPage;
  }
  const { data } = await supabase.admin.listUsers();
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength("total" in data ? data.total : -1);
  expect(seen).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
});

it("changes address, password and metadata", async () => {
  const { id, email } = await supabase.account();
  const newEmail = newAddress();
  await supabase.admin.updateUserById(id, { user_metadata: { a: 1, b: 2 } });
  const { data, error } = await supabase.admin.updateUserById(id, {
    email: newEmail,
    password: "changed by admin",
    user_metadata: { b: null },
  });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ a: 1 });
  expect(data.user?.user_metadata).not.toHaveProperty("b");
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ email: newEmail });
  const withOld = await supabase.visitor().signInWithPassword({ email, password: "changed by admin" });
  expect(withOld.error?.code).toBe("invalid_credentials");
  const withNew = await supabase
    .visitor()
    .signInWithPassword({ email: newEmail, password: "changed by admin" });
  expect(withNew.data.user?.id).toBe(id);
});

it("changes nothing when one field of a change is refused", async () => {
  const { id, email } = await supabase.account();
  const refused = await supabase.admin.updateUserById(id, { email: newAddress(), password: "short" });
  expect(refused.error?.code).toBe("weak_password");
  expect((await supabase.admin.getUserById(id)).data.user?.email).toBe(email);
});

it("ends everything a new password or address invalidates: sessions, and emailed links", async () => {
  const mine = await supabase.signedIn();
  await supabase.visitor().resetPasswordForEmail(mine.email);
  const token_hash = tokenIn(supabase.emailsTo(mine.email).at(-1));
  await supabase.admin.updateUserById(mine.id, { email: newAddress(), email_confirm: true });
  const { error } = await supabase.visitor().verifyOtp({ token_hash, type: "recovery" });
  expect(error?.code).toBe("otp_expired");
  expect((await mine.auth.getUser()).error).toBeNull();
  await supabase.admin.updateUserById(mine.id, { password: "changed by admin" });
  expect((await mine.auth.getUser()).error).not.toBeNull();
});

it("deletes a user with every session", async () => {
  const { id, email, auth, session } = await supabase.signedIn();
  expect((await supabase.admin.deleteUser(id)).error).toBeNull();
  const response = await supabase.visitor().getUser(session.access_token);
  expect(response.error).toMatchObject({ status: 403, code: "user_not_found" });
  expect((await auth.refreshSession()).error).not.toBeNull();
  const again = await supabase.admin.createUser({ email, password: PASSWORD });
  expect(again.data.user?.id).not.toBe(id);
});

it("signs a user out at the admin's request", async () => {
  const { auth, session } = await supabase.signedIn();
  expect((await supabase.admin.signOut(session.access_token, "global")).error).toBeNull();
  expect((await auth.refreshSession()).error).not.toBeNull();
});

it("opens no admin call to the publishable key or to a signed-in user", async () => {
  const { id, session } = await supabase.signedIn();
  for (const [method, path] of [
    ["GET", "users"],
    ["POST", "users"],
    ["GET", `users/${id}`],
    ["PUT", `users/${id}`],
    ["DELETE", `users/${id}`],
  ] as const) {
    const response = await fetch(`${supabase.url}/auth/v1/admin/${path}`, {
      method,
      headers: { apikey: supabase.publishableKey, Authorization: `Bearer ${session.access_token}` },
    });
    expect(response.status, `${method} ${path}`).toBe(403);
    expect(await response.json()).toMatchObject({ error_code: "not_admin" });
  }
  expect((await supabase.admin.getUserById(id)).error).toBeNull();
});
