import { test } from "./elsewhere.ts";
import { linkMailedTo, mailsTo } from "./mail.ts";
import {
  callsTo,
  dashboard,
  field,
  newAddress,
  open,
  PASSWORD,
  signUp,
  submit,
  TERMS_MISSING,
  terms,
} from "./sign-up-support.ts";
import { expect, expectReadable, giveSession, newUser, signInByForm, stack, stopClock } from "./support.ts";

const FAILED_RESOURCE = /Failed to load resource/;
const SIGNED_UP = "Account created! Please check your email to confirm your registration.";

test("signing up shows a confirmation, opens the sign-in page after 3 s, and can be confirmed from any browser", async ({
  page,
  elsewhere,
}) => {
  const email = newAddress("new");
  await page.clock.install();
  await open(page);
  const calls = callsTo(page, "/auth/v1/signup");
  await stopClock(page);
  await signUp(page, email);
  await expect(page.getByRole("status").filter({ hasText: SIGNED_UP })).toBeFocused();
  await page.clock.runFor(2_900);
  await expect(page).toHaveURL(/\/signup$/);
  await page.clock.runFor(100);
  await expect(page).toHaveURL(/\/login$/);
  await page.clock.resume();
  await expect(page.getByRole("status").filter({ hasText: SIGNED_UP })).toBeVisible();
  expect(calls.map((call) => new URL(call.url()).searchParams.get("redirect_to"))).toEqual([
    `${stack.web}/login`,
  ]);

  await elsewhere.goto(await linkMailedTo(email));
  await expect(dashboard(elsewhere)).toBeVisible();
  await signInByForm(page, { email, password: PASSWORD });
});

test("the sign-in page can be opened immediately, and the delayed redirect is cancelled", async ({
  page,
}) => {
  await page.clock.install();
  await open(page);
  await signUp(page, newAddress("hasty"));
  await page.getByRole("link", { name: "Return to Sign In" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(submit(page)).toBeEnabled();
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL(/\/signup$/);
});

test("nothing above the form moves when a message appears or the form disappears", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page);
  const place = () => page.getByRole("heading", { level: 1 }).boundingBox();
  const before = await place();
  await field(page, "Email").fill(newAddress("still"));
  await field(page, "Password").fill(PASSWORD);
  await submit(page).click();
  await expect(page.getByText(TERMS_MISSING)).toBeVisible();
  expect(await place()).toEqual(before);
  await terms(page).check();
  await submit(page).click();
  await expect(page.getByText(SIGNED_UP)).toBeVisible();
  expect(await place()).toEqual(before);
});

test("the terms open in a new tab, and the input stays", async ({ page, context }) => {
  await open(page);
  await field(page, "Email").fill("typed@example.com");
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: /terms and conditions/ }).click();
  const tab = await opening;
  await expect(tab.getByRole("heading", { name: "Terms and conditions", level: 1 })).toBeVisible();
  await expect(tab).toHaveURL(/\/terms$/);
  await expect(field(page, "Email")).toHaveValue("typed@example.com");
  await expect(terms(page)).not.toBeChecked();
});

test("the terms can be read without scripts", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/terms");
  for (const title of ["Prepaid balance and plans", "Charges", "Refunds", "Acceptable use", "Contact"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await context.close();
});

test("an address that has an account gets the same response as a new one, and its owner gets no email", async ({
  page,
}) => {
  const { email } = await newUser("known");
  const texts: string[] = [];
  for (const address of [email, newAddress("unknown")]) {
    await open(page);
    await signUp(page, address);
    await expect(page.getByText(SIGNED_UP)).toBeVisible();
    texts.push(await page.getByRole("main").innerText());
  }
  expect(texts[0]).toBe(texts[1]);
  expect(await mailsTo(email)).toEqual([]);
});

test("the meter names the strength and never blocks, and the password can be shown", async ({ page }) => {
  await open(page);
  const strengths = {
    aaaaaa: "Weak",
    aaaaaaaa: "Weak",
    Aaaaaaaa: "Fair",
    Aaaaaaa1: "Good",
    "Aaaaaa1!": "Strong",
  };
  for (const [password, label] of Object.entries(strengths)) {
    await field(page, "Password").fill(password);
    await expect(page.getByText(`Password strength: ${label}`, { exact: true }), password).toBeVisible();
  }
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "password");
  await signUp(page, newAddress("weak"), "aaaaaaaa");
  await expect(page.getByText(SIGNED_UP)).toBeVisible();
});

test("email and password are required, and the email must be valid", async ({ page }) => {
  await open(page);
  const calls = callsTo(page, "/auth/v1/signup");
  const isValid = (name: "Email" | "Password") =>
    field(page, name).evaluate((input) => input instanceof HTMLInputElement && input.checkValidity());
  await submit(page).click();
  expect([await isValid("Email"), await isValid("Password")]).toEqual([false, false]);
  await signUp(page, "nobody");
  expect([await isValid("Email"), await isValid("Password")]).toEqual([false, true]);
  expect(calls).toEqual([]);
});

test("a signed-in visitor is redirected to the dashboard", async ({ page }) => {
  await giveSession(page, await newUser("inside"));
  await page.goto("/signup");
  await expect(dashboard(page)).toBeVisible();
  await expect(page).toHaveURL(new URL("/", page.url()).href);
});

test("the form can be filled and sent by keyboard alone", async ({ page }) => {
  await open(page);
  await field(page, "Email").focus();
  await page.keyboard.type(newAddress("keys"));
  await page.keyboard.press("Tab");
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(terms(page)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(terms(page)).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /terms and conditions/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(SIGNED_UP)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Return to Sign In" })).toBeFocused();
});

test("no state of the page has an accessibility violation or scrolls sideways", async ({ page }) => {
  for (const path of ["/signup", "/signup?token_hash=none&type=invite"]) {
    await open(page, path);
    if (path === "/signup") await field(page, "Email").fill("a@example.com");
    await field(page, "Password").fill(PASSWORD);
    await submit(page).click();
    await expect(page.getByText(TERMS_MISSING)).toBeVisible();
    await expectReadable(page);
  }
});

test.describe("when something fails", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a provider that can't be reached shows an error on this page too", async ({ page }) => {
    await page.route("**/auth/v1/authorize*", (route) => route.fulfill({ status: 500, json: {} }));
    await open(page);
    await page.getByRole("button", { name: "Google" }).click();
    await expect(page.getByRole("alert")).toHaveText("Google authentication failed");
    await page.getByRole("button", { name: "GitHub" }).click();
    await expect(page.getByRole("alert")).toHaveText("GitHub authentication failed");
  });
});
