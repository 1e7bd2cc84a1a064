import { authMessages } from "#app/features/auth/messages.ts";
import {
  askForLink,
  button,
  enrolFactor,
  field,
  newAddress,
  openLogin,
  openMagicLink,
  submitPassword,
  visitor,
} from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { alert, askFor, choose, NEW_PASSWORD, openUpdate, SENT } from "./reset-support.ts";
import { open, PASSWORD, submit, TERMS_MISSING, terms } from "./sign-up-support.ts";
import { expect, expectReadable, newUser, signIn, stopClock, test } from "./support.ts";

/** The states that no address leads to; the walk over all pages checks the others. */

test("every state of the sign-in page can be read", async ({ page }) => {
  await openLogin(page);
  await field(page, "Password").fill("Correct7horse");
  await expectReadable(page);
  await openMagicLink(page);
  await expectReadable(page);
  await askForLink(page, newAddress("axe"));
  await expectReadable(page);
  await openLogin(page, "/login?error=access_denied");
  await expect(alert(page)).toBeVisible();
  await expectReadable(page);
});

test("the code step and the choice of an account can be read", async ({ page }) => {
  const user = await newUser("axe-factor");
  await enrolFactor(user);
  await openLogin(page);
  await submitPassword(page, user);
  await field(page, authMessages.secondFactor.code).fill("123");
  await page.keyboard.press("Enter");
  await expect(page.getByText(authMessages.secondFactor.incomplete)).toBeVisible();
  await expectReadable(page);
  await button(page, authMessages.recoveryCode.use).click();
  await expectReadable(page);
  await button(page, authMessages.secondFactor.otherAccount).click();

  await signIn(page, await newUser("axe-before"));
  const { email } = await newUser("axe-after");
  await visitor().signInWithOtp({ email });
  await page.goto(await linkMailedTo(email));
  await expect(page.getByText(authMessages.switchAccount.warning(email))).toBeVisible();
  await expectReadable(page);
});

test("the questions that links ask a visitor can be read", async ({ page }) => {
  const email = newAddress("axe-new");
  await visitor().signUp({ email, password: "Correct-horse-9" });
  await page.goto(await linkMailedTo(email));
  await field(page, "Password").fill("password");
  await button(page, authMessages.firstPassword.confirm).click();
  await expect(alert(page)).toBeVisible();
  await expectReadable(page);

  const known = await newUser("axe-known-with-a-rather-long-address");
  await visitor().signInWithOtp({ email: known.email });
  await page.goto(await linkMailedTo(known.email));
  await expect(page.getByRole("heading", { name: authMessages.entry.title(known.email) })).toBeVisible();
  await expectReadable(page);

  await page.goto("/login?token_hash=none&type=email_change");
  await expect(page.getByRole("heading", { name: authMessages.emailChange.title })).toBeVisible();
  await expectReadable(page);
});

test("every state of a sign-up can be read, and none moves the heading", async ({ page }) => {
  await page.clock.install();
  for (const path of ["/signup?token_hash=none&type=invite", "/signup"]) {
    await open(page, path);
    await page.evaluate(() => document.fonts.ready);
    const place = () => page.getByRole("heading", { level: 1 }).boundingBox();
    await page.setViewportSize({ width: 1280, height: 844 });
    const before = await place();
    if (path === "/signup") await field(page, "Email").fill(newAddress("axe"));
    await field(page, "Password").fill(PASSWORD);
    await submit(page).click();
    await expect(page.getByText(TERMS_MISSING)).toBeVisible();
    expect(await place()).toEqual(before);
    await expectReadable(page);
    if (path !== "/signup") continue;
    await page.setViewportSize({ width: 1280, height: 844 });
    await terms(page).check();
    await stopClock(page);
    await submit(page).click();
    await expect(page.getByText(authMessages.success.signUp)).toBeVisible();
    expect(await place()).toEqual(before);
  }
});

test("every state of a reset can be read", async ({ page }) => {
  await askFor(page, newAddress("nobody"));
  await expect(page.getByRole("dialog", { name: SENT })).toBeVisible();
  await expectReadable(page);
  await openUpdate(page, "/reset-password?token=");
  await choose(page, NEW_PASSWORD);
  await expect(alert(page)).toBeVisible();
  await choose(page, NEW_PASSWORD, "other");
  await expectReadable(page);
});
