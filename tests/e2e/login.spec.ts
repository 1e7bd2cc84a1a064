import type { Page } from "@playwright/test";
import { button, dashboard, field, openLogin, STORAGE_KEY } from "./login-support.ts";
import { browserOf, expect, giveSession, newUser, test } from "./support.ts";

const browser = browserOf();
const signUpLink = (page: Page) => page.getByRole("link", { name: "Sign up" });
const passwordTab = (page: Page) => page.getByRole("tab", { name: "Password" });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);

/** By the arrow keys, in a wide window and on a phone. */
async function expectStillTabs(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await passwordTab(page).focus();
    const before = await signUpLink(page).boundingBox();
    await page.keyboard.press("ArrowRight");
    await expect(button(page, "Send magic link")).toBeVisible();
    expect(await signUpLink(page).boundingBox(), `${width} px`).toEqual(before);
    await page.keyboard.press("ArrowLeft");
    await expect(passwordTab(page)).toBeFocused();
  }
}

test("signing in by keyboard stores the session, stays on the site, and takes the other tab along", async () => {
  const page = browser();
  const user = await newUser("keyboard");
  const other = await page.context().newPage();
  await openLogin(other, "/login?return_to=%2Fapi-keys");
  await openLogin(page, "/login?return_to=//evil.example/api-keys");
  await expectStillTabs(page);
  await page.keyboard.press("Tab");
  await expect(field(page, "Email")).toBeFocused();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL(new URL("/", page.url()).href);
  await expect(other).toHaveURL(/\/api-keys$/);
  expect(JSON.parse((await stored(page)) ?? "")).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    expires_in: expect.any(Number),
    token_type: "bearer",
    user: {
      id: expect.any(String),
      email: user.email,
      user_metadata: {},
      identities: [{ provider: "email" }],
    },
  });
});

test("no page keeps a token in its address, or believes a session that can't be read", async () => {
  const page = browser();
  const hash = "#access_token=a.b.c&refresh_token=r&expires_in=3600&token_type=bearer";
  await page.goto(`/terms${hash}`);
  await expect(page).toHaveURL(/\/terms$/);
  await page.evaluate((key) => localStorage.setItem(key, '{"access_token":"x"}'), STORAGE_KEY);
  await page.goto(`/api-keys${hash}`);
  await expect(page).toHaveURL(/\/login\?return_to=%2Fapi-keys$/);
  // By the identity provider's client, which loads when the page is idle.
  await expect.poll(() => stored(page)).toBeNull();
  await giveSession(page, await newUser("hash"));
  for (const path of ["/api-keys", "/login"]) {
    await page.goto(`${path}${hash}`);
    await expect(dashboard(page), path).toBeVisible();
    await expect(page, path).toHaveURL(new URL("/", page.url()).href);
  }
});
