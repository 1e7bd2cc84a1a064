import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import {
  type LocalSupabaseTest,
  newAddress,
  PASSWORD,
  readMail,
  startTestSupabase,
} from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
let failing = false;
beforeAll(async () => {
  supabase = await startTestSupabase({
    limits: {},
    sendMail: async (mail) => {
      if (failing) throw new Error("mailer down");
      supabase.emails.push(mail);
    },
  });
});
afterAll(() => supabase.stop());
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;
const passTime = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const signIn = (email: string, password: string) =>
  supabase.visitor().signInWithPassword({ email, password });
const tooMany = { status: 429, code: "over_request_rate_limit", message: "Request rate limit reached" };
const times = <T>(count: number, attempt: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, attempt));

const EMAIL_REQUESTS = {
  signUp: (email: string) => supabase.visitor().signUp({ email, password: PASSWORD }),
  signInWithOtp: (email: string) => supabase.visitor().signInWithOtp({ email }),
  resetPasswordForEmail: (email: string) => supabase.visitor().resetPasswordForEmail(email),
  resend: (email: string) => supabase.visitor().resend({ type: "signup", email }),
  "resend of a change": (email: string) => supabase.visitor().resend({ type: "email_change", email }),
};

it.each(Object.entries(EMAIL_REQUESTS))(
  "accepts %s once a minute for an address, known or not",
  async (_, ask) => {
    const known = (await supabase.account()).email;
    const unconfirmed = newAddress();
    await supabase.admin.createUser({ email: unconfirmed, password: PASSWORD });
    for (const email of [known, unconfirmed, newAddress()]) {
      expect((await ask(email)).error).toBeNull();
      expect((await ask(email.toUpperCase())).error).toMatchObject({
        status: 429,
        code: "over_email_send_rate_limit",
        message: expect.stringMatching(
          /^For security purposes, you can only request this after ([1-9]|[1-5]\d|60) seconds\.$/,
        ),
      });
      expect(supabase.emailsTo(email).length).toBeLessThanOrEqual(1);
    }
    passTime(MINUTE);
    expect((await ask(known)).error).toBeNull();
  },
);

it("counts each kind of email, and each address, separately", async () => {
  const { email } = await supabase.account();
  expect((await EMAIL_REQUESTS.signInWithOtp(email)).error).toBeNull();
  expect((await EMAIL_REQUESTS.resetPasswordForEmail(email)).error).toBeNull();
  expect((await EMAIL_REQUESTS.signInWithOtp(newAddress())).error).toBeNull();
});

it("emails one of several that are requested at once", async () => {
  const { email } = await supabase.account();
  const responses = await times(5, () => EMAIL_REQUESTS.signInWithOtp(email));
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
  expect(supabase.emailsTo(email)).toHaveLength(1);
});

it("limits the emails that a signed-in user requests, including those to an address that is not theirs", async () => {
  const [one, other] = [await supabase.signedIn(), await supabase.signedIn()];
  expect((await one.auth.reauthenticate()).error).toBeNull();
  expect((await one.auth.reauthenticate()).error?.code).toBe("over_email_send_rate_limit");
  const email = newAddress();
  expect((await one.auth.updateUser({ email })).error).toBeNull();
  expect((await one.auth.updateUser({ email: newAddress() })).error?.status).toBe(429);
  const pushed = await other.auth.updateUser({
    email,
    password: "another password",
    current_password: PASSWORD,
  });
  expect(pushed.error?.status).toBe(429);
  expect(supabase.emailsTo(email)).toHaveLength(1);
  expect((await signIn(other.email, PASSWORD)).error).toBeNull();
});

it("does not count an email that could not be sent, or a sign-up that was refused", async () => {
  const email = newAddress();
  vi.mocked(console.error).mockImplementation(() => {});
  failing = true;
  expect((await EMAIL_REQUESTS.signUp(email)).error?.status).toBe(500);
  failing = false;
  vi.mocked(console.error).mockClear();
  const weak = await supabase.visitor().signUp({ email, password: "short" });
  expect(weak.error?.code).toBe("weak_password");
  expect((await EMAIL_REQUESTS.signUp(email)).error).toBeNull();
});

it("stops password guesses at 30 in five minutes, sequential or concurrent, for known and unknown addresses", async () => {
  const { email } = await supabase.account();
  for (const address of [email, newAddress()]) {
    const responses = await times(40, () => signIn(address, "a guess"));
    const codes = responses.map(({ error }) => error?.code);
    expect(codes.filter((code) => code === "invalid_credentials")).toHaveLength(30);
    expect(codes.filter((code) => code === "over_request_rate_limit")).toHaveLength(10);
    expect((await signIn(address.toUpperCase(), PASSWORD)).error).toMatchObject(tooMany);
  }
  const other = await supabase.account();
  expect((await signIn(other.email, PASSWORD)).error).toBeNull();
  passTime(5 * MINUTE);
  expect((await signIn(email, PASSWORD)).error).toBeNull();
});

it("does not count successful sign-ins", async () => {
  const { email } = await supabase.account();
  const responses = await times(35, () => signIn(email, PASSWORD));
  // At most 30 run at once: each of those counts until it is known to be right.
  expect(responses.filter(({ error }) => error === null).length).toBeGreaterThanOrEqual(30);
  expect((await signIn(email, PASSWORD)).error).toBeNull();
});

it("stops guesses of an emailed code at 30, and then refuses even the right one", async () => {
  const { email } = await supabase.account();
  await EMAIL_REQUESTS.signInWithOtp(email);
  const { code } = readMail(supabase.emailsTo(email).at(-1));
  const wrong = code === "000000" ? "000001" : "000000";
  const enter = (token: string, type: "email" | "magiclink" | "recovery") =>
    supabase.visitor().verifyOtp({ email, token, type });
  await times(15, () => enter(wrong, "email"));
  await times(15, () => enter(wrong, "recovery"));
  expect((await enter(code, "magiclink")).error).toMatchObject(tooMany);
  passTime(5 * MINUTE);
  expect((await enter(code, "magiclink")).error).toBeNull();
});

it("stops guesses of the code for a new password at 30", async () => {
  const { auth } = await supabase.signedIn();
  passTime(25 * 60 * MINUTE);
  await auth.refreshSession();
  const guess = () =>
    auth.updateUser({ password: "another password", current_password: PASSWORD, nonce: "guess" });
  await times(30, guess);
  expect((await guess()).error).toMatchObject(tooMany);
});

it("forgets an address when its account is deleted", async () => {
  const { id, email } = await supabase.account();
  await EMAIL_REQUESTS.signInWithOtp(email);
  await supabase.admin.deleteUser(id);
  expect((await EMAIL_REQUESTS.signInWithOtp(email)).error).toBeNull();
});
