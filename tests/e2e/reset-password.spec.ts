import { authenticator } from "#tests/support/authenticator.ts";
import type { User } from "./accounts.ts";
import { test } from "./elsewhere.ts";
import { linkMailedTo, mailsTo } from "./mail.ts";
import {
  alert,
  askFor,
  choose,
  confirmation,
  counter,
  NEW_PASSWORD,
  newPassword,
  openUpdate,
  recoveryLink,
  SENT,
  sendButton,
  storedSession,
  UPDATED,
  updateButton,
} from "./reset-support.ts";
import { canSignIn } from "./settings.ts";
import {
  expect,
  expectNoAxeViolations,
  expectReadable,
  newAddress,
  newSession,
  newUser,
  signIn,
  signInByForm,
  stack,
  stopClock,
} from "./support.ts";

const WRONG_CODE = "This code is incorrect. Enter the current one from your authenticator app.";

// The browser itself logs the provider's error status.
test.use({ expectedErrors: [/Failed to load resource/] });

test("a forgotten password can be reset in any browser, which ends the old password and its sessions", async ({
  page,
  elsewhere,
}) => {
  const user = await newUser("forgetful");
  const other = await newSession(user);
  const link = await recoveryLink(page, user.email);
  await page.getByRole("link", { name: "Return to Sign In" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await elsewhere.clock.install();
  await openUpdate(elsewhere, link);
  await expect(elsewhere).toHaveURL(/\/reset-password$/);
  await stopClock(elsewhere);
  await choose(elsewhere, NEW_PASSWORD);
  await expect(elsewhere.getByRole("status").filter({ hasText: UPDATED })).toBeFocused();
  await elsewhere.clock.runFor(1_900);
  await expect(elsewhere).toHaveURL(/\/reset-password$/);
  await elsewhere.clock.runFor(100);
  await expect(elsewhere).toHaveURL(/\/login$/);
  await elsewhere.clock.resume();
  await expect(elsewhere.getByRole("heading", { name: "Sign in to Latchkey" })).toBeVisible();
  await expect(elsewhere.getByRole("status").filter({ hasText: UPDATED })).toBeVisible();
  expect(await storedSession(elsewhere)).toBeNull();

  expect(await canSignIn(user)).toBe(false);
  expect((await other.client.refreshSession()).error).not.toBeNull();
  await signInByForm(elsewhere, { ...user, password: NEW_PASSWORD });
});

test("a reset signs out a user with the old password, and leaves no session behind", async ({
  page,
  context,
}) => {
  const user = await newUser("open-tab");
  await signIn(page, user);
  const tab = await context.newPage();
  await openUpdate(tab, await recoveryLink(tab, user.email));
  await choose(tab, NEW_PASSWORD);
  await expect(tab.getByText(UPDATED)).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await tab.waitForURL("**/login");
  expect(await storedSession(page)).toBeNull();
  const { client } = await newSession({ ...user, password: NEW_PASSWORD });
  expect((await client.getUser()).error).toBeNull();
});

test("an address without an account gets the same response, and no email is sent", async ({ page }) => {
  const { email } = await newUser("known");
  const unknown = newAddress("unknown");
  const dialogs: string[] = [];
  for (const address of [email, unknown]) {
    await askFor(page, address);
    dialogs.push(await page.getByRole("dialog", { name: SENT }).innerText());
  }
  expect(dialogs[0]).toBe(dialogs[1]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(unknown)).toEqual([]);
});

test("the email links to this site's form", async ({ page }) => {
  const user = await newUser("redirect");
  const asking = page.waitForRequest("**/auth/v1/recover*");
  const link = new URL(await recoveryLink(page, user.email));
  const target = new URL((await asking).url()).searchParams.get("redirect_to");
  expect(target).toBe(`${stack.web}/reset-password`);
  expect(`${link.origin}${link.pathname}`).toBe(`${stack.web}/reset-password`);
  expect(link.searchParams.get("type")).toBe("recovery");
});

test("an account with a second factor needs its code first, and a wrong code can be corrected", async ({
  page,
  elsewhere,
}) => {
  const user = await newUser("guarded");
  const app = await enrol(user);
  await openUpdate(elsewhere, await recoveryLink(page, user.email));
  const changes = counter(elsewhere, "PUT", "/auth/v1/user");
  await choose(elsewhere, NEW_PASSWORD);
  await expect(elsewhere.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  const code = elsewhere.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  await elsewhere.keyboard.type("12345");
  await updateButton(elsewhere).click();
  await expect(code).toHaveAccessibleDescription("Enter all six digits");
  const right = await app.nextCode();
  await code.fill(right === "000000" ? "000001" : "000000");
  await updateButton(elsewhere).click();
  await expect(code).toHaveAccessibleDescription(WRONG_CODE);
  await expectNoAxeViolations(elsewhere);
  expect(changes()).toBe(0);
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(false);
  await code.fill(right);
  await updateButton(elsewhere).click();
  await expect(elsewhere.getByText(UPDATED)).toBeVisible();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

/** Sets up a second factor. @returns the app that shows its codes. */
async function enrol(user: User) {
  const { client } = await newSession(user);
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (error) throw error;
  const app = authenticator(data.totp.secret);
  const response = await client.mfa.challengeAndVerify({ factorId: data.id, code: await app.nextCode() });
  if (response.error) throw response.error;
  return app;
}

test("failures show their own message, or the specified one, and leave the form usable", async ({ page }) => {
  const user = await newUser("unlucky");
  await page.route("**/auth/v1/recover*", (route) => route.fulfill({ status: 500, json: {} }));
  await askFor(page, user.email);
  await expect(alert(page)).toHaveText("Failed to send reset instructions");
  await page.unroute("**/auth/v1/recover*");
  await sendButton(page).click();
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  await page.keyboard.press("Escape");
  await sendButton(page).click();
  await expect(alert(page)).toContainText("Too many emails in a short time.");

  await openUpdate(page, await linkMailedTo(user.email));
  await page.route("**/auth/v1/user", (route) => route.fulfill({ status: 500, json: {} }));
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toHaveText("Failed to update password");
  await page.unroute("**/auth/v1/user");
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
});

test("both modes work by keyboard alone", async ({ page }) => {
  const user = await newUser("keys");
  await page.goto("/reset-password");
  await expect(sendButton(page)).toBeEnabled();
  await page.getByLabel("Email", { exact: true }).focus();
  await page.keyboard.type(user.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Sign In" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);

  await openUpdate(page, await linkMailedTo(user.email));
  await newPassword(page).focus();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(confirmation(page)).toBeFocused();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(updateButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(UPDATED)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Return to Sign In" })).toBeFocused();
});

test("no state of the page has an accessibility violation or scrolls sideways", async ({ page }) => {
  await askFor(page, newAddress("nobody"));
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  await expectReadable(page);
  await page.keyboard.press("Escape");
  await expectReadable(page);
  await openUpdate(page, "/reset-password?token=");
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toBeVisible();
  await choose(page, NEW_PASSWORD, "other");
  await expectReadable(page);
});
