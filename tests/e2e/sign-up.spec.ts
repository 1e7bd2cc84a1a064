import type { Page } from "@playwright/test";
import { linkMailedTo } from "./mail.ts";
import { canSignIn } from "./settings.ts";
import {
  callsTo,
  confirmAddress,
  dashboard,
  field,
  newAddress,
  open,
  PASSWORD,
  submit,
  TERMS_MISSING,
  terms,
} from "./sign-up-support.ts";
import { browserOf, expect, fillSignIn, giveSession, newUser, test } from "./support.ts";

const browser = browserOf({ expectedErrors: [/Failed to load resource/] });
const otherBrowser = browserOf({ expectedErrors: [/Failed to load resource/] });
const SIGNED_UP = "Account created! Please check your email to confirm your registration.";

test("a new user reads the terms, signs up, and confirms the address from any browser", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const email = newAddress("new");
  // Also without scripts.
  const text = await (await page.request.get("/terms")).text();
  for (const title of ["Prepaid balance and plans", "Charges", "Refunds", "Acceptable use", "Contact"])
    expect(text).toContain(`>${title}<`);

  await open(page);
  await page.evaluate(() => document.fonts.ready);
  const place = () => page.getByRole("heading", { level: 1 }).boundingBox();
  const before = await place();
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(PASSWORD);
  await submit(page).click();
  await expect(page.getByText(TERMS_MISSING)).toBeVisible();
  expect(await place(), "the heading stays where it is").toEqual(before);
  await terms(page).check();
  await submit(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("status").filter({ hasText: SIGNED_UP })).toBeVisible();
  await expect(field(page, "Email")).toHaveValue(email);

  await elsewhere.goto(await linkMailedTo(email));
  await confirmAddress(elsewhere);
  await expect(dashboard(elsewhere)).toBeVisible();
  await fillSignIn(page, { email, password: PASSWORD });
  await expect(dashboard(page)).toBeVisible();
});

async function sendInvitation(page: Page, email: string): Promise<void> {
  await giveSession(page, await newUser("host"));
  await page.goto("/user-management?tab=invite");
  await field(page, "Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("status")).toContainText("Invitation sent successfully!");
}

async function accept(page: Page, password = PASSWORD): Promise<void> {
  await field(page, "Password").fill(password);
  await terms(page).check();
  await submit(page).click();
}

test("an invitation stays valid when a scanner opens it, and is accepted once, in any browser", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const email = newAddress("invited");
  await sendInvitation(page, email);
  const link = await linkMailedTo(email);
  await open(page, link);
  await expect(page.getByRole("heading", { name: "Accept your invitation" })).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);

  await open(elsewhere, link);
  const redemptions = callsTo(elsewhere, "/auth/v1/verify");
  await accept(elsewhere, "abc");
  await expect(elsewhere.getByRole("alert")).toHaveText(
    "This password is too easy to guess. Use at least 8 characters, and none that you use elsewhere.",
  );
  await accept(elsewhere);
  await expect(dashboard(elsewhere)).toBeVisible();
  expect(redemptions).toHaveLength(1);
  expect(await canSignIn({ email, password: PASSWORD })).toBe(true);

  await accept(page);
  await expect(page.getByRole("alert")).toContainText("This link has expired or was already used.");
  await page.getByRole("link", { name: "Sign up without an invitation" }).click();
  // The host is signed in here.
  await expect(dashboard(page)).toBeVisible();
});
