import { enrolFactor } from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import {
  alert,
  choose,
  counter,
  NEW_PASSWORD,
  openUpdate,
  recoveryLink,
  storedSession,
  UPDATED,
  updateButton,
} from "./reset-support.ts";
import { canSignIn } from "./settings.ts";
import {
  browserOf,
  expect,
  fillSignIn,
  newSession,
  newUser,
  signIn,
  stack,
  test,
  visitor,
} from "./support.ts";

const browser = browserOf({ expectedErrors: [/Failed to load resource/] });
const otherBrowser = browserOf({ expectedErrors: [/Failed to load resource/] });

async function mailedLink(email: string): Promise<string> {
  await visitor().resetPasswordForEmail(email);
  return linkMailedTo(email, "Reset your password");
}

test("a forgotten password can be reset once, in any browser, which ends the old password and its sessions", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const user = await newUser("forgetful");
  const device = await newSession(user);
  const link = await recoveryLink(page, user.email);
  expect(link).toMatch(new RegExp(`^${stack.web}/reset-password\\?`));

  await openUpdate(elsewhere, link);
  await expect(elsewhere).toHaveURL(/\/reset-password$/);
  const redemptions = counter(elsewhere, "POST", "/auth/v1/verify");
  await choose(elsewhere, "abc");
  await expect(alert(elsewhere)).toContainText("This password is too easy to guess.");
  await choose(elsewhere, user.password);
  await expect(alert(elsewhere)).toHaveText("Your new password must be different from the old one.");
  await choose(elsewhere, NEW_PASSWORD);
  await expect(elsewhere).toHaveURL(/\/login$/);
  await expect(elsewhere.getByRole("status").filter({ hasText: UPDATED })).toBeVisible();
  expect(await storedSession(elsewhere)).toBeNull();
  expect(redemptions()).toBe(1);
  expect(await canSignIn(user)).toBe(false);
  expect((await device.client.refreshSession()).error).not.toBeNull();
  await fillSignIn(elsewhere, { ...user, password: NEW_PASSWORD });
  await expect(elsewhere.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();

  await openUpdate(page, link);
  await choose(page, "Stolen-horse-1");
  await expect(alert(page)).toContainText("This link has expired or was already used.");
  expect(await storedSession(page)).toBeNull();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

test("a reset signs out a tab with the old password, and leaves no session behind", async () => {
  const page = browser();
  const user = await newUser("open-tab");
  await signIn(page, user);
  const tab = await page.context().newPage();
  const token = new URL(await mailedLink(user.email)).searchParams.get("token");
  await openUpdate(tab, `/reset-password/${token}`);
  await choose(tab, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/login/);
  await expect(tab).toHaveURL(/\/login$/);
  expect(await storedSession(page)).toBeNull();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

test("a reset needs the code of an account with a second factor", async () => {
  const page = browser();
  const user = await newUser("guarded");
  const { app } = await enrolFactor(user);
  await openUpdate(page, await mailedLink(user.email));
  const changes = counter(page, "PUT", "/auth/v1/user");
  await choose(page, NEW_PASSWORD);
  const code = page.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  expect(changes()).toBe(0);
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(false);
  await code.fill(await app.nextCode());
  await updateButton(page).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});
