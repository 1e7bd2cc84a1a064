import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { get, type User } from "./accounts.ts";
import { linkMailedTo } from "./mail.ts";
import { anotherBrowser, canSignIn, expireToken, FAILED_RESOURCE } from "./settings.ts";
import { expect, expectReadable, giveSession, newAddress, newUser, signIn, stack, test } from "./support.ts";

const NEW_PASSWORD = "Another-horse-7";
const USER_CALL = "**/auth/v1/user*";

async function openTab(page: Page, user: User, tab: "email" | "password" | "invite"): Promise<void> {
  await giveSession(page, user);
  await page.goto(`/user-management?tab=${tab}`);
  await expect(page.getByRole("tab", { selected: true })).toBeVisible();
}

async function sendPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(confirmation);
  await page.getByRole("button", { name: authMessages.updatePassword }).click();
}

async function sendEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel("New email").fill(email);
  await page.getByRole("button", { name: authMessages.updateEmail }).click();
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
}

/** The provider's response to the next change, which a new session would not get on its own. */
const refuse = (page: Page, reason: string, msg: string) =>
  page.route(
    USER_CALL,
    (route) => route.fulfill({ status: 400, json: { code: 400, error_code: reason, msg } }),
    { times: 1 },
  );

const other = (user: User) => user.email.replace("@", "-next@");

test("the screen is worded as specified, and its tab is in the address", async ({ page }) => {
  await signIn(page, await newUser("tabs"));
  await page.getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { name: "Users", level: 1 })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveText(["Update Email", "Update Password", "Invite User"]);
  await expect(page.getByText("All changes may require verification")).toBeVisible();
  await page.getByRole("tab", { name: "Invite User" }).click();
  await expect(page).toHaveURL(/\/user-management\?tab=invite$/);
  await page.reload();
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Invite User");
  await page.goto("/user-management?tab=nonsense");
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Update Email");
});

test("an email address changes once both mailboxes have confirmed, each in any browser", async ({
  page,
  browser,
}) => {
  const user = await newUser("move");
  // The API has the account's first address.
  await get(user, "/api/account/balance");
  await openTab(page, user, "email");
  await expect(page.getByLabel("Current email")).toHaveValue(user.email);
  await sendEmail(page, other(user));
  await expect(page.getByRole("status")).toContainText(
    "Email update instructions sent! Please check your email.",
  );
  await expect(page.getByRole("status")).toContainText(accountMessages.bothMailboxes);
  await expect(page.getByLabel("New email")).toHaveValue("");

  for (const address of [user.email, other(user)]) {
    expect(await canSignIn({ ...user, email: other(user) })).toBe(false);
    const context = await browser.newContext();
    const visit = await context.newPage();
    // The API learns the new address from the new session's first requests.
    const balanceResponse =
      address === user.email ? undefined : visit.waitForResponse("**/api/account/balance");
    await visit.goto(await linkMailedTo(address, "email"));
    const outcome = address === user.email ? authMessages.confirmOtherAddress : "Dashboard";
    await expect(visit.getByText(outcome).first()).toBeVisible();
    expect((await balanceResponse)?.ok() ?? true).toBe(true);
    await context.close();
  }
  expect(await canSignIn({ ...user, email: other(user) })).toBe(true);
  expect(await canSignIn(user)).toBe(false);
  await page.reload();
  await expect(page.getByLabel("Current email")).toHaveValue(other(user));
  await page.goto("/activity?kind=access");
  await expect(page.getByRole("main").locator("tbody tr")).toContainText(["The email address was changed"]);
});

test("a new password replaces the old one, and ends all other sessions", async ({ page, browser }) => {
  const user = await newUser("renew");
  const elsewhere = await anotherBrowser(browser, user);
  await openTab(page, user, "password");
  await sendPassword(page, NEW_PASSWORD, "Another-horse-8");
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  expect(await canSignIn(user)).toBe(true);
  await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
  await expect(page.getByText("Passwords do not match")).toHaveCount(0);
  await expect(page.getByText("Password strength: Strong")).toBeVisible();
  await page.getByRole("button", { name: authMessages.updatePassword }).click();

  await expect(page.getByRole("status").first()).toContainText("Password updated successfully!");
  await expect(page.getByText(accountMessages.signedOutElsewhere)).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("Confirm password", { exact: true })).toHaveValue("");
  expect(await canSignIn(user)).toBe(false);
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);

  await expireToken(elsewhere);
  await elsewhere.goto("/api-keys");
  await expect(elsewhere).toHaveURL(/\/login/);
  await page.goto("/api-keys");
  await expect(page).toHaveURL(/\/api-keys$/);
  await elsewhere.context().close();
});

test("a new address gets an invitation, and an existing user a sign-in email", async ({ page }) => {
  const known = await newUser("known");
  await openTab(page, await newUser("host"), "invite");
  const stranger = newAddress("stranger");
  for (const email of [stranger, known.email]) {
    await invite(page, email);
    await expect(page.getByRole("status")).toContainText("Invitation sent successfully!");
    await expect(page.getByRole("status")).toContainText(accountMessages.invitedMayExist);
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
  }
  expect(new URL(await linkMailedTo(stranger)).pathname).toBe("/signup");
  expect(new URL(await linkMailedTo(known.email)).pathname).toBe("/login");
});

test("everything works by keyboard alone", async ({ page }) => {
  const user = await newUser("keys-only");
  await openTab(page, user, "email");
  await page.getByRole("tab", { name: "Update Email" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { selected: true })).toHaveText("Update Password");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" }).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Confirm password", { exact: true })).toBeFocused();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText(authMessages.success.passwordUpdate)).toBeVisible();
});

test("no tab has an accessibility violation or scrolls sideways", async ({ page }) => {
  await openTab(page, await newUser("axe"), "password");
  await sendPassword(page, NEW_PASSWORD, "x");
  for (const label of [authMessages.updatePassword, authMessages.inviteUser, authMessages.updateEmail]) {
    await page.getByRole("tab", { name: label }).click();
    await expectReadable(page, [1280, 390, 320]);
  }
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("the reason is shown, and the input stays", async ({ page }) => {
    const [user, taken] = [await newUser("reason"), await newUser("taken")];
    await openTab(page, user, "email");
    await sendEmail(page, taken.email);
    await expect(page.getByRole("alert")).toContainText(/already uses this email address/);
    await expect(page.getByLabel("New email")).toHaveValue(taken.email);

    await page.getByRole("tab", { name: authMessages.updatePassword }).click();
    await sendPassword(page, user.password);
    await expect(page.getByRole("alert")).toContainText(/must be different from the old one/);
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue(user.password);
  });

  test("a session without its second factor is sent to the code step, with the return path", async ({
    page,
  }) => {
    await openTab(page, await newUser("halfway"), "password");
    await refuse(page, "insufficient_aal", "AAL2 session is required");
    const leaving = page.waitForRequest(
      new URL("/login?return_to=%2Fuser-management%3Ftab%3Dpassword", stack.web).href,
    );
    await sendPassword(page, NEW_PASSWORD);
    await leaving;
  });
});
