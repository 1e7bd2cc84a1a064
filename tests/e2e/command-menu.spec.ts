import type { Page } from "@playwright/test";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { createKey, newFundedUser, type User } from "./accounts.ts";
import {
  closeByEscape,
  expect,
  expectLoaded,
  expectNoAxeViolations,
  newUser,
  signIn,
  test,
} from "./support.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: menuMessages.name });
const field = (page: Page) => dialog(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole("option", { name });

/** Opens the menu by its shortcut and waits until it accepts input. */
async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
}

/** Types the query and chooses the first result. */
async function go(page: Page, query: string, first: string | RegExp): Promise<void> {
  await openMenu(page);
  await page.keyboard.type(query);
  await expect(option(page, first)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toHaveCount(0);
}

async function userWithKey(name: string): Promise<User> {
  const user = await newFundedUser(name);
  await createKey(user, "Production");
  return user;
}

test("pages, keys, sections of the documentation and actions are a few letters away", async ({ page }) => {
  const user = await userWithKey("menu");
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await signIn(page, user);
  await expectLoaded(page);
  expect(scripts.filter((url) => url.includes("command-menu"))).toEqual([]);

  await page.getByRole("button", { name: "Refresh" }).focus();
  await openMenu(page);
  await expect(option(page, /^Production/)).toContainText(/lk_\w{5}•+\w{4}/);
  for (const name of [/^Settings/, /^Activity/, /^Purchase API Key/]) {
    await expect(option(page, name)).toBeVisible();
  }
  await expectNoAxeViolations(page);
  await page.keyboard.type("no-such-thing");
  await expect(dialog(page).getByText(menuMessages.noResults("no-such-thing"))).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refresh" })).toBeFocused();

  await go(page, "dark", /^Dark theme/);
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(page.getByRole("button", { name: "Refresh" })).toBeFocused();
  await go(page, "prod", /^Production/);
  await expect(page).toHaveURL(/\/api-keys\/key_\w+\/usage$/);
  await expect(page.getByRole("main")).toBeFocused();

  await go(page, "two-fac", /^Two-factor authentication/);
  await expect(page).toHaveURL(/\/profile#two-factor$/);

  await go(page, "create", /^Create API Key/);
  await expect(page.getByRole("dialog", { name: "Create New API Key" }).getByLabel("Name")).toBeFocused();
  await expect(page).toHaveURL(/\/api-keys$/);
  await page.keyboard.press("Escape");

  await go(page, "streaming", /^Streaming ?Documentation$/);
  await expect(page).toHaveURL(/\/documentation\/streaming$/);
  // The address changes before the page, which has another layout: a menu opened in between disappears with the old one.
  await expect(page.getByRole("heading", { name: "Streaming", level: 1 })).toBeVisible();
  await go(page, "sign out", /^Sign Out/);
  await expect(page).toHaveURL(/\/login/);
});

test("opened while it or another dialog is closing, it starts fresh and keeps what is typed", async ({
  page,
}) => {
  await signIn(page, await userWithKey("menu-slow"));
  await expectLoaded(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Animation.enable");
  await client.send("Animation.setPlaybackRate", { playbackRate: 0.1 });
  await openMenu(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Escape");
  await openMenu(page);
  await expect(field(page)).toHaveValue("");

  await page.keyboard.type("create");
  await expect(option(page, /^Create API Key/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Create New API Key", includeHidden: true });
  await expect(form.getByLabel("Name")).toBeFocused();
  await closeByEscape(page, form);
  await openMenu(page);
  await page.keyboard.type("bil");
  await expect(form).toHaveCount(0);
  await page.keyboard.type("ling");
  await expect(field(page)).toHaveValue("billing");
});

test("on a phone it opens from the top bar, and closes without a keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await newUser("menu-phone"));
  const button = page.getByRole("button", { name: menuMessages.open });
  await button.click();
  await expect(option(page, /^Billing/)).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(button).toBeFocused();
  await button.click();
  await option(page, /^Billing/).click();
  await expect(page.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
});

test("a user who can't create a key yet is sent to the button that says why", async ({ page }) => {
  await signIn(page, await newUser("menu-broke"));
  await go(page, "create", /^Create API Key/);
  await expect(page.getByRole("button", { name: "Create API Key" }).first()).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("when something fails to load", () => {
  test.use({ expectedErrors: [/Failed to load resource|dynamically imported module/] });

  test("the menu shows an error, works with what is there, and loads the rest on retry", async ({ page }) => {
    await signIn(page, await userWithKey("menu-broken"));
    await page.route("**/api/keys", (route) => route.abort());
    await page.goto("/billing");
    await expect(page.getByRole("heading", { name: "Billing", level: 1 })).toBeVisible();
    await openMenu(page);
    await expect(dialog(page).getByText(menuMessages.keysFailed)).toBeVisible();
    await expect(option(page, /^Billing/)).toBeVisible();
    await page.unroute("**/api/keys");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await openMenu(page);
    await expect(option(page, /^Production/)).toBeVisible();
  });
});
