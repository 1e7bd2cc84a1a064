import type { Page } from "@playwright/test";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { expect, newUser, signIn, test } from "./support.ts";

/** Delays code that is loaded on demand, as on a slow network. */
const delayScripts = (page: Page, ms: number) =>
  page.route("**/assets/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });

test("parts loaded on demand open on the first click or key press, return the focus, and cause no layout shift", async ({
  page,
}) => {
  await signIn(page, await newUser("demand"));
  await expect(page.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
  await delayScripts(page, 600);
  const before = await layoutShift(page);

  const theme = page.getByRole("button", { name: "Toggle theme" });
  await expect(theme).toHaveAttribute("aria-expanded", "false");
  await theme.click();
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(theme).toBeFocused();
  await theme.click();
  await expect(page.getByRole("menuitemradio", { name: "Dark" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(theme).toBeFocused();

  const actions = page.getByRole("button", { name: "Quick Actions" });
  await actions.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Account Overview" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Purchase API Key" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();

  const range = page.getByRole("button", { name: /^Time range/ });
  await range.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Last 24 hours", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Last 7 days" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(range).toHaveText("Time range: Last 7 days");
  await expect(range).toBeFocused();

  const funds = page.getByRole("button", { name: "Add Funds" });
  await funds.click();
  await expect(page.getByRole("dialog", { name: "Add Funds" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(funds).toBeFocused();
  expect((await layoutShift(page)) - before).toBeLessThan(MOST_SHIFT);
});

test("the dashboard shows the user and the balance before the identity provider's client has loaded", async ({
  page,
}) => {
  const user = await newUser("before-client");
  await signIn(page, user);
  let client: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    client = resolve;
  });
  await page.route("**/assets/supabase.client-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole("button", { name: /My Account/ })).toContainText(user.email);
  await expect(page.getByText(/^\$\d+\.\d\d$/).first()).toBeVisible();
  client();
  // The client is loaded to notice other tabs: signing out there signs this page out too.
  const other = await page.context().newPage();
  await other.goto("/api-keys");
  await other.getByRole("button", { name: /My Account/ }).click();
  await other.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
});
