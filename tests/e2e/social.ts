import type { Page } from "@playwright/test";
import { expect, stack } from "./support.ts";

export { GITHUB_USERS, GOOGLE_USERS } from "#scripts/local/social/users.ts";

/** On Google's page, continues as the user with this address. */
export const chooseGoogleUser = (page: Page, email: string) => choose(page, stack.google, email);

/** On GitHub's page, continues as the user with this login. */
export const chooseGitHubUser = (page: Page, login: string) => choose(page, stack.github, login);

async function choose(page: Page, provider: string, name: string): Promise<void> {
  await page.waitForURL((url) => url.origin === provider);
  const login = page.locator(".user-login").getByText(name, { exact: true });
  await page.getByRole("button").filter({ has: login }).click();
  await expect(page).not.toHaveURL((url) => url.origin === provider);
}

/** Cancels on either provider's page. */
export async function cancelAtProvider(page: Page): Promise<void> {
  await page.waitForURL((url) => [stack.google, stack.github].includes(url.origin));
  await page.getByRole("link", { name: "Cancel" }).click();
}
