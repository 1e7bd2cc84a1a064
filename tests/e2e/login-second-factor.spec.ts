import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import {
  button,
  dashboard,
  enrolFactor,
  FAILED_RESOURCE,
  field,
  openLogin,
  STORAGE_KEY,
  submitPassword,
} from "./login-support.ts";
import { section, userOf } from "./settings.ts";
import { browserOf, expect, newAddress, newUser, stack, test } from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const words = authMessages.secondFactor;
const challenge = (page: Page) => page.getByRole("heading", { name: words.title, level: 1 });

async function enterCode(page: Page, code: string): Promise<void> {
  await field(page, words.code).fill(code);
  await button(page, words.verify).click();
}

/** Makes the browser's session look like one of a person without a second factor. */
const forgetFactors = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    session.user.factors = [];
    localStorage.setItem(key, JSON.stringify(session));
  }, STORAGE_KEY);

async function changePassword(page: Page): Promise<void> {
  await field(page, "Current password").fill("Correct-horse-9");
  await field(page, "New password").fill("Another-horse-7");
  await field(page, "Confirm password").fill("Another-horse-7");
  await button(page, authMessages.updatePassword).click();
}

async function invite(page: Page): Promise<void> {
  await field(page, "Email").fill(newAddress("guest"));
  await button(page, "Send invitation").click();
}

test("a password alone does not sign in a user with a second factor, on any page", async () => {
  const page = browser();
  const user = await newUser("factor");
  const { app } = await enrolFactor(user);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) calls.push(request.url());
  });
  await openLogin(page, "/login?return_to=%2Fapi-keys");
  await submitPassword(page, user);
  await expect(challenge(page)).toBeVisible();
  await expect(field(page, words.code)).toBeFocused();
  await page.goto("/signup");
  await expect(challenge(page)).toBeVisible();
  await page.goto("/add-balance?amount=50");
  await expect(challenge(page)).toBeVisible();
  await expect(page).toHaveURL(/\/login\?return_to=%2Fadd-balance%3Famount%3D50$/);
  expect(calls).toEqual([]);

  // The page may not know of the factor; the API refuses its first read, and the provider and the API every change.
  await forgetFactors(page);
  await page.goto("/usage");
  await expect(challenge(page)).toBeVisible();
  await expect(page).toHaveURL(`${stack.web}/login?return_to=%2Fusage`);
  await page.route("**/api/**", (route) =>
    route.request().method() === "GET" ? undefined : route.continue(),
  );
  for (const [tab, act] of [
    ["password", changePassword],
    ["invite", invite],
  ] as const) {
    await forgetFactors(page);
    await page.goto(`/user-management?tab=${tab}`);
    await act(page);
    await expect(challenge(page)).toBeVisible();
    await expect(page).toHaveURL(`${stack.web}/login?return_to=%2Fuser-management%3Ftab%3D${tab}`);
  }
  await page.unroute("**/api/**");
  const right = await app.nextCode();
  await enterCode(page, String((Number(right) + 1) % 1_000_000).padStart(6, "0"));
  await expect(page.getByText(/^This code is incorrect/)).toBeVisible();
  await enterCode(page, right);
  await expect(page).toHaveURL(/\/user-management\?tab=invite$/);
  await page.reload();
  await invite(page);
  await expect(page.getByRole("status")).toContainText("Invitation sent successfully!");
});

test("a recovery code signs in without the authenticator app, and turns it off", async () => {
  const page = browser();
  const user = await newUser("recovery");
  const { device } = await enrolFactor(user);
  const { data } = await device.getSession();
  const created = await fetch(`${stack.web}/api/account/recovery-codes`, {
    method: "POST",
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  });
  const { codes } = (await created.json()) as { codes: string[] };
  await openLogin(page);
  await submitPassword(page, user);
  await button(page, authMessages.recoveryCode.use).click();
  await field(page, authMessages.recoveryCode.label).fill(codes[0]?.toLowerCase() ?? "");
  await field(page, authMessages.recoveryCode.password).fill("Another-horse-7");
  await button(page, authMessages.recoveryCode.signIn).click();
  await expect(dashboard(page)).toBeVisible();
  expect((await userOf({ ...user, password: "Another-horse-7" })).factors ?? []).toEqual([]);
  await page.goto("/profile");
  await expect(section(page, words.title).getByText("Not set up")).toBeVisible();
});
