import type { Page, Request } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";

export { newAddress } from "./support.ts";

export const PASSWORD = "Correct-horse-9";
export const TERMS_MISSING = "You must accept the terms and conditions to create an account";

export const field = (page: Page, name: "Email" | "Password") => page.getByLabel(name, { exact: true });
export const terms = (page: Page) =>
  page.getByRole("checkbox", { name: /I accept the terms and conditions/ });
export const submit = (page: Page) => page.getByRole("button", { name: "Sign up", exact: true });
export const dashboard = (page: Page) => page.getByRole("heading", { name: "Dashboard", level: 1 });

export async function open(page: Page, path = "/signup"): Promise<void> {
  await page.goto(path);
}

export async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await terms(page).check();
  await submit(page).click();
}

/** On the page that a sign-up link opens. */
export async function confirmAddress(page: Page, password = PASSWORD): Promise<void> {
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: authMessages.firstPassword.confirm }).click();
}

export function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = [];
  page.on("request", (request) => {
    if (request.method() !== "OPTIONS" && new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}
