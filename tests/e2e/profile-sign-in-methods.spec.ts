import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { openSettings, section, userOf } from "./settings.ts";
import { cancelAtProvider, chooseGitHubUser, GITHUB_USERS } from "./social.ts";
import { expect, giveSession, newUser, test, toasts } from "./support.ts";

const [OWN, CONTESTED] = GITHUB_USERS.slice(-2);
const methods = (page: Page) => section(page, "Sign-in methods");

const linkGitHub = (page: Page) => methods(page).getByRole("button", { name: "Link GitHub" }).click();

async function signInWithGitHub(page: Page, login: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("button", { name: "GitHub" }).click();
  await chooseGitHubUser(page, login);
}

async function unlinkGitHub(page: Page): Promise<void> {
  await methods(page).getByRole("button", { name: "Unlink GitHub" }).click();
  await page.getByRole("dialog", { name: "Unlink GitHub" }).getByRole("button", { name: "Unlink" }).click();
  await expect(methods(page).getByRole("button", { name: "Link GitHub" })).toBeVisible();
}

const providersOf = async (user: Parameters<typeof userOf>[0]) =>
  ((await userOf(user)).identities ?? []).map(({ provider }) => provider).sort();

test("GitHub can be linked, used to sign in to the same account, and unlinked", async ({ page, browser }) => {
  if (!OWN) throw new Error("The local GitHub has nobody.");
  const user = await newUser("linker");
  await openSettings(page, user);
  await expect(methods(page)).toContainText(user.email);
  const unlinkEmail = methods(page).getByRole("button", { name: "Unlink Email" });
  await expect(unlinkEmail).toHaveAttribute("aria-disabled", "true");
  await unlinkEmail.hover();
  await expect(page.getByRole("tooltip")).toHaveText(accountMessages.lastMethod);

  await linkGitHub(page);
  await chooseGitHubUser(page, OWN.login);
  await expect(page).toHaveURL(/\/profile#sign-in-methods$/);
  await expect(toasts(page)).toContainText(accountMessages.linked("GitHub").title);
  await expect(methods(page)).toContainText(OWN.email);
  await expect(methods(page)).toBeInViewport();
  await expect(unlinkEmail).not.toHaveAttribute("aria-disabled", "true");
  expect(await providersOf(user)).toEqual(["email", "github"]);

  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signInWithGitHub(elsewhere, OWN.login);
  await expect(elsewhere.getByRole("button", { name: user.email })).toBeVisible();
  await context.close();

  await unlinkGitHub(page);
  await expect(toasts(page)).toContainText(accountMessages.unlinked("GitHub").title);
  expect(await providersOf(user)).toEqual(["email"]);
  await expect(unlinkEmail).toHaveAttribute("aria-disabled", "true");
});

test("an identity of another account is refused, with the reason", async ({ page, browser }) => {
  if (!CONTESTED) throw new Error("The local GitHub has nobody.");
  const user = await newUser("second");
  const context = await browser.newContext();
  const owner = await context.newPage();
  await signInWithGitHub(owner, CONTESTED.login);
  await expect(owner.getByRole("button", { name: /My Account/ })).toBeVisible();
  await context.close();

  await openSettings(page, user);
  await linkGitHub(page);
  await chooseGitHubUser(page, CONTESTED.login);
  await expect(methods(page).getByRole("alert")).toContainText(/already linked/i);
  await expect(page).toHaveURL(/\/profile#sign-in-methods$/);
  expect(await providersOf(user)).toEqual(["email"]);
});

test("cancelling at the provider keeps the session and says why nothing was linked", async ({ page }) => {
  await openSettings(page, await newUser("turned-back"));
  await linkGitHub(page);
  await cancelAtProvider(page);
  await expect(methods(page).getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/profile#sign-in-methods$/);
  await page.reload();
  await expect(methods(page).getByRole("button", { name: "Link GitHub" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a crafted URL can't put text on the screen", async ({ page }) => {
  await giveSession(page, await newUser("lured"));
  await page.goto("/profile?error=x&error_description=Call+555-0100");
  await expect(methods(page).getByRole("button", { name: "Link GitHub" })).toBeVisible();
  await expect(page.getByText("555-0100")).toHaveCount(0);
});
