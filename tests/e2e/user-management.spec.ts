import { authMessages } from "#app/features/auth/messages.ts";
import { get } from "./accounts.ts";
import { button, dashboard, storedEmail } from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { canSignIn } from "./settings.ts";
import { browserOf, expect, giveSession, newAddress, newUser, test } from "./support.ts";

const browser = browserOf();
const otherBrowser = browserOf();

test("an email address changes once both mailboxes have confirmed, each in any browser", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const user = await newUser("move");
  const moved = { ...user, email: newAddress("moved") };
  // The API has the account's first address.
  await get(user, "/api/account/balance");
  await giveSession(page, user);
  await page.goto("/user-management");
  await expect(page.getByLabel("Current email")).toHaveValue(user.email);
  await page.getByLabel("New email").fill(moved.email);
  await page.getByRole("button", { name: authMessages.updateEmail }).click();
  await expect(page.getByRole("status")).toContainText(authMessages.success.emailUpdate);

  await page.goto(await linkMailedTo(user.email, "email"));
  await expect(page.getByText(authMessages.emailChange.requested.description)).toBeVisible();
  await button(page, authMessages.emailChange.confirm).click();
  await expect(page.getByRole("status").filter({ hasText: authMessages.confirmOtherAddress })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(dashboard(page)).toBeVisible();
  expect(await canSignIn(moved)).toBe(false);

  // The API learns the new address from the new session's first requests.
  const balance = elsewhere.waitForResponse("**/api/account/balance");
  await elsewhere.goto(await linkMailedTo(moved.email, "email"));
  await button(elsewhere, authMessages.emailChange.confirm).click();
  await expect(dashboard(elsewhere)).toBeVisible();
  expect((await balance).ok()).toBe(true);
  expect(await storedEmail(elsewhere)).toBe(moved.email);
  expect([await canSignIn(moved), await canSignIn(user)]).toEqual([true, false]);
  await page.goto("/user-management");
  await expect(page.getByLabel("Current email")).toHaveValue(moved.email);
  await page.goto("/activity?kind=access");
  await expect(page.getByRole("main").locator("tbody tr")).toContainText(["The email address was changed"]);
});
