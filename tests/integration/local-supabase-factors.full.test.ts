import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { authenticator, codeFor } from "#tests/support/authenticator.ts";
import { type LocalSupabaseTest, PASSWORD, startTestSupabase } from "#tests/support/local-supabase.ts";

type Auth = ReturnType<LocalSupabaseTest["visitor"]>;

const MINUTE = 60_000;
const PERIOD = 30_000;

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());
afterEach(() => {
  vi.useRealTimers();
});

/** The server runs in this process, so its clock is the one set here. */
const setClock = (at: number) => vi.useFakeTimers({ toFake: ["Date"], now: at });
const passTime = (ms: number) => setClock(Date.now() + ms);

async function enrol(auth: Auth, friendlyName = "Phone") {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { factorId: data.id, ...data.totp };
}

async function challenge(auth: Auth, factorId: string) {
  const { data, error } = await auth.mfa.challenge({ factorId });
  if (error) throw error;
  return data;
}

/** A browser that is signed in to a new account and has confirmed a new factor. */
async function protectedAccount() {
  const account = await supabase.signedIn();
  const factor = await enrol(account.auth);
  const app = authenticator(factor.secret);
  const code = await app.nextCode();
  const { data, error } = await account.auth.mfa.challengeAndVerify({ factorId: factor.factorId, code });
  if (error) throw error;
  return { ...account, ...factor, app, usedCode: code, proven: data };
}

async function signInAgain(email: string) {
  const auth = supabase.visitor();
  const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { auth, session: data.session };
}

const levelsOf = async (auth: Auth) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data;
const methodsOf = (token: string) =>
  (decodeJwt(token) as { amr?: { method: string }[] }).amr?.map(({ method }) => method);
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2].map((step) => codeFor(secret, Date.now() + step * PERIOD));
  return (
    ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? ""
  );
};
const INVALID_CODE = { status: 422, code: "mfa_verification_failed", message: "Invalid TOTP code entered" };

it("takes a factor from setup to removal", async () => {
  const { auth, email } = await supabase.signedIn();
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });

  const { data: factor } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: "Phone",
    issuer: "Latchkey",
  });
  expect(factor).toMatchObject({ type: "totp", friendly_name: "Phone" });
  expect(factor?.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(factor?.totp.uri ?? "");
  expect(decodeURIComponent(uri.pathname)).toContain(`Latchkey:${email}`);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Latchkey",
    secret: factor?.totp.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(factor?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect((await auth.mfa.listFactors()).data).toMatchObject({ all: [{ status: "unverified" }], totp: [] });
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });

  const factorId = factor?.id ?? "";
  const challenges = await challenge(auth, factorId);
  expect(challenges).toEqual({ id: expect.any(String), type: "totp", expires_at: expect.any(Number) });
  expect((challenges.expires_at ?? 0) * 1000 - Date.now()).toBeGreaterThan(4.9 * MINUTE);
  const code = codeFor(factor?.totp.secret ?? "");
  const verified = await auth.mfa.verify({ factorId, challengeId: challenges.id, code });
  expect(verified.error).toBeNull();
  expect(verified.data?.user.factors).toMatchObject([{ id: factorId, status: "verified" }]);
  expect(methodsOf(verified.data?.access_token ?? "")).toEqual(["totp", "password"]);
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });

  const removed = await auth.mfa.unenroll({ factorId });
  expect(removed).toEqual({ data: { id: factorId }, error: null });
  await auth.refreshSession();
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
});

it("names the site's host as the issuer when the setup names none", async () => {
  const { auth } = await supabase.signedIn();
  const { uri } = await enrol(auth);
  expect(new URL(uri).searchParams.get("issuer")).toBe("127.0.0.1:8787");
});

it("shows a factor's secret only in the response to its setup", async () => {
  const { auth, id, secret, proven } = await protectedAccount();
  const shown = [
    proven,
    await auth.getUser(),
    await auth.refreshSession(),
    await supabase.admin.getUserById(id),
  ];
  expect(JSON.stringify(shown)).not.toContain(secret);
});

it("keeps the higher level across renewals and a restart of the server", async () => {
  const { auth } = await protectedAccount();
  for (const pass of ["renewed", "renewed after a restart"]) {
    if (pass !== "renewed") await supabase.restart();
    const { data, error } = await auth.refreshSession();
    expect(error).toBeNull();
    expect(methodsOf(data.session?.access_token ?? "")).toEqual(["totp", "password"]);
    expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
  }
});

it("starts every further session at the lower level and raises it with a code", async () => {
  const { email, factorId, app } = await protectedAccount();
  const { auth } = await signInAgain(email);
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  await auth.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
});

it("ends the user's sessions below the higher level when a code is verified, and keeps those at it", async () => {
  const first = await protectedAccount();
  const waiting = await signInAgain(first.email);
  const stranger = await supabase.signedIn();
  const third = await signInAgain(first.email);
  await third.auth.mfa.challengeAndVerify({ factorId: first.factorId, code: await first.app.nextCode() });

  expect((await waiting.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  const renewed = await supabase.visitor().refreshSession(waiting.session);
  expect(renewed.error).toMatchObject({ status: 400, code: "refresh_token_not_found" });
  for (const { auth } of [first, third, stranger]) expect((await auth.getUser()).error).toBeNull();
});

it("lets no refresh token from before the code renew the raised session", async () => {
  const { session, auth } = await protectedAccount();
  const copy = await supabase.visitor().refreshSession({ refresh_token: session.refresh_token });
  expect(copy).toMatchObject({ data: { session: null }, error: { status: 400 } });
  expect((await auth.refreshSession()).error).toBeNull();
});

it("accepts a code once, even for another challenge and from another session", async () => {
  const { auth, email, factorId, usedCode } = await protectedAccount();
  const again = await auth.mfa.challengeAndVerify({ factorId, code: usedCode });
  expect(again.error).toMatchObject(INVALID_CODE);
  const { auth: elsewhere } = await signInAgain(email);
  const copied = await elsewhere.mfa.challengeAndVerify({ factorId, code: usedCode });
  expect(copied.error).toMatchObject(INVALID_CODE);
  expect(await levelsOf(elsewhere)).toMatchObject({ currentLevel: "aal1" });
});

it("accepts one of many requests with the same code at the same time", async () => {
  const { email, factorId, app } = await protectedAccount();
  const code = await app.nextCode();
  const browsers = await Promise.all([1, 2, 3, 4].map(() => signInAgain(email)));
  const challenges = await Promise.all(browsers.map(({ auth }) => challenge(auth, factorId)));
  const responses = await Promise.all(
    browsers.map(({ auth }, n) => auth.mfa.verify({ factorId, challengeId: challenges[n]?.id ?? "", code })),
  );
  expect(responses.filter(({ error }) => error === null)).toHaveLength(1);
});

it.each([
  { steps: -2, accepted: false },
  { steps: -1, accepted: true },
  { steps: 1, accepted: true },
  { steps: 2, accepted: false },
])("handles the code of a clock that is $steps steps off: $accepted", async ({ steps, accepted }) => {
  const { auth } = await supabase.signedIn();
  const { factorId, secret } = await enrol(auth);
  setClock(Date.now());
  const code = codeFor(secret, Date.now() + steps * PERIOD);
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  expect(error === null).toBe(accepted);
});

it.each([
  ["a wrong code", wrongCode],
  ["digits of another script", () => "١٢٣٤٥٦"],
  ["too few digits", () => "12345"],
  ["a very long code", (secret: string) => codeFor(secret).repeat(10)],
])("refuses %s and still accepts a correct code for the same challenge", async (_, guess) => {
  const { auth } = await supabase.signedIn();
  const { factorId, secret } = await enrol(auth);
  const { id: challengeId } = await challenge(auth, factorId);
  const wrong = await auth.mfa.verify({ factorId, challengeId, code: guess(secret) });
  expect(wrong.error).toMatchObject(INVALID_CODE);
  expect((await auth.mfa.listFactors()).data?.totp).toEqual([]);
  const right = await auth.mfa.verify({ factorId, challengeId, code: codeFor(secret) });
  expect(right.error).toBeNull();
});

it("refuses an empty code and an unknown challenge", async () => {
  const { auth } = await supabase.signedIn();
  const { factorId, secret } = await enrol(auth);
  const empty = await auth.mfa.challengeAndVerify({ factorId, code: "" });
  expect(empty.error).toMatchObject({ status: 400, code: "validation_failed" });
  const unknown = { factorId, challengeId: crypto.randomUUID(), code: codeFor(secret) };
  expect((await auth.mfa.verify(unknown)).error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
});

it("refuses a challenge after five minutes", async () => {
  const { auth } = await supabase.signedIn();
  const { factorId, secret } = await enrol(auth);
  const { id: challengeId } = await challenge(auth, factorId);
  passTime(5 * MINUTE + 1000);
  const late = await auth.mfa.verify({ factorId, challengeId, code: codeFor(secret) });
  expect(late.error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });
  expect(late.error?.message).toBe(
    `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
  );
  const anew = await auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
  expect(anew.error).toBeNull();
});

it("accepts a code for a challenge once", async () => {
  const { auth } = await supabase.signedIn();
  const { factorId, secret } = await enrol(auth);
  const { id: challengeId } = await challenge(auth, factorId);
  const app = authenticator(secret);
  await auth.mfa.verify({ factorId, challengeId, code: await app.nextCode() });
  const again = await auth.mfa.verify({ factorId, challengeId, code: await app.nextCode() });
  expect(again.error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
});

it("accepts no code for another factor's challenge", async () => {
  const { auth } = await supabase.signedIn();
  const phone = await enrol(auth, "Phone");
  const tablet = await enrol(auth, "Tablet");
  const { id: challengeId } = await challenge(auth, tablet.factorId);
  const code = codeFor(phone.secret);
  const { error } = await auth.mfa.verify({ factorId: phone.factorId, challengeId, code });
  expect(error).toMatchObject({ status: 422, code: "mfa_factor_not_found" });
});

it("does not know another user's factor", async () => {
  const owner = await supabase.signedIn();
  const { factorId, secret } = await enrol(owner.auth);
  const { id: challengeId } = await challenge(owner.auth, factorId);
  const { auth: stranger } = await protectedAccount();
  const responses = [
    await stranger.mfa.challenge({ factorId }),
    await stranger.mfa.verify({ factorId, challengeId, code: codeFor(secret) }),
    await stranger.mfa.unenroll({ factorId }),
    await stranger.mfa.unenroll({ factorId: crypto.randomUUID() }),
  ];
  for (const { error } of responses)
    expect(error).toMatchObject({
      status: 404,
      code: "mfa_factor_not_found",
      message: "Factor not found",
    });
  const malformed = await stranger.mfa.unenroll({ factorId: "1" });
  expect(malformed.error).toMatchObject({ status: 404, code: "validation_failed" });
  expect((await owner.auth.mfa.listFactors()).data?.all).toHaveLength(1);
});

it("accepts ten wrong codes in five minutes, then not even the right one, even after a restart", async () => {
  const { auth } = await supabase.signedIn();
  const { factorId, secret } = await enrol(auth);
  const { id: challengeId } = await challenge(auth, factorId);
  const guess = { factorId, challengeId, code: wrongCode(secret) };
  const guesses = await Promise.all(Array.from({ length: 14 }, () => auth.mfa.verify(guess)));
  expect(guesses.map(({ error }) => error?.status).sort()).toEqual([
    ...Array.from({ length: 10 }, () => 422),
    ...Array.from({ length: 4 }, () => 429),
  ]);

  await supabase.restart();
  const locked = await auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
  expect(locked.error).toMatchObject({
    status: 429,
    code: "over_request_rate_limit",
    message: "Request rate limit reached",
  });
  const { auth: other } = await supabase.signedIn();
  const unlike = await enrol(other);
  const free = await other.mfa.challengeAndVerify({
    factorId: unlike.factorId,
    code: codeFor(unlike.secret),
  });
  expect(free.error).toBeNull();

  passTime(5 * MINUTE + 1000);
  const later = await auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
  expect(later.error).toBeNull();
});

it("refuses a second factor of the same name, and other kinds of factor", async () => {
  const { auth } = await supabase.signedIn();
  await enrol(auth, "Phone");
  const same = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  expect(same.error).toMatchObject({
    status: 422,
    code: "mfa_factor_name_conflict",
    message: 'A factor with the friendly name "Phone" for this user already exists',
  });
  const phone = await auth.mfa.enroll({ factorType: "phone", phone: "+15555550100" });
  expect(phone.error).toMatchObject({ status: 422, code: "mfa_phone_enroll_not_enabled" });
  const passkey = await auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" });
  expect(passkey.error).toMatchObject({ status: 422, code: "mfa_webauthn_enroll_not_enabled" });
});

it("allows at most ten factors per user", async () => {
  const { auth } = await supabase.signedIn();
  for (let n = 1; n <= 10; n++) await enrol(auth, `Phone ${n}`);
  const { error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone 11" });
  expect(error).toMatchObject({ status: 422, code: "too_many_enrolled_mfa_factors" });
});

it("drops abandoned setups when another is finished, or when they are not started within minutes", async () => {
  const { auth } = await supabase.signedIn();
  const left = await enrol(auth, "Left");
  passTime(6 * MINUTE);
  const { factorId, secret } = await enrol(auth, "Phone");
  expect((await auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId]);
  expect((await auth.mfa.challenge({ factorId: left.factorId })).error?.status).toBe(404);
  await enrol(auth, "Tablet");
  await auth.mfa.challengeAndVerify({ factorId, code: codeFor(secret) });
  expect((await auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId]);
});

it("requires the higher level to add another factor to a protected account or remove one", async () => {
  const { email, factorId, app } = await protectedAccount();
  const { auth } = await signInAgain(email);
  const further = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Thief" });
  expect(further.error).toMatchObject({
    status: 403,
    code: "insufficient_aal",
    message: "AAL2 required to enroll a new factor",
  });
  const removal = await auth.mfa.unenroll({ factorId });
  expect(removal.error).toMatchObject({
    status: 422,
    code: "insufficient_aal",
    message: "AAL2 required to unenroll verified factor",
  });
  expect((await auth.mfa.listFactors()).data?.totp).toHaveLength(1);

  await auth.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });
  expect((await auth.mfa.enroll({ factorType: "totp", friendlyName: "Tablet" })).error).toBeNull();
});

it("lets an unfinished setup be removed without a code", async () => {
  const { auth } = await supabase.signedIn();
  const { factorId } = await enrol(auth);
  expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
  expect((await auth.mfa.listFactors()).data?.all).toEqual([]);
});

it("lowers every session that relies on a removed factor, even while its old token still claims the higher level", async () => {
  const first = await protectedAccount();
  const tablet = await enrol(first.auth, "Tablet");
  const code = codeFor(tablet.secret);
  await first.auth.mfa.challengeAndVerify({ factorId: tablet.factorId, code });
  const second = await signInAgain(first.email);
  await second.auth.mfa.challengeAndVerify({ factorId: first.factorId, code: await first.app.nextCode() });

  await first.auth.mfa.unenroll({ factorId: first.factorId });
  expect(await levelsOf(second.auth)).toMatchObject({ currentLevel: "aal2" });
  const withOldToken = await second.auth.mfa.unenroll({ factorId: tablet.factorId });
  expect(withOldToken.error).toMatchObject({ status: 422, code: "insufficient_aal" });
  await second.auth.refreshSession();
  expect(await levelsOf(second.auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });

  await first.auth.refreshSession();
  expect(await levelsOf(first.auth)).toMatchObject({ currentLevel: "aal2" });
});

it("makes no decision based on metadata, which the user can write", async () => {
  const plain = await supabase.signedIn();
  await plain.auth.updateUser({ data: { twoFactorEnabled: true, aal: "aal2" } });
  await plain.auth.refreshSession();
  expect(await levelsOf(plain.auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });

  const { email, factorId } = await protectedAccount();
  const { auth } = await signInAgain(email);
  await auth.updateUser({ data: { twoFactorEnabled: false, factors: [] } });
  await auth.refreshSession();
  expect(await levelsOf(auth)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
  expect((await auth.mfa.unenroll({ factorId })).error?.code).toBe("insufficient_aal");
});

it("responds to no one who is not signed in", async () => {
  const { factorId, session, auth } = await protectedAccount();
  await auth.signOut();
  const call = (method: string, path: string, authorization?: string) =>
    fetch(`${supabase.url}/auth/v1${path}`, {
      method,
      headers: {
        apikey: supabase.publishableKey,
        ...(authorization && { Authorization: `Bearer ${authorization}` }),
      },
    });
  for (const [method, path] of [
    ["POST", "/factors"],
    ["POST", `/factors/${factorId}/challenge`],
    ["POST", `/factors/${factorId}/verify`],
    ["DELETE", `/factors/${factorId}`],
  ] as const) {
    expect((await call(method, path)).status).toBe(401);
    expect((await call(method, path, session.access_token)).status).toBe(403);
  }
});
