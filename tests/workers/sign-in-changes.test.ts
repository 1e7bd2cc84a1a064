import { expect, it } from "vitest";
import type { AuditAnswer } from "#core/contract/audit.ts";
import { findAccountOfUser } from "#core/storage/accounts.ts";
import { askedAbout, failure, provide, USER, withSecondFactor } from "./support/provider.ts";
import { call, mint, newUser, openTestDatabase, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();

const tokenOf = ({ userId, email }: TestUser, claims: object) =>
  mint({ claims: { sub: userId, email, ...claims } });

/** What the activity lists once this token has asked for it, newest first. */
async function told(token: string): Promise<string[]> {
  const answer = await call(api, token, "/api/audit?kind=access");
  expect(answer.status).toBe(200);
  const { items } = await answer.json<AuditAnswer>();
  expect(
    items.every(({ by, place, detail }) => by === "owner" && !place && !Object.keys(detail).length),
  ).toBe(true);
  return items.map(({ action }) => action);
}

it("a changed email is recorded once; tokens from before the change bring nothing back", async () => {
  const user = await newUser();
  const seconds = Math.floor(Date.now() / 1000);
  const newer = await tokenOf(user, { email: `new-${user.email}`, iat: seconds - 10 });
  expect(await told(user.token)).toEqual([]);
  await Promise.all(Array.from({ length: 8 }, () => call(api, newer, "/api/keys")));
  for (const token of [newer, user.token, newer, user.token])
    expect(await told(token)).toEqual(["email.changed"]);
  const account = await findAccountOfUser(openTestDatabase(), { userId: user.userId, sessionId: null });
  expect(account?.email).toBe(`new-${user.email}`);
  expect(await told(await tokenOf(user, { iat: seconds }))).toEqual(["email.changed", "email.changed"]);
});

it("a second factor is recorded when it comes and when it goes, each once, by the provider's word alone", async () => {
  const user = await newUser();
  const [confirmed, plain] = await Promise.all([
    tokenOf(user, { aal: "aal2" }),
    tokenOf(user, { user_metadata: { twoFactorEnabled: true } }),
  ]);
  expect(await told(plain)).toEqual([]);
  expect(await told(confirmed)).toEqual([]);
  await withSecondFactor(user.userId);
  await Promise.all(Array.from({ length: 8 }, () => call(api, confirmed, "/api/keys")));
  for (const token of [plain, confirmed]) expect(await told(token)).toEqual(["mfa.enabled"]);
  await provide(user.userId, {});
  for (const token of [plain, confirmed]) expect(await told(token)).toEqual(["mfa.disabled", "mfa.enabled"]);
});

it("while the token agrees with what is known, the provider is not asked", async () => {
  const user = await newUser();
  await Promise.all([told(user.token), told(user.token)]);
  expect(await askedAbout(user.userId)).toEqual([]);
  await withSecondFactor(user.userId);
  const confirmed = await tokenOf(user, { aal: "aal2" });
  for (let each = 0; each < 3; each += 1) await told(confirmed);
  expect((await askedAbout(user.userId)).map(({ name }) => name)).toEqual([USER]);
});

it("a provider that fails holds nothing up: the next request asks again", async () => {
  const user = await newUser();
  const confirmed = await tokenOf(user, { aal: "aal2" });
  await provide(user.userId, { [USER]: failure(500, "unexpected_failure") });
  expect(await told(confirmed)).toEqual([]);
  await withSecondFactor(user.userId);
  expect(await told(confirmed)).toEqual(["mfa.enabled"]);
});
