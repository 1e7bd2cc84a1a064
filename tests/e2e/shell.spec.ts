import type { Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { expect, holdBack, newUser, signIn, test } from "./support.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });

test("the sidebar links to every page, and slides out on mobile", async ({ page }) => {
  await signIn(page, await newUser("shell"));
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await expect(bell).toHaveAttribute("title", "Notifications");
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const opener = page.getByRole("button", { name: "Open menu" });
    if (width === 390) await opener.click();
    else await expect(opener).toBeHidden();
    const links = menu(page).getByRole("link");
    if (width === 390) await expect(links.first()).toBeFocused();
    await expect(links).toHaveText(["Dashboard", "API KeysNew", "Add Balance", "Users", "Documentation"]);
    const pages = [
      paths.dashboard,
      paths.apiKeys,
      paths.addBalance,
      paths.userManagement,
      paths.documentation,
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

test("a page's data is requested while its code loads, and only once", async ({ page }) => {
  await signIn(page, await newUser("prefetch"));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const ledger = () => requests.filter((path) => path === "/api/ledger").length;
  const release = await holdBack(page, "**/assets/billing-*.js");
  await page.getByRole("link", { name: "View statement" }).click();
  await expect.poll(ledger).toBe(1);
  release();
  await expect(page.getByText("No transactions yet")).toBeVisible();
  expect(ledger()).toBe(1);
});
