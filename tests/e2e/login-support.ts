import type { Page } from "@playwright/test";
import { authenticator } from "#tests/support/authenticator.ts";
import type { User } from "./accounts.ts";
import { expect, fillSignIn, newSession } from "./support.ts";

export { newAddress, visitor } from "./support.ts";

export const STORAGE_KEY = "latchkey-auth-token";
export const FAILED_RESOURCE = /Failed to load resource/;

export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard", level: 1 });

export async function openLogin(page: Page, path = "/login"): Promise<void> {
  await page.goto(path);
}

export async function openMagicLink(page: Page, path?: string): Promise<void> {
  await openLogin(page, path);
  await page.getByRole("tab", { name: "Magic Link" }).click();
}

export async function submitPassword(page: Page, { email, password }: User): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await button(page, "Sign in").click();
}

/** Asks the page for a magic link. */
export async function askForLink(page: Page, email: string, path?: string): Promise<void> {
  await openMagicLink(page, path);
  await field(page, "Email").fill(email);
  await button(page, "Send magic link").click();
  await expect(button(page, "Email sent")).toBeVisible();
}

/** Sets up a second factor on another device. @returns the app that gives its codes. */
export async function enrolFactor(user: User) {
  const { client: device } = await newSession(user);
  const { data, error } = await device.mfa.enroll({ factorType: "totp", friendlyName: "App" });
  if (error) throw error;
  const app = authenticator(data.totp.secret);
  const proof = await device.mfa.challengeAndVerify({ factorId: data.id, code: await app.nextCode() });
  if (proof.error) throw proof.error;
  return { app, device, factorId: data.id };
}

/** The user of the browser's session. */
export const storedEmail = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null")?.user.email ?? null, STORAGE_KEY);

/** The address and password are not those of an account. */
export async function expectRefused(page: Page, user: User): Promise<void> {
  await page.goto("/login");
  await fillSignIn(page, user);
  await expect(page.getByRole("alert")).toHaveText("The email or password is incorrect.");
}
