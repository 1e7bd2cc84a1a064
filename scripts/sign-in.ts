import { TOTP } from "otpauth";
import type { Page } from "playwright-core";
import type { StackAddresses } from "./local/addresses.ts";
import { hydrated } from "./testing/hydration.ts";

/** Signs in with the demo account, as its owner does, and waits for the dashboard. */
export async function signInDemo(page: Page, { web, demo }: StackAddresses): Promise<void> {
  await enterPassword(page, web, demo);
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}

const STEP_MS = 30_000;
/** A code is accepted once; another browser may have used it. */
const TRIES = 3;

/** Signs in as the operator, with a code of their authenticator app, and waits for the dashboard. */
export async function signInOperator(page: Page, { web, operator }: StackAddresses): Promise<void> {
  await enterPassword(page, web, operator);
  const field = page.getByRole("textbox", { name: "Code", exact: true });
  await field.waitFor();
  const app = new TOTP({ secret: operator.totpSecret });
  for (let tried = 1; tried <= TRIES; tried += 1) {
    await field.fill(app.generate());
    await page.keyboard.press("Enter");
    const signedIn = page.getByRole("heading", { name: "Dashboard" }).waitFor({ timeout: STEP_MS });
    if (
      await signedIn.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error("The operator's codes are refused.");
}

async function enterPassword(
  page: Page,
  web: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${web}/login`);
  await hydrated(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
