import type { Browser, Locator, Page } from "@playwright/test";
import { expect, giveSession, newSession, signIn, type User, visitor } from "./support.ts";

export const FAILED_RESOURCE = /Failed to load resource/;
export const STORAGE_KEY = "latchkey-auth-token";

/** The settings of somebody who has just signed in, in their final size. */
export async function openSettings(page: Page, user: User): Promise<void> {
  await giveSession(page, user);
  await page.goto("/profile");
  await expectSettled(page);
}

/** What comes last is there. */
export const expectSettled = (page: Page) =>
  expect(page.getByRole("button", { name: "Delete account" })).toBeVisible();

/** A subject of the settings, by its heading. */
export const section = (page: Page, title: string): Locator =>
  page.getByRole("region", { name: title, exact: true });

/** Another browser in which `user` is signed in. */
export async function anotherBrowser(browser: Browser, user: User): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, user);
  return page;
}

/** Makes this browser ask for a new token, as it would when the old one runs out. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, STORAGE_KEY);
}

/** Whether the provider takes this address and password. */
export async function canSignIn(user: User): Promise<boolean> {
  const { error } = await visitor().signInWithPassword(user);
  return error === null;
}

/** The user as the provider has it. */
export const userOf = async (user: User) => (await newSession(user)).session.user;

/** What anybody can write about themselves, without any of our screens. */
export async function claimInMetadata(credentials: User, claim: object): Promise<void> {
  const { client } = await newSession(credentials);
  const { error } = await client.updateUser({ data: claim });
  if (error) throw error;
}
