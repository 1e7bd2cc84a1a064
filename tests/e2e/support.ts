import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { hasFullKey } from "#tests/support/full-keys.ts";

/** The stack these tests run against: the one `npm test` starts, else that of a running `npm start`. */
export const stack = JSON.parse(
  readFileSync(process.env.LATCHKEY_TEST_STACK ?? ".local/stack.json", "utf8"),
) as StackAddresses;

/** Every page fails its test when it logs an error or throws one, unless the test expects it. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const problems: string[] = [];
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) problems.push(text);
    };
    context.on("console", (message: ConsoleMessage) => {
      if (message.type() === "error") note(message.text());
    });
    context.on("request", (request) => {
      if (hasFullKey(decodeURIComponent(request.url()))) problems.push("an API key in an address");
    });
    context.on("weberror", (error) => note(String(error.error())));
    await use(context);
    expect(problems, "errors in the browser's console").toEqual([]);
  },
});
export { expect };

export async function signIn(page: Page, { email, password } = stack.demo): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

/** As if this browser had never been here. */
export async function forgetSession(page: Page): Promise<void> {
  // A page of the shell would itself notice the end, and leave while the next one is asked for.
  await page.goto("/terms");
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** A user without money, keys or usage; one who is not confirmed was not mailed either. */
export async function newUser(
  name: string,
  { confirmed = true } = {},
): Promise<{ email: string; password: string }> {
  const user = { email: `${name}-${Date.now()}@example.com`, password: "Correct-horse-9" };
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const { admin } = createClient(stack.supabase.url, stack.supabase.secretKey, options).auth;
  const { error } = await admin.createUser({ ...user, email_confirm: confirmed });
  if (error) throw error;
  return user;
}

/** Pays on the hosted page that opened in `page`, with one of its test methods. */
export async function payWith(page: Page, method: RegExp): Promise<void> {
  await page.getByLabel("Email").fill("payer@example.com");
  await page.getByRole("radio", { name: method }).check();
  await page.getByRole("button", { name: /^Pay/ }).click();
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}

export const chooseTheme = (page: Page, theme: "light" | "dark") =>
  page.addInitScript((choice) => localStorage.setItem("api-dashboard-theme", choice), theme);

/** The short messages at the edge of the screen. */
export const toasts = (page: Page) =>
  page.getByRole("region", { name: /^Notifications \(/ }).getByRole("listitem");
