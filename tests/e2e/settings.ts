import type { Browser, Locator, Page } from "@playwright/test";
import { expect, giveSession, newSession, signIn, type User, visitor } from "./support.ts";

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

/** Another browser in which `user` is signed in. */
export async function anotherBrowser(browser: Browser, user: User): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, user);
  return page;
}

/** Makes this browser request a new token, as it would when the old one expires. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, STORAGE_KEY);
}

/** True if the provider accepts this address and password. */
export async function canSignIn(user: User): Promise<boolean> {
  const { error } = await visitor().signInWithPassword(user);
  return error === null;
}

/** The user as stored by the provider. */
export const userOf = async (user: User) => (await newSession(user)).session.user;

/** Metadata that users can change about themselves, without any of our screens. */
export async function claimInMetadata(credentials: User, claim: object): Promise<void> {
  const { client } = await newSession(credentials);
  const { error } = await client.updateUser({ data: claim });
  if (error) throw error;
}
