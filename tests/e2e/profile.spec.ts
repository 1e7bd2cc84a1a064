import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { expectSettled, FAILED_RESOURCE, openSettings, section, userOf } from "./settings.ts";
import {
  expect,
  expectLoaded,
  expectReadable,
  giveSession,
  holdBack,
  newUser,
  signIn,
  test,
  toasts,
} from "./support.ts";

const PROVIDER_USER = "**/auth/v1/user";
const SESSIONS = "**/api/account/sessions";

test("Settings is in the My Account menu, on desktop and mobile", async ({ page }) => {
  const { email, password } = await newUser("menu");
  await giveSession(page, { email, password });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/");
    if (width < 1024) await page.getByRole("button", { name: "Open menu" }).click();
    const opener = page.getByRole("button", { name: /My Account/ });
    await expect(opener.getByText("M", { exact: true })).toBeVisible();
    await expect(opener.getByText(email, { exact: true })).toBeVisible();
    await expect(opener.getByText("Account: Free", { exact: true })).toBeVisible();
    await opener.click();
    await expect(page.getByRole("menuitem")).toHaveText([
      "Settings",
      "Usage",
      "Billing",
      "Activity",
      "Sign Out",
    ]);
    await expect(page.getByRole("separator")).toBeVisible();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("a name can be saved once it has changed, and is stored with the account", async ({ page }) => {
  const user = await newUser("named");
  await openSettings(page, user);
  const account = section(page, "Account");
  await expect(account.getByRole("button")).toHaveCount(0);
  await account.getByLabel("Name").fill("  Maya Lind ");
  await account.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toContainText(accountMessages.nameSaved.title);
  await expect(account.getByRole("button")).toHaveCount(0);
  await expect(account).toBeFocused();
  await expect(account.getByLabel("Name")).toHaveValue("Maya Lind");
  expect((await userOf(user)).user_metadata.display_name).toBe("Maya Lind");
  await page.reload();
  await expect(account.getByLabel("Name")).toHaveValue("Maya Lind");
});

test("the email address can't be edited here, but links lead to where it can", async ({ page }) => {
  const user = await newUser("ways");
  await openSettings(page, user);
  const account = section(page, "Account");
  await expect(account.getByLabel("Email")).toHaveValue(user.email);
  await expect(account.getByLabel("Email")).not.toBeEditable();
  await expect(account.getByText("Free", { exact: true })).toBeVisible();
  await account.getByRole("link", { name: authMessages.updatePassword }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText(authMessages.updatePassword);
  await page.goBack();
  await account.getByRole("link", { name: authMessages.updateEmail }).click();
  await expect(page.getByRole("tab", { selected: true })).toHaveText(authMessages.updateEmail);
});

test("a theme is chosen by keyboard, applies at once and stays in this browser", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openSettings(page, await newUser("theme"));
  const themes = page.getByRole("radiogroup", { name: "Theme" });
  await expect(themes.getByRole("radio", { name: "System" })).toBeChecked();
  await expect(page.locator("html")).toHaveClass("dark");
  await themes.getByRole("radio", { name: "System" }).focus();
  await page.keyboard.down("ArrowRight");
  await expect(themes.getByRole("radio", { name: "Light" })).toBeChecked();
  await page.keyboard.up("ArrowRight");
  await expect(page.locator("html")).toHaveClass("light");
  await page.reload();
  await expect(themes.getByRole("radio", { name: "Light" })).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem("api-dashboard-theme"))).toBe("light");
});

test("a URL can point to a section", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await giveSession(page, await newUser("deep"));
  for (const [id, title] of [
    ["two-factor", "Two-factor authentication"],
    ["sessions", "Active sessions"],
    ["delete-account", "Delete account"],
  ] as const) {
    await page.goto("/api-keys");
    await page.goto(`/profile#${id}`);
    await expectSettled(page);
    await expect(section(page, title), id).toBeInViewport();
  }
});

test("Settings has no accessibility violation and does not scroll sideways", async ({ page }) => {
  await openSettings(page, await newUser("axe"));
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByAltText(/QR code/)).toBeVisible();
  await expectReadable(page);
  for (const opener of ["Sign out everywhere", "Delete account"]) {
    await page.getByRole("button", { name: opener }).click();
    await expect(page.getByRole("dialog", { name: opener })).toBeVisible();
    await expectReadable(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: opener })).toBeFocused();
  }
});

/** How far the section headings have moved between two moments. */
const places = (page: Page) =>
  page
    .getByRole("heading", { level: 2 })
    .evaluateAll((headings) => headings.map((heading) => Math.round(heading.getBoundingClientRect().top)));

test("nothing jumps when the responses arrive, whichever is last", async ({ page }) => {
  await giveSession(page, await newUser("still"));
  for (const late of [PROVIDER_USER, SESSIONS]) {
    const release = await holdBack(page, late);
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "Active sessions" })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page);
    await release();
    await expectSettled(page);
    await expectLoaded(page);
    expect((await places(page)).slice(0, before.length), late).toEqual(before);
    await page.unrouteAll();
  }
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("sections that fail to load show an error, and Retry loads them", async ({ page }) => {
    await signIn(page, await newUser("retry"));
    await page.route(PROVIDER_USER, (route) => route.abort());
    await page.route(SESSIONS, (route) => route.abort());
    await page.goto("/profile");
    for (const title of ["Two-factor authentication", "Sign-in methods", "Active sessions"])
      await expect(section(page, title).getByRole("alert")).toContainText(accountMessages.loadFailed);
    await expect(page.getByLabel("Name")).toBeDisabled();
    await page.unrouteAll();
    await section(page, "Active sessions").getByRole("button", { name: "Retry" }).click();
    await expect(section(page, "Active sessions").getByText("This device")).toBeVisible();
    await section(page, "Sign-in methods").getByRole("button", { name: "Retry" }).click();
    await expect(section(page, "Two-factor authentication").getByText("Not set up")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
