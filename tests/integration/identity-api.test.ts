import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import {
  type AccountSession,
  accountDeletion,
  accountSessions,
  endedSession,
  invitationResponse,
} from "#core/contract/identity.ts";
import { apiKey, apiKeyList, revealedKey } from "#core/contract/keys.ts";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import {
  type AllWorkers,
  callerOf,
  signIn,
  signInNewUser,
  startAllWorkers,
} from "#tests/support/all-workers.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { transferMoney } from "#tests/support/money.ts";

let workers: AllWorkers;
beforeAll(async () => {
  workers = await startAllWorkers();
});
afterAll(() => workers.stop());

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

type User = Awaited<ReturnType<typeof signInNewUser>>;
type Call = User["call"];
const address = () => `${crypto.randomUUID()}@example.com`;
const codeOf = async (pending: Promise<Response>) => {
  const response = await pending;
  return [response.status, errorBody.parse(await response.json()).code];
};

/** A key, paid for with ten dollars credited in the ledger. */
async function keyOf({ userId, call }: User) {
  await call("/account/balance");
  const { db } = workers.database;
  const row = await db.get<{ id: number }>(sql`SELECT id FROM accounts WHERE user_id = ${userId}`);
  const credit = accountName(row?.id ?? 0);
  await transferMoney(db, { debit: STRIPE_USD, credit, micros: 10_000_000, kind: "top_up" });
  return apiKey.parse(await (await call("/keys", { name: "Production" })).json());
}

const reveal = (call: Call, id: string) => call(`/keys/${id}/reveal`, {});

test("once a second factor is verified, a session without it can only stop all keys", async () => {
  const email = address();
  const laptop = await signInNewUser(workers, email);
  const { id, key } = await keyOf(laptop);
  const phone = await signIn(workers, email);

  const enrolled = await phone.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (enrolled.error) throw enrolled.error;
  expect((await reveal(laptop.call, id)).status, "an unverified factor requires nothing").toBe(200);
  const factorId = enrolled.data.id;
  const app = authenticator(enrolled.data.totp.secret);
  const verified = await phone.auth.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });
  if (verified.error) throw verified.error;
  const confirmed = callerOf(workers.origin, verified.data.access_token);

  const single = await signIn(workers, email);
  for (const { call } of [phone, single]) {
    const refusal = [403, "second_factor_required"];
    expect(await codeOf(reveal(call, id))).toEqual(refusal);
    expect(await codeOf(call("/keys", { name: "Another" }))).toEqual(refusal);
    expect(await codeOf(call(`/keys/${id}/budgets`, { budgets: [] }, "PUT"))).toEqual(refusal);
    expect(await codeOf(call("/account", { email }, "DELETE"))).toEqual(refusal);
    const other = (await laptop.auth.getSession()).data.session?.access_token ?? "";
    const { session_id } = decodeJwt(other);
    expect(await codeOf(call(`/account/sessions/${session_id}`, undefined, "DELETE"))).toEqual(refusal);
    expect(await codeOf(call(`/keys/${id}/revoke`, {}))).toEqual(refusal);
    expect(await codeOf(call("/keys"))).toEqual(refusal);
    expect((await call("/account/stop", {})).status).toBe(200);
  }
  expect(revealedKey.parse(await (await reveal(confirmed, id)).json())).toEqual({ key });
  await single.auth.updateUser({ data: { twoFactorEnabled: false } });
  expect(await codeOf(reveal(single.call, id)), "metadata decides nothing").toEqual([
    403,
    "second_factor_required",
  ]);

  const removed = await phone.auth.mfa.unenroll({ factorId });
  if (removed.error) throw removed.error;
  expect((await reveal(single.call, id)).status, "the factor is gone").toBe(200);
  expect((await single.call(`/keys/${id}/revoke`, {})).status).toBe(200);
});

test("a token that outlives its session can't reveal, invite or list anything", async () => {
  const user = await signInNewUser(workers, address());
  const { id } = await keyOf(user);
  await user.auth.signOut({ scope: "local" });
  const refusal = [401, "unauthorized"];
  expect(await codeOf(reveal(user.call, id))).toEqual(refusal);
  expect(await codeOf(user.call("/keys", { name: "Another" }))).toEqual(refusal);
  expect(await codeOf(user.call("/account/invitations", { email: address() }))).toEqual(refusal);
  expect(await codeOf(user.call("/account/sessions"))).toEqual(refusal);
  expect(await codeOf(user.call(`/account/sessions/${crypto.randomUUID()}`, undefined, "DELETE"))).toEqual(
    refusal,
  );
});

test("an invitation is accepted through its link; an existing user gets a sign-in link, and the response is the same", async () => {
  const [stranger, known] = [address(), address()];
  const host = await signInNewUser(workers, address());
  await signInNewUser(workers, known);
  const responses = await Promise.all(
    [stranger, known].map((email) => host.call("/account/invitations", { email })),
  );
  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  for (const response of responses)
    expect(invitationResponse.parse(await response.json())).toEqual({ status: "accepted" });

  const [invitation, signInMail] = [stranger, known].map((email) => linkOf(email));
  expect([invitation?.pathname, invitation?.searchParams.get("type")]).toEqual(["/signup", "invite"]);
  expect([signInMail?.pathname, signInMail?.searchParams.get("type")]).toEqual(["/login", "magiclink"]);
  const guest = await signInWithLink(invitation);
  expect((await guest("/account/balance")).status).toBe(200);
  expect((await (await signInWithLink(signInMail))("/account/balance")).status).toBe(200);
});

test("sessions are listed by device, and ending another one is permanent; a stranger can't end any", async () => {
  const email = address();
  const [first, stranger] = [await signInNewUser(workers, email), await signInNewUser(workers, address())];
  const laptop = await signIn(workers, email, CHROME);
  const phone = await signIn(workers, email, FIREFOX);
  const list = async (call: Call) =>
    accountSessions.parse(await (await call("/account/sessions")).json()).items;
  const items = await list(laptop.call);
  expect(items[0]).toMatchObject({ current: true, device: "Chrome on macOS" });
  expect(items.map(({ current }) => current)).toEqual([true, false, false]);
  const lost = items.find(({ device }) => device === "Firefox on Windows");
  expect(lost?.ip).toBeTruthy();
  const end = (call: Call, session?: AccountSession) =>
    call(`/account/sessions/${session?.id}`, undefined, "DELETE");
  expect(await codeOf(end(stranger.call, lost))).toEqual([404, "not_found"]);

  expect(endedSession.parse(await (await end(laptop.call, lost)).json())).toEqual({
    id: lost?.id,
    status: "ended",
  });
  expect((await phone.auth.refreshSession()).error).toBeTruthy();
  expect(await codeOf(phone.call("/account/sessions"))).toEqual([401, "unauthorized"]);
  expect(await list(first.call)).toHaveLength(2);
  expect(await codeOf(end(laptop.call, lost))).toEqual([404, "not_found"]);
});

test("a deleted account can't sign in, has no active key, and its address is free again", async () => {
  const email = address();
  const user = await signInNewUser(workers, email);
  const { id } = await keyOf(user);
  expect(await codeOf(user.call("/account", { email: address() }, "DELETE"))).toEqual([
    422,
    "invalid_request",
  ]);
  const deleted = await user.call("/account", { email: email.toUpperCase() }, "DELETE");
  expect(accountDeletion.parse(await deleted.json())).toEqual({ status: "deleted" });

  await expect(signIn(workers, email)).rejects.toThrow("Invalid login credentials");
  expect((await user.auth.refreshSession()).error).toBeTruthy();
  expect(await codeOf(user.call("/keys"))).toEqual([403, "account_closed"]);
  expect((await user.call("/account", { email }, "DELETE")).status, "repeating it is harmless").toBe(200);
  const { db } = workers.database;
  const stored = await db.get(sql`SELECT status, sealed FROM api_keys WHERE public_id = ${id}`);
  expect(stored).toMatchObject({ status: "revoked", sealed: null });

  const again = await signInNewUser(workers, email);
  expect(apiKeyList.parse(await (await again.call("/keys")).json())).toEqual([]);
});

test("while the provider is away only a key can be revoked, reads still work, and the log has no secret", async () => {
  const email = address();
  const user = await signInNewUser(workers, email);
  const { id } = await keyOf(user);
  await workers.stopSupabase();
  const away = [503, "identity_unavailable"];
  expect(await codeOf(reveal(user.call, id))).toEqual(away);
  expect(await codeOf(user.call("/keys", { name: "Another" }))).toEqual(away);
  expect(await codeOf(user.call("/account/invitations", { email: address() }))).toEqual(away);
  expect(await codeOf(user.call("/account/sessions"))).toEqual(away);
  expect(await codeOf(user.call("/account", { email }, "DELETE"))).toEqual(away);
  const [key] = apiKeyList.parse(await (await user.call("/keys")).json());
  expect(key).toMatchObject({ id, status: "active" });
  expect((await user.call(`/keys/${id}/revoke`, {})).status, "a leaked key need not wait").toBe(200);

  const logs = JSON.stringify(workers.logs());
  expect(logs).toContain("identity_unavailable");
  for (const secret of [workers.supabase.secretKey, email, user.token]) expect(logs).not.toContain(secret);
});

function linkOf(email: string): URL {
  const emails = workers.emailsTo(email);
  expect(emails).toHaveLength(1);
  const link = /http\S+/.exec(emails[0]?.text ?? "")?.[0];
  if (!link) throw new Error("The email has no link.");
  return new URL(link);
}

/** Redeems the emailed link the way its page does, in its own browser. */
async function signInWithLink(link: URL | undefined): Promise<Call> {
  const response = await fetch(`${workers.supabase.url}/auth/v1/verify`, {
    method: "POST",
    headers: { apikey: workers.supabase.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({
      type: link?.searchParams.get("type"),
      token_hash: link?.searchParams.get("token_hash"),
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return callerOf(workers.origin, access_token);
}
