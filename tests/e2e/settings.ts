import type { Locator, Page } from "@playwright/test";
import { expect, giveSession, newSession, type User, visitor } from "./support.ts";

export const FAILED_RESOURCE = /Failed to load resource/;
export const STORAGE_KEY = "latchkey-auth-token";

/** Opens the settings of a user who has just signed in, and waits until they are complete. */
export async function openSettings(page: Page, user: User): Promise<void> {
  await giveSession(page, user);
  await page.goto("/profile");
  await expectSettled(page);
}

/** Waits for the part that loads last. */
export const expectSettled = (page: Page) =>
  expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();

/** A section of the settings, by its heading. */
export const section = (page: Page, title: string): Locator =>
  page.getByRole("region", { name: title, exact: true });

/** Overwrites parts of the session that the browser keeps, before the next page reads it. */
const changeSession = (page: Page, changes: Record<string, unknown>) =>
  page.evaluate(
    ([key, changed]) => {
      const session = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...session, ...changed }));
    },
    [STORAGE_KEY, changes] as const,
  );

/** Makes this browser request a new token, as it would when the old one expires. */
export const expireToken = (page: Page) => changeSession(page, { expires_at: 1 });

/** Makes the API refuse this browser's token, as it does once it notices that the session ended. */
export const spoilToken = (page: Page) => changeSession(page, { access_token: "not.a.token" });

/** True if the provider accepts this address and password. */
export async function canSignIn(user: User): Promise<boolean> {
  const { error } = await visitor().signInWithPassword(user);
  return error === null;
}

/** The user as stored by the provider. */
export const userOf = async (user: User) => (await newSession(user)).session.user;
