import type { Locator, Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { expect, holdBack, newUser, signIn, test } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("the sidebar links to every page, and slides out on mobile", async ({ page }) => {
  await signIn(page, await newUser("shell"));
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.hover();
  await expect(bell.locator("[aria-hidden]").getByText("Notifications")).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const opener = page.getByRole("button", { name: "Open menu" });
    if (width === 390) await opener.click();
    else await expect(opener).toBeHidden();
    const links = menu(page).getByRole("link");
    if (width === 390) await expect(links.first()).toBeFocused();
    await expect(links).toHaveText([
      "Dashboard",
      "API KeysNew",
      "Add Balance",
      "Users",
      "Documentation",
      "Models & pricing",
    ]);
    const apiKeys = menu(page).getByRole("link", { name: "API Keys" });
    await expect(apiKeys.getByText("New", { exact: true })).toBeVisible();
    const pages = [
      paths.dashboard,
      paths.apiKeys,
      paths.addBalance,
      paths.userManagement,
      paths.documentation,
      paths.pricing,
    ];
    for (const [at, target] of pages.entries()) await expect(links.nth(at)).toHaveAttribute("href", target);
    await expect(menu(page).getByRole("heading")).toHaveText("Insights");
  }
  await menu(page).getByRole("link", { name: "API Keys" }).click();
  await expect(page.getByRole("heading", { name: "API Keys", level: 1 })).toBeVisible();
  await expect(menu(page)).toBeHidden();
});

test("'Toggle theme' offers three themes, defaults to the system's, and never flashes another one", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await signIn(page, await newUser("themes"));
  const html = page.locator("html");
  await expect(html).toHaveClass("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(html).toHaveClass("light");
  await page.getByRole("button", { name: "Toggle theme" }).click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["Light", "Dark", "System"]);
  await expect(page.getByRole("menuitemradio", { checked: true })).toHaveText("System");
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(html).toHaveClass("dark");
  expect(await page.evaluate(() => localStorage.getItem("api-dashboard-theme"))).toBe("dark");
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
  const { user, key } = await newUserWithKey("prefetch");
  await recordRequests(key, 3);
  await signIn(page, user);
  const statement = page.getByRole("link", { name: "View statement" });
  const topUp = page.getByText("Top-up").first();
  expect(await requestsForPage(page, "**/assets/billing-*.js", /\/api\/ledger/, statement, topUp)).toBe(1);

  await menu(page).getByRole("link", { name: "API Keys" }).click();
  const usage = page.getByRole("row").filter({ hasText: "Production" }).getByRole("link", { name: "Usage" });
  const heading = page.getByRole("heading", { level: 1, name: "Production" });
  const figures = /\/api\/analytics\?.*key_id=/;
  expect(await requestsForPage(page, "**/assets/key-usage-*.js", figures, usage, heading)).toBe(1);
});
