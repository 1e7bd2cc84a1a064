import { createClient } from "@supabase/supabase-js";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuditResponse, auditResponse } from "#core/contract/audit.ts";
import { errorBody } from "#core/contract/errors.ts";
import { newRecoveryCodes, recoveryCodes, usedRecoveryCode } from "#core/contract/identity.ts";
import { notificationsResponse } from "#core/contract/notifications.ts";
import {
  type AllWorkers,
  callerOf,
  PASSWORD,
  signIn,
  signInNewUser,
  startAllWorkers,
} from "#tests/support/all-workers.ts";
import { authenticator } from "#tests/support/authenticator.ts";

let workers: AllWorkers;
beforeAll(async () => {
  workers = await startAllWorkers();
});
afterAll(() => workers.stop());

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const address = () => `${crypto.randomUUID()}@example.com`;
type Call = ReturnType<typeof callerOf>;

/** A user who has two-factor authentication and recovery codes, and a session that passed only the password. */
async function guardedUser() {
  const email = address();
  const { auth, userId } = await signInNewUser(workers, email);
  const enrolled = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (enrolled.error) throw enrolled.error;
  const app = authenticator(enrolled.data.totp.secret);
  const verified = await auth.mfa.challengeAndVerify({
    factorId: enrolled.data.id,
    code: await app.nextCode(),
  });
  if (verified.error) throw verified.error;
  const confirmed = callerOf(workers.origin, verified.data.access_token);
  const codes = await newCodes(confirmed);
  const half = await signIn(workers, email, CHROME);
  return { email, userId, auth, factorId: enrolled.data.id, confirmed, codes, half };
}

async function newCodes(call: Call): Promise<string[]> {
  const response = await call("/account/recovery-codes", {});
  expect(response.status).toBe(201);
  return newRecoveryCodes.parse(await response.json()).codes;
}
const NEW_PASSWORD = "Another-horse-7";
const enter = (call: Call, code: unknown, password: unknown = NEW_PASSWORD) =>
  call("/account/recovery-codes/use", { code, password });
const signInAnew = (email: string) => signIn(workers, email, CHROME, NEW_PASSWORD);
const left = async (call: Call) =>
  recoveryCodes.parse(await (await call("/account/recovery-codes")).json()).left;
const codeOf = async (response: Response) => [response.status, errorBody.parse(await response.json()).code];
const WRONG = [422, "invalid_request"];
const WRONG_CODE = "2222-2222";

const activity = async (call: Call): Promise<AuditResponse["items"]> =>
  auditResponse.parse(await (await call("/audit?kind=access")).json()).items;
const actions = async (call: Call) => (await activity(call)).map(({ action }) => action);

async function factorsOf(userId: string) {
  const { url, secretKey } = workers.supabase;
  const { data, error } = await createClient(url, secretKey).auth.admin.mfa.listFactors({ userId });
  if (error) throw error;
  return data.factors;
}

test("a code turns two-factor authentication off, once, and the owner is notified and emailed", async () => {
  const { userId, codes, half, confirmed, email } = await guardedUser();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  expect(await left(confirmed)).toBe(10);
  const stored = await workers.database.db.all(sql`SELECT * FROM recovery_codes, audit_log, notifications`);
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code);

  expect((await half.call("/keys", { name: "No" })).status).toBe(403);
  const typed = ` ${codes[3]?.toLowerCase().replace("-", " ")} `;
  const used = await enter(half.call, typed);
  expect([used.status, usedRecoveryCode.parse(await used.json())]).toEqual([
    200,
    { status: "second_factor_removed" },
  ]);
  expect(await factorsOf(userId)).toEqual([]);
  const anew = await signInAnew(email);
  expect(
    (await anew.call("/account/budgets", { budgets: [] }, "PUT")).status,
    "no second factor is needed",
  ).toBe(200);
  expect(await left(anew.call)).toBe(0);
  for (const code of codes.slice(3, 5))
    expect(await codeOf(await enter(anew.call, code, "A-third-horse-5"))).toEqual(WRONG);

  expect(await actions(anew.call)).toEqual([
    "recovery.code_tried",
    "recovery.code_tried",
    "password.changed",
    "session.started",
    "mfa.recovered",
    "recovery.code_tried",
    "session.started",
    "recovery.codes_replaced",
    "mfa.enabled",
    "session.started",
  ]);
  const { items } = notificationsResponse.parse(await (await anew.call("/notifications")).json());
  const titles = items.filter(({ kind }) => kind === "security_changed").map(({ title }) => title);
  expect(titles).toEqual([
    "Your password was changed",
    "A recovery code turned off two-factor authentication",
    "Two-factor authentication was turned on",
  ]);
  const logs = JSON.stringify(workers.logs());
  for (const code of codes) expect(logs).not.toContain(code);
  expect(logs).not.toContain(email);
});

test("of concurrent uses of one code, one succeeds, and the owner hears of it once", async () => {
  const { email, codes, half } = await guardedUser();
  const tries = await Promise.all([1, 2, 3, 4].map(() => enter(half.call, codes[0])));
  const statuses = tries.map(({ status }) => status).sort();
  // A later one may find that its session has ended.
  expect(statuses[0]).toBe(200);
  for (const status of statuses.slice(1)) expect([401, 422]).toContain(status);
  const done = (await actions((await signInAnew(email)).call)).filter((action) =>
    /^mfa\.(recovered|disabled)$/.test(action),
  );
  expect(done).toEqual(["mfa.recovered"]);
});

test("five codes can be entered an hour, also at once, from whatever session", async () => {
  const { email, codes, half, userId } = await guardedUser();
  const other = await signIn(workers, email);
  const tries = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6, 7].map((index) => enter((index % 2 ? half : other).call, WRONG_CODE)),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([...Array(5).fill(422), ...Array(3).fill(429)]);
  const right = await enter(half.call, codes[0]);
  expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(3500);
  expect(await codeOf(right)).toEqual([429, "rate_limited"]);
  expect(await factorsOf(userId)).toHaveLength(1);

  const before = sql`UPDATE audit_log SET created_at = created_at - 3600001 WHERE action = 'recovery.code_tried'`;
  await workers.database.db.run(before);
  expect((await enter(half.call, codes[0])).status).toBe(200);
});

test("whoever was signed in before is signed out, and their tokens and the old password no longer work", async () => {
  const { email, codes, half, confirmed, userId } = await guardedUser();
  const attacker = await signIn(workers, email);
  const body = { name: "Left behind", scopes: ["usage:read"], expires_in_days: 90 };
  const { token } = (await (await confirmed("/tokens", body)).json()) as { token: string };
  const withToken = callerOf(workers.origin, token);
  expect((await withToken("/usage")).status).toBe(200);
  expect((await enter(half.call, codes[0])).status).toBe(200);

  expect(await factorsOf(userId)).toEqual([]);
  for (const call of [attacker.call, confirmed, half.call])
    expect(await codeOf(await call("/keys", { name: "No" }))).toEqual([401, "unauthorized"]);
  expect(await codeOf(await withToken("/usage"))).toEqual([401, "token_revoked"]);
  const enrolled = await attacker.auth.mfa.enroll({ factorType: "totp", friendlyName: "Theirs" });
  expect(enrolled.error).not.toBeNull();
  await expect(signIn(workers, email)).rejects.toThrow();
  expect(await codeOf(await (await signInAnew(email)).call("/tokens", body))).toEqual([
    403,
    "second_factor_removed",
  ]);
});

test.each([
  ["the current one", PASSWORD],
  ["one that is tried first", "password"],
  ["none", null],
])("a code is not used up by a new password that is refused: %s", async (_case, password) => {
  const { codes, half, userId, confirmed } = await guardedUser();
  const refused = await enter(half.call, codes[0], password);
  expect([refused.status, errorBody.parse(await refused.json())]).toMatchObject([
    422,
    { code: "invalid_request", field: "password" },
  ]);
  expect(await factorsOf(userId)).toHaveLength(1);
  expect(await left(confirmed)).toBe(10);
  expect((await enter(half.call, codes[0])).status).toBe(200);
});

test("a use that crashed half way can be repeated with the same code once its claim is old", async () => {
  const { codes, half, userId } = await guardedUser();
  const claimed = (ago: number) =>
    workers.database.db.run(sql`UPDATE recovery_codes SET used_at = ${Date.now() - ago}
      WHERE account_id = (SELECT id FROM accounts WHERE user_id = ${userId})`);
  await claimed(60_000);
  expect(await codeOf(await enter(half.call, codes[0]))).toEqual(WRONG);
  await claimed(121_000);
  expect((await enter(half.call, codes[0])).status).toBe(200);
  expect(await factorsOf(userId)).toEqual([]);
});

test("text that can't be a code costs no try", async () => {
  const { codes, half } = await guardedUser();
  for (const text of ["", "4KQ7", "4KQ7-M2X0", 42, null, "x".repeat(500), ...Array(5).fill("??")])
    expect(await codeOf(await enter(half.call, text))).toEqual(WRONG);
  expect((await enter(half.call, codes[0])).status).toBe(200);
});

test("another user's code, a replaced one and one from before a new set-up do nothing", async () => {
  const [one, other] = [await guardedUser(), await guardedUser()];
  expect(await codeOf(await enter(one.half.call, other.codes[0]))).toEqual(WRONG);
  expect(await left(other.confirmed)).toBe(10);

  const next = await newCodes(one.confirmed);
  expect(await left(one.confirmed)).toBe(10);
  expect(await codeOf(await enter(one.half.call, one.codes[0]))).toEqual(WRONG);
  expect((await enter(one.half.call, next[0])).status).toBe(200);
  expect(await factorsOf(other.userId)).toHaveLength(1);
});

test("turning two-factor authentication off deletes the codes; without it there are none", async () => {
  const { auth, factorId, codes, half } = await guardedUser();
  const removed = await auth.mfa.unenroll({ factorId });
  if (removed.error) throw removed.error;
  expect(await codeOf(await half.call("/account/recovery-codes", {}))).toEqual([404, "not_found"]);
  expect(await left(half.call)).toBe(0);
  expect(await codeOf(await enter(half.call, codes[0]))).toEqual(WRONG);
  expect((await actions(half.call)).filter((action) => action === "mfa.disabled")).toHaveLength(1);
});

test("codes need a live session, and new ones the second factor too", async () => {
  const { email, codes, half, userId, confirmed } = await guardedUser();
  expect(await codeOf(await half.call("/account/recovery-codes", {}))).toEqual([
    403,
    "second_factor_required",
  ]);
  const ended = await signIn(workers, email);
  await ended.auth.signOut({ scope: "local" });
  expect(await codeOf(await enter(ended.call, codes[0]))).toEqual([401, "unauthorized"]);
  const nobody = callerOf(workers.origin, "");
  expect(await codeOf(await enter(nobody, codes[0]))).toEqual([401, "unauthorized"]);
  expect(await factorsOf(userId)).toHaveLength(1);
  expect(await left(confirmed)).toBe(10);
});

test("while the provider is away, no code is used up", async () => {
  const { codes, half, confirmed } = await guardedUser();
  await workers.stopSupabase();
  expect(await codeOf(await enter(half.call, codes[0]))).toEqual([503, "identity_unavailable"]);
  expect(await left(confirmed)).toBe(10);
});
