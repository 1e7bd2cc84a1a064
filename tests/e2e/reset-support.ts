import type { Page } from "@playwright/test";
import { linkMailedTo } from "./mail.ts";
import { STORAGE_KEY } from "./settings.ts";
import { expect } from "./support.ts";

export const NEW_PASSWORD = "Another-horse-7";
export const SENT = "Password Reset Instructions Sent";
export const UPDATED = "Your password has been successfully updated!";

const sendButton = (page: Page) => page.getByRole("button", { name: "Send Reset Instructions", exact: true });
export const updateButton = (page: Page) =>
  page.getByRole("button", { name: "Update Password", exact: true });
const newPassword = (page: Page) => page.getByLabel("New password", { exact: true });
const confirmation = (page: Page) => page.getByLabel("Confirm password", { exact: true });
export const alert = (page: Page) => page.getByRole("alert");

export async function askFor(page: Page, email: string): Promise<void> {
  await page.goto("/reset-password");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await sendButton(page).click();
}

export async function recoveryLink(page: Page, email: string): Promise<string> {
  await askFor(page, email);
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  return linkMailedTo(email, "Reset your password");
}

export async function openUpdate(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(newPassword(page)).toBeVisible();
}

export async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmation(page).fill(again);
  await updateButton(page).click();
}

export const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);

/** Counts the page's requests to the provider. */
export function counter(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}
