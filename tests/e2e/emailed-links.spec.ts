import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { button, dashboard, storedEmail } from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { choose, NEW_PASSWORD, UPDATED } from "./reset-support.ts";
import { canSignIn } from "./settings.ts";
import { confirmAddress } from "./sign-up-support.ts";
import { browserOf, expect, newAddress, newSession, newUser, test, visitor } from "./support.ts";

const scanners = browserOf();
const persons = browserOf();

/** Opens a link as a program that checks emails does: runs the page's scripts until nothing happens any more. */
async function scan(link: string): Promise<void> {
  const page = await scanners().context().newPage();
  const redemptions: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/auth/v1/")) redemptions.push(request.url());
  });
  await page.goto(link, { waitUntil: "networkidle" });
  expect(await storedEmail(page)).toBeNull();
  expect(redemptions).toEqual([]);
  await page.close();
}

async function openAfterScan(email: string, subject?: string): Promise<Page> {
  const link = await linkMailedTo(email, subject);
  await scan(link);
  const page = persons();
  await page.goto(link);
  return page;
}

test("a sign-in link works after a scanner has opened it", async () => {
  const { email } = await newUser("scanned");
  await visitor().signInWithOtp({ email });
  const page = await openAfterScan(email);
  await button(page, authMessages.entry.enter(email)).click();
  await expect(dashboard(page)).toBeVisible();
  expect(await storedEmail(page)).toBe(email);
});

test("so do the links that confirm a new account, by a sign-up or a first sign-in link", async () => {
  const [signedUp, linked] = [newAddress("scanned-sign-up"), newAddress("scanned-first")];
  await visitor().signUp({ email: signedUp, password: "Correct-horse-9" });
  await visitor().signInWithOtp({ email: linked });
  for (const email of [signedUp, linked]) {
    const page = await openAfterScan(email);
    await confirmAddress(page);
    await expect(dashboard(page)).toBeVisible();
    expect(await canSignIn({ email, password: "Correct-horse-9" })).toBe(true);
  }
});

test("so does a link to reset a password", async () => {
  const user = await newUser("scanned-reset");
  await visitor().resetPasswordForEmail(user.email);
  const page = await openAfterScan(user.email, "Reset your password");
  await choose(page, NEW_PASSWORD);
  await expect(page.getByRole("status").filter({ hasText: UPDATED })).toBeVisible();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

test("so do both links of a change of address", async () => {
  const user = await newUser("scanned-change");
  const moved = { ...user, email: newAddress("scanned-moved") };
  const { client } = await newSession(user);
  expect((await client.updateUser({ email: moved.email })).error).toBeNull();
  for (const email of [user.email, moved.email]) {
    const page = await openAfterScan(email, "email");
    await button(page, authMessages.emailChange.confirm).click();
    if (email === moved.email) await expect(dashboard(page)).toBeVisible();
    else await expect(page.getByText(authMessages.confirmOtherAddress)).toBeVisible();
  }
  expect([await canSignIn(moved), await canSignIn(user)]).toEqual([true, false]);
});
