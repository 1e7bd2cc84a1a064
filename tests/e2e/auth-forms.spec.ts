import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import {
  askForLink,
  button,
  FAILED_RESOURCE,
  field,
  newAddress,
  openLogin,
  openMagicLink,
  STORAGE_KEY,
} from "./login-support.ts";
import { expect, giveSession, newUser, signIn, signInByForm, stack, test } from "./support.ts";

/** The specification's rules for all forms and their requests (sections 3, 4, 5 and 7). */

test("requests to the identity provider name the app and the project, and use PKCE", async ({ page }) => {
  const asking = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/auth/v1/otp"),
  );
  await askForLink(page, newAddress("headers"));
  const call = await asking;
  expect(call.headers()).toMatchObject({
    "x-client-info": "latchkey-ai-api",
    apikey: stack.supabase.publishableKey,
  });
  expect(call.postDataJSON()).toMatchObject({
    create_user: true,
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "s256",
  });
});

test("the browser stores the complete session under the product's name", async ({ page }) => {
  const user = await newUser("stored");
  await signInByForm(page, user);
  const session = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? ""), STORAGE_KEY);
  expect(session).toMatchObject({
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

test("signing in in one tab redirects the sign-in page in another tab to the dashboard", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await openLogin(other, "/login?return_to=%2Fapi-keys");
  await signIn(page, await newUser("both-tabs"));
  await expect(other).toHaveURL(/\/api-keys$/);
});

/** Every required field of the specification, with its type. */
const REQUIRED = [
  ["Email", "email"],
  ["Password", "password"],
] as const;

async function expectRequired(page: Page, name: string, type: string): Promise<void> {
  await expect(field(page, name), `${page.url()} ${name}`).toHaveAttribute("required", "");
  await expect(field(page, name), `${page.url()} ${name}`).toHaveAttribute("type", type);
}

test("every email and password is required, and emails must be valid", async ({ page }) => {
  await openLogin(page);
  for (const [name, type] of REQUIRED) await expectRequired(page, name, type);
  await openMagicLink(page);
  await expectRequired(page, "Email", "email");
  await page.goto("/signup");
  for (const [name, type] of REQUIRED) await expectRequired(page, name, type);
  await page.goto("/reset-password");
  await expectRequired(page, "Email", "email");
  await page.goto("/reset-password?token=T");
  for (const name of ["New password", "Confirm password"]) await expectRequired(page, name, "password");
  await giveSession(page, await newUser("required"));
  await page.goto("/user-management");
  await expectRequired(page, "New email", "email");
  await page.goto("/user-management?tab=password");
  for (const name of ["New password", "Confirm password"]) await expectRequired(page, name, "password");
  await page.goto("/user-management?tab=invite");
  await expectRequired(page, "Email", "email");
});

test.describe("when a request is refused", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("the provider refuses a second magic link within a minute", async ({ page }) => {
    const email = newAddress("eager");
    await askForLink(page, email);
    await openMagicLink(page);
    await field(page, "Email").fill(email);
    await button(page, authMessages.sendMagicLink).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Too many magic link requests. Please wait a few minutes before trying again.",
    );
  });
});
