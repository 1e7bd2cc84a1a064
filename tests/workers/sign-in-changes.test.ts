import { expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import { findAccountOfUser } from "#core/storage/accounts.ts";
import { failure, provide, USER, withSecondFactor } from "./support/provider.ts";
import { call, mint, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();

const tokenOf = ({ userId, email }: TestUser, claims: object) =>
  mint({ claims: { sub: userId, email, ...claims } });

const changesIn = ({ items }: AuditResponse) => items.filter(({ action }) => action !== "session.started");

/** The actions that the activity lists for this token except sign-ins, newest first. */
async function actionsOf(token: string): Promise<string[]> {
  const response = await call(api, token, "/api/audit?kind=access");
  expect(response.status).toBe(200);
  const items = changesIn(await response.json<AuditResponse>());
  expect(
    items.every(({ by, place, detail }) => by === "owner" && !place && !Object.keys(detail).length),
  ).toBe(true);
  return items.map(({ action }) => action);
}

it("a changed email is recorded once; older tokens don't revert it", async () => {
  const user = await newUser();
  const seconds = Math.floor(Date.now() / 1000);
  const newer = await tokenOf(user, { email: `new-${user.email}`, iat: seconds - 10 });
  expect(await actionsOf(user.token)).toEqual([]);
  await Promise.all(Array.from({ length: 8 }, () => call(api, newer, "/api/keys")));
  for (const token of [newer, user.token, newer, user.token])
    expect(await actionsOf(token)).toEqual(["email.changed"]);
  const account = await findAccountOfUser(openTestDatabase(), { userId: user.userId, sessionId: null });
  expect(account?.email).toBe(`new-${user.email}`);
  expect(await actionsOf(await tokenOf(user, { iat: seconds }))).toEqual(["email.changed", "email.changed"]);
});

it("adding and removing a second factor is recorded once each, based on the provider alone", async () => {
  const user = await newUser();
  const [confirmed, plain] = await Promise.all([
    tokenOf(user, { aal: "aal2" }),
    tokenOf(user, { user_metadata: { twoFactorEnabled: true } }),
  ]);
  expect(await actionsOf(plain)).toEqual([]);
  expect(await actionsOf(confirmed)).toEqual([]);
  await withSecondFactor(user.userId);
  const change = (token: string) => call(api, token, "/api/payment/create-payment-link", { body: {} });
  await Promise.all(Array.from({ length: 8 }, () => change(confirmed)));
  for (const token of [plain, confirmed]) expect(await actionsOf(token)).toEqual(["mfa.enabled"]);
  await provide(user.userId, {});
  await Promise.all(Array.from({ length: 8 }, () => change(plain)));
  for (const token of [plain, confirmed])
    expect(await actionsOf(token)).toEqual(["mfa.disabled", "mfa.enabled"]);
});

it("enrolling a factor is recorded at the first read with the session's renewed token", async () => {
  const user = await newUser();
  const session = { session_id: crypto.randomUUID() };
  expect(await actionsOf(await tokenOf(user, session))).toEqual([]);
  await withSecondFactor(user.userId);
  expect(await actionsOf(await tokenOf(user, { ...session, aal: "aal2" }))).toEqual(["mfa.enabled"]);
  await provide(user.userId, {});
  expect(await actionsOf(await tokenOf(user, session))).toEqual(["mfa.disabled", "mfa.enabled"]);
});

it("a failing provider blocks nothing, and is called again a minute later", async () => {
  const user = await newUser();
  const confirmed = await tokenOf(user, { aal: "aal2" });
  await provide(user.userId, { [USER]: failure(500, "unexpected_failure") });
  let now = Date.now();
  const later = testApi({ clock: { now: () => now } });
  const actions = async () =>
    changesIn(await (await call(later, confirmed, "/api/audit?kind=access")).json<AuditResponse>()).length;
  expect(await actions()).toBe(0);
  await withSecondFactor(user.userId);
  expect(await actions()).toBe(0);
  now += 60_000;
  expect(await actions()).toBe(1);
});
