import { authMessages } from "#app/features/auth/messages.ts";
import {
  askForLink,
  button,
  dashboard,
  FAILED_RESOURCE,
  openLogin,
  storedEmail,
  visitor,
} from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { cancelAtProvider, chooseGoogleUser, GOOGLE_USERS } from "./social.ts";
import { browserOf, expect, newUser, signIn, stack, test } from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const otherBrowser = browserOf();

test("a magic link signs in from another browser, once, and returns to the original page", async () => {
  const [page, other] = [browser(), otherBrowser()];
  const { email } = await newUser("reader");
  const asking = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/auth/v1/otp"),
  );
  await askForLink(page, email, "/login?return_to=%2Fadd-balance%3Famount%3D50");
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

  const verifications: string[] = [];
  other.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/auth/v1/verify"))
      verifications.push(other.url());
  });
  const link = await linkMailedTo(email);
  expect(link).toContain("/login?token_hash=");
  await other.goto(link);
  await button(other, authMessages.entry.enter(email)).click();
  await expect(other).toHaveURL(/\/add-balance\?amount=50$/);
  expect(await storedEmail(other)).toBe(email);
  expect(verifications, "one call, made after the token left the address").toEqual([
    `${stack.web}/login?return_to=%2Fadd-balance%3Famount%3D50`,
  ]);

  await openLogin(page, link);
  await button(page, authMessages.entry.enter(email)).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This link has expired or was already used. Request a new one.",
  );
  await expect(page).toHaveURL(`${stack.web}/login?return_to=%2Fadd-balance%3Famount%3D50`);
});

test("a magic link replaces another user's session only after confirmation, then in every tab", async () => {
  const page = browser();
  const before = await newUser("before");
  await signIn(page, before);
  const { email } = await newUser("after");
  await visitor().signInWithOtp({ email });
  const other = await page.context().newPage();
  await other.goto(await linkMailedTo(email));
  await expect(other.getByText(authMessages.switchAccount.description(before.email))).toBeVisible();
  expect(await storedEmail(other)).toBe(before.email);
  await button(other, "Switch account").click();
  await expect(dashboard(other)).toBeVisible();
  expect(await storedEmail(other)).toBe(email);
  await expect(page.getByRole("button", { name: /My Account/ })).toContainText(email);
  await expect(page.getByText(before.email)).toHaveCount(0);
});

test("Google signs in and returns to the original page, after a foreign code and a cancelled try", async () => {
  const page = browser();
  const [{ email } = { email: "" }] = GOOGLE_USERS.slice(-1);
  const back = `${stack.web}/login?return_to=%2Fapi-keys`;
  await openLogin(page, `${back}&code=3f1c7d9e-0000-4000-8000-000000000000`);
  await expect(page.getByRole("alert")).toHaveText("Authentication failed");
  await expect(page).toHaveURL(back);
  await button(page, "GitHub").click();
  await cancelAtProvider(page);
  await expect(page.getByRole("alert")).toHaveText(/^You canceled, or access was denied/);
  await expect(page).toHaveURL(back);
  await button(page, "Google").click();
  await chooseGoogleUser(page, email);
  await expect(page).toHaveURL(/\/api-keys$/);
  expect(await storedEmail(page)).toBe(email);
});
