import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { test } from "./elsewhere.ts";
import { linkMailedTo } from "./mail.ts";
import {
  callsTo,
  dashboard,
  field,
  newAddress,
  open,
  PASSWORD,
  submit,
  TERMS_MISSING,
  terms,
} from "./sign-up-support.ts";
import { expect, forgetSession, signInByForm, stack } from "./support.ts";

// The browser itself logs the provider's error status.
test.use({ expectedErrors: [/Failed to load resource/] });

async function invite(email: string): Promise<string> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const { admin } = createClient(stack.supabase.url, stack.supabase.secretKey, options).auth;
  const { error } = await admin.inviteUserByEmail(email, { redirectTo: `${stack.web}/signup` });
  if (error) throw error;
  return linkMailedTo(email);
}

async function acceptInvitation(page: Page, password = PASSWORD): Promise<void> {
  await field(page, "Password").fill(password);
  await terms(page).check();
  await submit(page).click();
}

async function expectPassword(page: Page, email: string): Promise<void> {
  await forgetSession(page);
  await signInByForm(page, { email, password: PASSWORD });
}

test("an invitation opened by an email scanner stays valid, and works in any browser", async ({
  page,
  elsewhere,
}) => {
  const email = newAddress("invited");
  const link = await invite(email);
  expect(new URL(link).pathname).toBe("/signup");
  await open(page, link);
  await expect(page.getByRole("heading", { name: "Accept your invitation" })).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);

  await open(elsewhere, link);
  await field(elsewhere, "Password").fill(PASSWORD);
  await submit(elsewhere).click();
  await expect(elsewhere.getByText(TERMS_MISSING)).toBeVisible();
  await acceptInvitation(elsewhere);
  await expect(dashboard(elsewhere)).toBeVisible();
  await expectPassword(elsewhere, email);
});

test("a rejected password doesn't use up an invitation, and the form keeps its input", async ({ page }) => {
  const email = newAddress("guest");
  await page.clock.install();
  await open(page, await invite(email));
  const redemptions = callsTo(page, "/auth/v1/verify");
  await acceptInvitation(page, "abc");
  await expect(page.getByRole("alert")).toHaveText(
    "This password is too easy to guess. Use at least 8 characters, and none that you use elsewhere.",
  );
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(/\/signup$/);
  await acceptInvitation(page);
  await expect(dashboard(page)).toBeVisible();
  expect(redemptions).toHaveLength(1);
  await expectPassword(page, email);
});

test("an invitation can be accepted once; after that, normal sign-up still works", async ({
  page,
  elsewhere,
}) => {
  const link = await invite(newAddress("once"));
  await open(page, link);
  await acceptInvitation(page);
  await expect(dashboard(page)).toBeVisible();

  const tampered = link.replace(/token_hash=(.)/, (_, first) => `token_hash=${first === "0" ? "1" : "0"}`);
  for (const bad of [link, tampered]) {
    await open(elsewhere, bad);
    await acceptInvitation(elsewhere);
    await expect(elsewhere.getByRole("alert")).toContainText("This link has expired or was already used.");
  }
  await elsewhere.getByRole("link", { name: "Sign up without an invitation" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Create your account" })).toBeVisible();
});

test("an invitation's failure without a message is 'Signup failed'", async ({ page }) => {
  await page.route("**/auth/v1/verify", (route) => route.fulfill({ status: 500, json: {} }));
  await open(page, "/signup?token_hash=any&type=invite");
  await acceptInvitation(page);
  await expect(page.getByRole("alert")).toContainText("Signup failed");
});
