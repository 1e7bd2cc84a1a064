import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { authenticator } from "#tests/support/authenticator.ts";
import type { User } from "./accounts.ts";
import { test } from "./elsewhere.ts";
import { linkMailedTo, mailsTo } from "./mail.ts";
import { canSignIn } from "./settings.ts";
import { chooseTheme, expect, expectNoAxeViolations, newUser, signIn, stack } from "./support.ts";

const NEW_PASSWORD = "Another-horse-7";
const STORAGE_KEY = "latchkey-auth-token";
const SENT = "Password Reset Instructions Sent";
const UPDATED = "Your password has been successfully updated!";
const LINK_SPENT = "Email link is invalid or has expired";
const TOKEN_MISSING = "Invalid or missing reset token";

// A refusal of the provider is logged by the browser itself.
test.use({ expectedErrors: [/Failed to load resource/] });

const sendButton = (page: Page) => page.getByRole("button", { name: "Send Reset Instructions", exact: true });
const updateButton = (page: Page) => page.getByRole("button", { name: "Update Password", exact: true });
const newPassword = (page: Page) => page.getByLabel("New password", { exact: true });
const confirmation = (page: Page) => page.getByLabel("Confirm password", { exact: true });
const alert = (page: Page) => page.getByRole("alert");

async function askFor(page: Page, email: string): Promise<void> {
  await page.goto("/reset-password");
  await expect(sendButton(page)).toBeEnabled();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await sendButton(page).click();
}

async function recoveryLink(page: Page, email: string): Promise<string> {
  await askFor(page, email);
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  return linkMailedTo(email, "Reset your password");
}

async function openUpdate(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(newPassword(page)).toBeVisible();
  await expect(updateButton(page)).toBeEnabled();
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmation(page).fill(again);
  await updateButton(page).click();
}

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY);

/** Counts what the page asks of the provider. */
function counter(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

async function session(user: User) {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const { auth } = createClient(stack.supabase.url, stack.supabase.publishableKey, options);
  const { data, error } = await auth.signInWithPassword(user);
  if (error) throw error;
  return { auth, tokens: data.session };
}

test("a forgotten password is replaced in any browser: the old one and the sessions begun with it end", async ({
  page,
  elsewhere,
}) => {
  const user = await newUser("forgetful");
  const other = await session(user);
  const link = await recoveryLink(page, user.email);
  await page.getByRole("link", { name: "Return to Sign In" }).click();
  await expect(page).toHaveURL(/\/login$/);

  await openUpdate(elsewhere, link);
  await expect(elsewhere).toHaveURL(/\/reset-password$/);
  await choose(elsewhere, NEW_PASSWORD);
  await expect(elsewhere.getByRole("status").filter({ hasText: UPDATED })).toBeFocused();
  const told = Date.now();
  await elsewhere.waitForURL("**/login");
  expect(Date.now() - told).toBeGreaterThan(1_500);
  expect(Date.now() - told).toBeLessThan(3_500);
  await expect(elsewhere.getByRole("heading", { name: "Sign in to Latchkey" })).toBeVisible();
  expect(await storedSession(elsewhere)).toBeNull();

  expect(await canSignIn(user)).toBe(false);
  expect((await other.auth.refreshSession()).error).not.toBeNull();
  await signIn(elsewhere, { ...user, password: NEW_PASSWORD });
});

test("a reset ends the visit of whoever is signed in with the old password, and leaves no session behind", async ({
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
  const { auth } = await session({ ...user, password: NEW_PASSWORD });
  expect((await auth.getUser()).error).toBeNull();
});

test("an address without an account is answered like one with, and nobody is mailed", async ({ page }) => {
  const { email } = await newUser("known");
  const unknown = `unknown-${Date.now()}@example.com`;
  const answers: string[] = [];
  for (const address of [email, unknown]) {
    await askFor(page, address);
    answers.push(await page.getByRole("dialog", { name: SENT }).innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(unknown)).toEqual([]);
});

test("the mail leads back to this site's form", async ({ page }) => {
  const user = await newUser("redirect");
  const asking = page.waitForRequest("**/auth/v1/recover*");
  const link = new URL(await recoveryLink(page, user.email));
  const target = new URL((await asking).url()).searchParams.get("redirect_to");
  expect(target).toBe(`${stack.web}/reset-password`);
  expect(`${link.origin}${link.pathname}`).toBe(`${stack.web}/reset-password`);
  expect(link.searchParams.get("type")).toBe("recovery");
});

test("passwords that differ are told apart at the field, before the token is touched", async ({ page }) => {
  await openUpdate(page, "/reset-password/any-token");
  const calls = counter(page, "POST", "/auth/v1/verify");
  await choose(page, NEW_PASSWORD, "Another-horse-8");
  await expect(page.getByText("Passwords do not match", { exact: true })).toBeVisible();
  await expect(confirmation(page)).toBeFocused();
  await expect(confirmation(page)).toHaveAccessibleDescription("Passwords do not match");
  await confirmation(page).fill(NEW_PASSWORD);
  await expect(page.getByText("Passwords do not match")).toHaveCount(0);
  expect(calls()).toBe(0);
});

test("a link that lost its token says so, and a new one can be asked for", async ({ page }) => {
  await openUpdate(page, "/reset-password?type=recovery&token=");
  const calls = counter(page, "POST", "/auth/v1/verify");
  const place = () => page.getByRole("heading", { level: 1 }).boundingBox();
  const before = await place();
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toContainText(TOKEN_MISSING);
  expect(await place(), "the heading stays where it is").toEqual(before);
  expect(calls()).toBe(0);
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(sendButton(page)).toBeVisible();
});

test("a token is found in the path, the query and the hash, and leaves the address at once", async ({
  page,
}) => {
  const addresses = ["/T", "?token=T", "?access_token=T&type=recovery", "#token=T", "#access_token=T"];
  for (const address of addresses) {
    await page.goto("/terms");
    const asking = page.waitForRequest("**/auth/v1/verify");
    await page.route("**/auth/v1/verify", (route) => route.abort());
    await openUpdate(page, `/reset-password${address}`);
    await expect(page, address).toHaveURL(/\/reset-password$/);
    await choose(page, NEW_PASSWORD);
    expect((await asking).postDataJSON(), address).toMatchObject({ token_hash: "T", type: "recovery" });
    await expect(alert(page)).toBeVisible();
  }
  for (const address of ["", "?token=T&type=signup", "/T?type=magiclink"]) {
    await page.goto(`/reset-password${address}`);
    await expect(sendButton(page), address).toBeEnabled();
  }
});
test("both kinds of token lead to the end: in the path, and as a session in the hash", async ({ page }) => {
  const byPath = await newUser("by-path");
  const link = await recoveryLink(page, byPath.email);
  await openUpdate(page, `/reset-password/${tokenOf(link)}`);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
  await page.waitForURL("**/login");
  expect(await canSignIn({ ...byPath, password: NEW_PASSWORD })).toBe(true);

  const byHash = await newUser("by-hash");
  const { tokens } = await session(byHash);
  const { access_token, refresh_token } = tokens;
  const hash = new URLSearchParams({ access_token, refresh_token, type: "recovery" });
  await openUpdate(page, `/reset-password#${hash}`);
  await expect(page).toHaveURL(/\/reset-password$/);
  expect(await storedSession(page)).toBeNull();
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
  await page.waitForURL("**/login");
  expect(await canSignIn({ ...byHash, password: NEW_PASSWORD })).toBe(true);
});

test("a used, a tampered and a foreign token are refused, and the password stays", async ({
  page,
  elsewhere,
}) => {
  const user = await newUser("spent");
  const link = await recoveryLink(page, user.email);
  const tampered = link.replace(/token=(.)/, (_, first) => `token=${first === "0" ? "1" : "0"}`);
  const foreign = await confirmationToken();
  for (const bad of [tampered, `/reset-password?token=${foreign}&type=recovery`]) {
    await openUpdate(elsewhere, bad);
    await choose(elsewhere, "Stolen-horse-1");
    await expect(alert(elsewhere)).toContainText(LINK_SPENT);
    expect(await storedSession(elsewhere)).toBeNull();
  }
  await openUpdate(page, link);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();

  await openUpdate(elsewhere, link);
  await choose(elsewhere, "Stolen-horse-1");
  await expect(alert(elsewhere)).toContainText(LINK_SPENT);
  await elsewhere.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(sendButton(elsewhere)).toBeVisible();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

/** A token that is good, but for something else. */
async function confirmationToken(): Promise<string> {
  const email = `foreign-${Date.now()}@example.com`;
  const { auth } = createClient(stack.supabase.url, stack.supabase.publishableKey);
  const { error } = await auth.signUp({ email, password: NEW_PASSWORD });
  if (error) throw error;
  return new URL(await linkMailedTo(email)).searchParams.get("token_hash") ?? "";
}

test("a refused password can be corrected, and the token is redeemed only once", async ({ page }) => {
  const user = await newUser("picky");
  await openUpdate(page, await recoveryLink(page, user.email));
  const redemptions = counter(page, "POST", "/auth/v1/verify");
  await choose(page, "abc");
  await expect(alert(page)).toHaveText("Password should be at least 6 characters.");
  await choose(page, user.password);
  await expect(alert(page)).toHaveText("New password should be different from the old password.");
  await page.waitForTimeout(1_000);
  await expect(page).toHaveURL(/\/reset-password$/);
  await choose(page, NEW_PASSWORD);
  await expect(page.getByText(UPDATED)).toBeVisible();
  expect(redemptions()).toBe(1);
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

test("a correction never changes the password of somebody who signed in meanwhile in another tab", async ({
  page,
  context,
}) => {
  const [owner, bystander] = [await newUser("owner"), await newUser("bystander")];
  await openUpdate(page, await recoveryLink(page, owner.email));
  await choose(page, "abc");
  await expect(alert(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto("/terms");
  const { tokens } = await session(bystander);
  await tab.evaluate(([key, value]) => localStorage.setItem(key, value), [
    STORAGE_KEY,
    JSON.stringify(tokens),
  ] as const);
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toContainText("Failed to update password");
  expect(await canSignIn(bystander)).toBe(true);
  expect(await canSignIn({ ...bystander, password: NEW_PASSWORD })).toBe(false);
});

test("an account with a second factor is asked for its code first, and a wrong one stays there", async ({
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
  await expect(code).toHaveAccessibleDescription("Invalid TOTP code entered");
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
  const { auth } = await session(user);
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  if (error) throw error;
  const app = authenticator(data.totp.secret);
  const answer = await auth.mfa.challengeAndVerify({ factorId: data.id, code: await app.nextCode() });
  if (answer.error) throw answer.error;
  return app;
}

test("failures show their own message, else the specified one, and leave the form usable", async ({
  page,
}) => {
  const user = await newUser("unlucky");
  await page.route("**/auth/v1/recover*", (route) => route.fulfill({ status: 500, json: {} }));
  await askFor(page, user.email);
  await expect(alert(page)).toHaveText("Failed to send reset instructions");
  await page.unroute("**/auth/v1/recover*");
  await sendButton(page).click();
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  await page.keyboard.press("Escape");
  await sendButton(page).click();
  await expect(alert(page)).toContainText("For security purposes, you can only request this after");

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

for (const theme of ["light", "dark"] as const) {
  test(`no state of the page has an accessibility violation or scrolls sideways: ${theme}`, async ({
    page,
  }) => {
    await chooseTheme(page, theme);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await askFor(page, `nobody-${Date.now()}@example.com`);
      await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
      await expectReadable(page);
      await page.keyboard.press("Escape");
      await expectReadable(page);
      await openUpdate(page, "/reset-password?token=");
      await choose(page, NEW_PASSWORD);
      await expect(alert(page)).toBeVisible();
      await choose(page, NEW_PASSWORD, "other");
      await expectReadable(page);
    }
  });
}

async function expectReadable(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}
