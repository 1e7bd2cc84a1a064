import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import { MAX_INVITATIONS } from "#core/services/invitations/invite-user.ts";
import { closeAccountOf } from "#core/storage/account-closing.ts";
import { auditLog } from "#core/storage/schema/accounts.ts";
import { auditOf } from "./support/audit.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { PROJECT_KEYS } from "./support/project-keys.ts";
import { callsAbout, failure, INVITE, OTP, provide, USER } from "./support/provider.ts";
import {
  awayDirectory,
  call,
  errorOf,
  mint,
  newUser,
  openTestDatabase,
  type TestApi,
  type TestUser,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

const HOUR = 3_600_000;
const address = () => `${crypto.randomUUID()}@example.com`;
const invite = (api: TestApi, { token }: TestUser, email: unknown = address()) =>
  call(api, token, "/api/account/invitations", { body: { email } });
const inviteMany = (api: TestApi, user: TestUser, count: number) =>
  Promise.all(Array.from({ length: count }, () => invite(api, user)));
const namesOf = async (email: string) => (await callsAbout(email)).map(({ name }) => name);
const JUST_NOW = failure(
  429,
  "over_email_send_rate_limit",
  "For security purposes, you can only request this after 42 seconds.",
);
const EXISTS = failure(422, "email_exists");

describe("an invitation", () => {
  it("is sent to the address, links to /signup and is recorded with it, until the account is closed", async () => {
    const user = await newUser();
    const email = address();
    const response = await invite(testApi(), user, `  ${email} `);
    expect([response.status, await response.json()]).toEqual([202, { status: "accepted" }]);
    expect(await callsAbout(email)).toEqual([
      {
        name: INVITE,
        about: email,
        key: PROJECT_KEYS.secret,
        redirectTo: "https://latchkey.test/signup",
        body: { email },
      },
    ]);
    const [entry] = await auditOf(user.account.id);
    expect(entry).toMatchObject({ action: "user.invited", subject: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [item] = (await (await call(testApi(), user.token, "/api/audit?kind=access")).json<AuditResponse>())
      .items;
    expect(item).toMatchObject({ action: "user.invited", detail: { email } });
    const at = { requestId: "test", at: Date.now(), subject: user.userId };
    await closeAccountOf(openTestDatabase(), { ...at, accountId: user.account.id, action: "account.closed" });
    expect(JSON.stringify(await auditOf(user.account.id))).not.toContain(email);
  });

  it("that is accepted notifies everyone who sent it in the last month, once, and nobody else", async () => {
    const [one, another, bystander] = await Promise.all([newUser(), newUser(), newUser()]);
    const email = address();
    for (const inviter of [one, another, one]) await invite(testApi(), inviter, email.toUpperCase());
    await invite(testApi(), bystander);
    await writeDirectly((db) =>
      db.update(auditLog).set({ createdAt: 1 }).where(eq(auditLog.accountId, another.account.id)),
    );
    const token = await mint({ claims: { sub: crypto.randomUUID(), email } });
    await Promise.all([1, 2, 3].map(() => call(testApi(), token, "/api/keys")));
    const noticesOf = async ({ token }: TestUser) => {
      const list = await (await call(testApi(), token, "/api/notifications")).json<NotificationsResponse>();
      return list.items.map(({ text }) => text);
    };
    expect(await noticesOf(one)).toEqual([`${email} has joined Latchkey.`]);
    expect([await noticesOf(another), await noticesOf(bystander)]).toEqual([[], []]);
  });

  it("becomes a sign-in link for an existing user, without a new sign-up", async () => {
    const email = address();
    await provide(email, { [INVITE]: EXISTS });
    const response = await invite(testApi(), await newUser(), email);
    expect([response.status, await response.json()]).toEqual([202, { status: "accepted" }]);
    expect((await callsAbout(email))[1]).toEqual({
      name: OTP,
      about: email,
      key: PROJECT_KEYS.publishable,
      redirectTo: "https://latchkey.test/login",
      body: expect.objectContaining({ email, create_user: false }),
    });
  });

  it("counts as sent when the address was just emailed one", async () => {
    const email = address();
    await provide(email, { [INVITE]: JUST_NOW });
    expect((await invite(testApi(), await newUser(), email)).status).toBe(202);
    expect(await namesOf(email)).toEqual([INVITE]);
  });

  it("returns the same body and headers in the same time whatever the address is", async () => {
    const api = testApi({ leastInvitationMs: undefined });
    const user = await newUser();
    const timed = async (email: string) => {
      const start = performance.now();
      const response = await invite(api, user, email);
      const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
      return { status: response.status, headers, body: await response.json(), ms: performance.now() - start };
    };
    const signInLinks = [{}, JUST_NOW, failure(422, "otp_disabled", "Signups not allowed for otp")];
    const known = signInLinks.map((otp) => ({ email: address(), otp }));
    for (const { email, otp } of known)
      await provide(email, { [INVITE]: EXISTS, [OTP]: { ...otp, delayMs: 300 } });
    const [unknown, ...others] = await Promise.all(
      [address(), ...known.map(({ email }) => email)].map(timed),
    );
    for (const other of others) expect({ ...other, ms: 0 }).toEqual({ ...unknown, ms: 0 });
    for (const { email } of known) expect(await namesOf(email)).toEqual([INVITE, OTP]);
    // Compares the fastest responses, because the slowest depend on the machine.
    expect(Math.min(...[unknown, ...others].map((each) => each?.ms ?? 0))).toBeGreaterThan(900);
  });
});

describe("an account may send 10 invitations in 24 hours", () => {
  it("even when 20 are requested concurrently, and the others are not sent", async () => {
    const api = testApi();
    const user = await newUser();
    const addresses = Array.from({ length: 20 }, address);
    const responses = await Promise.all(addresses.map((email) => invite(api, user, email)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(202), ...Array(10).fill(429)]);
    const calls = (await Promise.all(addresses.map(namesOf))).flat();
    expect(calls).toEqual(Array(10).fill(INVITE));
  });

  it("and learns when to retry; other accounts are not affected", async () => {
    const time = { now: Date.now() };
    const api = testApi({ clock: { now: () => time.now } });
    const [user, other] = await Promise.all([newUser(), newUser()]);
    await inviteMany(api, user, 1);
    time.now += HOUR / 2;
    await inviteMany(api, user, MAX_INVITATIONS - 1);
    const refused = await invite(api, user);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, String((23.5 * HOUR) / 1000)]);
    expect(await errorOf(refused)).toMatchObject({
      code: "rate_limited",
      error: "Too many invitations. An account can send 10 in 24 hours.",
    });
    expect((await invite(api, other)).status).toBe(202);
  });

  it("counted over a sliding window", async () => {
    const user = await newUser();
    const then = testApi({ clock: { now: () => Date.now() - 24 * HOUR - 60_000 } });
    await Promise.all(Array.from({ length: MAX_INVITATIONS }, () => invite(then, user)));
    const statuses = (await inviteMany(testApi(), user, MAX_INVITATIONS + 1)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array(10).fill(202), 429]);
  });
});

describe("an invitation is refused", () => {
  it.each<[string, unknown, string]>([
    ["no address", null, "The email address must be text."],
    ["an address that is no text", ["a@example.com"], "The email address must be text."],
    ["an empty address", "", "Please enter a valid email address."],
    ["an address without a host", "someone@", "Please enter a valid email address."],
    ["two addresses", "a@example.com,b@example.com", "Please enter a valid email address."],
    ["a header", "a@example.com\r\nBcc: b@example.com", "Please enter a valid email address."],
    [
      "an endless address",
      `${"a".repeat(300)}@example.com`,
      "The email address must have at most 254 characters.",
    ],
  ])("for %s", async (_what, email, error) => {
    const response = await invite(testApi(), await newUser(), email);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({ code: "invalid_request", field: "email", error });
  });

  it("for the account's own address in any case, and does not count", async () => {
    const user = await newUser();
    const response = await invite(testApi(), user, user.email.toUpperCase());
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({
      code: "invalid_request",
      field: "email",
      error: "This is your own email address. Please enter someone else's.",
    });
    expect(await auditOf(user.account.id)).toEqual([]);
  });

  it.each(["email_address_invalid", "validation_failed", "email_address_not_authorized"])(
    "for an address that the provider rejects (%s)",
    async (code) => {
      const email = address();
      await provide(email, { [INVITE]: failure(400, code) });
      const response = await invite(testApi(), await newUser(), email);
      expect([response.status, (await errorOf(response)).field]).toEqual([422, "email"]);
    },
  );

  it.each([[INVITE], [OTP]])("with 429 when the provider's email limit is reached (%s)", async (call) => {
    const email = address();
    const limit = failure(429, "over_email_send_rate_limit", "email rate limit exceeded");
    await provide(email, { [INVITE]: EXISTS, [call]: limit });
    const response = await invite(testApi(), await newUser(), email);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await errorOf(response)).toMatchObject({
      code: "rate_limited",
      error: "Too many emails were sent. Please try again in a few minutes.",
    });
  });

  it("with 401 when the session has ended", async () => {
    const user = await newUser();
    const email = address();
    await provide(user.userId, { [USER]: failure(403, "session_not_found") });
    expect((await invite(testApi(), user, email)).status).toBe(401);
    expect(await callsAbout(email)).toEqual([]);
    expect(await auditOf(user.account.id)).toEqual([]);
  });

  it("with 503 while the provider is unavailable, and does not count", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    const response = await invite(testApi({ directory: awayDirectory() }), user);
    expect([response.status, (await errorOf(response)).code]).toEqual([503, "identity_unavailable"]);
    expect(takeErrors()).toHaveLength(1);
    expect(await auditOf(user.account.id)).toEqual([]);
  });

  it("with 503 when the email may have been sent, which counts, and logs no address and no key", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    const email = address();
    await provide(email, { [INVITE]: failure(500, "unexpected_failure", `Error sending to ${email}`) });
    expect((await invite(testApi(), user, email)).status).toBe(503);
    expect(await auditOf(user.account.id)).toHaveLength(1);
    const [line = ""] = takeErrors();
    expect(line).toContain("POST /auth/v1/invite returned 500");
    for (const secret of [email, user.token, ...Object.values(PROJECT_KEYS)]) {
      expect(line).not.toContain(secret);
    }
  });
});
