import type { Page } from "playwright-core";
import type { StackAddresses } from "./local/addresses.ts";

/** Signs in with the demo account, as its owner does, and waits for the dashboard. */
export async function signInDemo(page: Page, { web, demo }: StackAddresses): Promise<void> {
  await page.goto(`${web}/login`);
  await page.getByLabel("Email").fill(demo.email);
  await page.getByLabel("Password", { exact: true }).fill(demo.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
}
