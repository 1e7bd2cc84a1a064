import type { Locator, Page } from "@playwright/test";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { expect, expectLoaded, giveSession, holdBack, personOf, test } from "./support.ts";

const owner = personOf(async () => {
  const user = await newFundedUser("shell");
  await createKey(user, "Production");
  return user;
});

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const commandMenu = (page: Page) => page.getByRole("dialog", { name: menuMessages.name });
const option = (page: Page, name: RegExp) => commandMenu(page).getByRole("option", { name });

async function openDashboard(): Promise<Page> {
  const { page } = owner();
  await page.goto("/");
  await expectLoaded(page);
  return page;
}

/** Types the query into the command menu and chooses the first result. */
async function go(page: Page, query: string, first: RegExp): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(commandMenu(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(query);
  await expect(option(page, first)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(commandMenu(page)).toHaveCount(0);
}

test("on a phone the menu slides out, and the search opens from the top bar", async () => {
  const { page } = owner();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(menu(page)).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu(page).getByRole("link").first()).toBeFocused();
  const apiKeys = menu(page).getByRole("link", { name: "API Keys" });
  await expect(apiKeys.getByText("New", { exact: true })).toBeVisible();
  await apiKeys.click();
  await expect(heading(page, "API Keys")).toBeVisible();
  await expect(menu(page)).toBeHidden();

  const search = page.getByRole("button", { name: menuMessages.open });
  await search.click();
  await expect(option(page, /^Billing/)).toBeVisible();
  await commandMenu(page).getByRole("button", { name: "Close" }).click();
  await expect(search).toBeFocused();
  await search.click();
  await option(page, /^Billing/).click();
  await expect(heading(page, "Billing")).toBeVisible();
});

test("a few letters in the command menu lead to keys, settings, documentation and actions", async () => {
  const page = await openDashboard();
  const refresh = page.getByRole("button", { name: "Refresh" });
  await refresh.focus();
  await go(page, "dark", /^Dark theme/);
  await expect(page.locator("html")).toHaveClass("dark");
  await expect(refresh).toBeFocused();
  await go(page, "light", /^Light theme/);
  await go(page, "prod", /^Production/);
  await expect(page).toHaveURL(/\/api-keys\/key_\w+\/usage$/);
  await expect(page.getByRole("main")).toBeFocused();
  await go(page, "two-fac", /^Two-factor authentication/);
  await expect(page).toHaveURL(/\/profile#two-factor$/);
  await go(page, "create", /^Create API Key/);
  await expect(page.getByRole("dialog", { name: "Create New API Key" }).getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await go(page, "streaming", /^Streaming ?Documentation$/);
  await expect(heading(page, "Streaming")).toBeVisible();
});

test("the theme is the system's until one is chosen, which never flashes another one", async () => {
  const { page } = owner();
  await page.emulateMedia({ colorScheme: "dark" });
  await openDashboard();
  await page.evaluate(() => localStorage.removeItem("api-dashboard-theme"));
  await page.reload();
  const html = page.locator("html");
  await expect(html).toHaveClass("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveClass("light");
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["Light", "Dark", "System"]);
  await expect(page.getByRole("menuitemradio", { checked: true })).toHaveText("System");
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(html).toHaveClass("dark");
  await page.addInitScript(() => {
    const look = () => {
      if (document.body) Object.assign(window, { firstLook: document.documentElement.className });
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.reload();
  expect(await page.evaluate(() => Reflect.get(window, "firstLook"))).toBe("dark");
});

/** Opens a page whose code is held back until its data was requested. @returns how often it was in the end. */
async function requestsForPage(page: Page, code: string, data: RegExp, link: Locator, shown: Locator) {
  let count = 0;
  page.on("request", (request) => {
    if (data.test(request.url())) count += 1;
  });
  const release = await holdBack(page, code);
  await link.click();
  await expect.poll(() => count).toBe(1);
  await expect(shown).toBeHidden();
  await release();
  await expect(shown).toBeVisible();
  return count;
}

test("a page's data is requested while its code loads, and only once", async ({ page }) => {
  // Another browser, which has no code yet.
  await giveSession(page, owner().user);
  await page.goto("/");
  const statement = page.getByRole("link", { name: "View statement" });
  const topUp = page.getByText("Top-up").first();
  expect(await requestsForPage(page, "**/assets/billing-*.js", /\/api\/ledger/, statement, topUp)).toBe(1);
});

test("parts loaded on demand open on the first click or key press, return the focus, and move nothing", async ({
  page,
}) => {
  // Another browser, which has no code yet.
  await giveSession(page, owner().user);
  await page.goto("/");
  await expectLoaded(page);
  const before = await layoutShift(page);

  const actions = page.getByRole("button", { name: "Quick Actions" });
  const firstAction = page.getByRole("menuitem", { name: "Account Overview" });
  const arrive = await holdBack(page, "**/assets/quick-actions-menu-*.js");
  await actions.focus();
  await page.keyboard.press("Enter");
  await expect(actions).toHaveAttribute("aria-busy", "true");
  await arrive();
  await expect(firstAction).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Purchase API Key" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();

  const funds = page.getByRole("button", { name: "Add Funds" });
  await funds.click();
  await expect(page.getByRole("dialog", { name: "Add Funds" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(funds).toBeFocused();

  const range = page.getByRole("button", { name: /^Time range/ });
  await range.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Last 24 hours", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(range).toHaveText("Time range: Last 7 days");
  await expect(range).toBeFocused();
  expect((await layoutShift(page)) - before).toBeLessThan(MOST_SHIFT);
});
