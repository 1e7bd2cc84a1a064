import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import {
  askForLink,
  button,
  dashboard,
  FAILED_RESOURCE,
  field,
  newAddress,
  openLogin,
  openMagicLink,
  submitPassword,
} from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { expect, expectNoAxeViolations, expectReadable, holdBack, newUser, test } from "./support.ts";

const signUpLink = (page: Page) => page.getByRole("link", { name: "Sign up" });

test("the password tab shows progress, then opens the dashboard", async ({ page }) => {
  const user = await newUser("form");
  await openLogin(page);
  await expect(page.getByRole("tab", { name: "Password" })).toHaveAttribute("aria-selected", "true");
  const release = await holdBack(page, "**/auth/v1/token*");
  await submitPassword(page, user);
  await expect(button(page, "Signing in...")).toBeVisible();
  await release();
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL(new URL("/", page.url()).href);
});

test("the meter names the strength, and the password can be shown and hidden", async ({ page }) => {
  await openLogin(page);
  for (const [password, label] of [
    ["a", "Weak"],
    ["aaaaaaaA", "Fair"],
    ["aaaaaaA1", "Good"],
    ["aaaaaA1!", "Strong"],
  ] as const) {
    await field(page, "Password").fill(password);
    await expect(page.getByRole("status").filter({ hasText: label })).toBeVisible();
  }
  await button(page, "Show password").click();
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await button(page, "Hide password").click();
  await expect(field(page, "Password")).toHaveAttribute("type", "password");
});

test("the page links to password reset and sign-up", async ({ page }) => {
  await openLogin(page);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.goBack();
  await signUpLink(page).click();
  await expect(page).toHaveURL(/\/signup$/);
});

test("switching tabs keeps the email and the focus, without a layout shift", async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openLogin(page);
    await field(page, "Email").fill("typed@example.com");
    const before = await signUpLink(page).boundingBox();
    await page.getByRole("tab", { name: "Magic Link" }).click();
    await expect(field(page, "Email")).toHaveValue("typed@example.com");
    expect(await signUpLink(page).boundingBox()).toEqual(before);
    await field(page, "Email").fill("changed@example.com");
    await button(page, "Back to password").click();
    await expect(field(page, "Email")).toHaveValue("changed@example.com");
    await expect(field(page, "Email")).toBeFocused();
    await expect(page.getByRole("tab", { name: "Password" })).toHaveAttribute("aria-selected", "true");
  }
});

test("a magic link carries the return path, unless that leaves the site", async ({ page }) => {
  const requested: (string | null)[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (request.method() === "POST" && url.pathname === "/auth/v1/otp")
      requested.push(url.searchParams.get("redirect_to"));
  });
  await askForLink(page, newAddress("plain"));
  await askForLink(page, newAddress("back"), "/login?return_to=%2Fapi-keys");
  await askForLink(page, newAddress("evil"), "/login?return_to=%2F%2Fevil.example");
  const login = new URL("/login", page.url()).href;
  expect(requested).toEqual([login, `${login}?return_to=%2Fapi-keys`, login]);
});

test("signing in works by keyboard alone", async ({ page }) => {
  const user = await newUser("keyboard");
  await openLogin(page);
  await button(page, "GitHub").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tab", { name: "Password" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Magic Link" })).toBeFocused();
  await expect(button(page, "Send magic link")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(field(page, "Email")).toBeFocused();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await expect(dashboard(page)).toBeVisible();
});

test("no state of the page has an accessibility violation or scrolls sideways", async ({ page }) => {
  await openLogin(page);
  await field(page, "Password").fill("Correct7horse");
  await expectReadable(page);
  await openMagicLink(page);
  await expectReadable(page);
  await askForLink(page, newAddress("axe"));
  await expectReadable(page);
  await openLogin(page, "/login?error=access_denied");
  await expect(page.getByRole("alert")).toHaveText("Authentication failed");
  await expectReadable(page);
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("an unconfirmed user gets the email again, and its link signs in", async ({ page }) => {
    const user = await newUser("unconfirmed", { confirmed: false });
    await openLogin(page);
    await submitPassword(page, user);
    await expect(page.getByRole("alert")).toContainText("Your email address isn’t confirmed yet.");
    await expectNoAxeViolations(page);
    await button(page, authMessages.sendConfirmation).press("Enter");
    await expect(
      page.getByRole("status").filter({ hasText: authMessages.success.confirmation }),
    ).toBeFocused();
    await page.goto(await linkMailedTo(user.email));
    await expect(dashboard(page)).toBeVisible();
  });
});
