import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { accounts, apiKeys } from "#core/storage/schema/accounts.ts";
import { auditOf } from "./audit.ts";
import { callsAbout, DELETE_USER } from "./provider.ts";
import { call, openTestDatabase, type TestApi, type TestUser } from "./test-api.ts";

export const close = (api: TestApi, { token, email }: TestUser, typed: unknown = email) =>
  call(api, token, "/api/account", { method: "DELETE", body: { email: typed } });

const accountOf = async ({ account }: TestUser) =>
  (await openTestDatabase().select().from(accounts).where(eq(accounts.id, account.id)))[0];
export const keysOf = ({ account }: TestUser) =>
  openTestDatabase().select().from(apiKeys).where(eq(apiKeys.accountId, account.id));
export const actionsOf = async ({ account }: TestUser) =>
  (await auditOf(account.id)).map(({ action }) => action).sort();
export const deletionsOf = async ({ userId }: TestUser) =>
  (await callsAbout(userId)).filter(({ name }) => name === DELETE_USER);

export async function expectOpen(user: TestUser) {
  expect(await accountOf(user)).toMatchObject({ email: user.email, closedAt: null });
  expect((await keysOf(user)).every(({ status, sealed }) => status === "active" && sealed !== null)).toBe(
    true,
  );
  expect(await deletionsOf(user)).toEqual([]);
}

export async function expectClosed(user: TestUser) {
  expect(await accountOf(user)).toMatchObject({ email: "", closedAt: expect.any(Number) });
  const keys = await keysOf(user);
  expect(keys.filter(({ status, sealed }) => status !== "revoked" || sealed !== null)).toEqual([]);
}
