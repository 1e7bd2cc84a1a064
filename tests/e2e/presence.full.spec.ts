import { accountMessages } from "#app/features/account/messages.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { presenceMessages as words } from "#app/features/presence/messages.ts";
import { enrolFactor, FAILED_RESOURCE } from "./login-support.ts";
import { codeMailedTo } from "./mail.ts";
import { SETTINGS } from "./paying.ts";
import { agedSession, confirming, openWith, submitToken } from "./presence-support.ts";
import { section } from "./settings.ts";
import { browserOf, expect, expectReadable, newSession, newUser, stack, test } from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });

test("the dialog that asks who it is can be read above another, with its errors", async () => {
  const page = browser();
  await openWith(page, await agedSession((await newSession(await newUser("reads"))).session), "/profile");
  const dialog = await submitToken(page);
  await dialog.getByLabel("Password", { exact: true }).fill("a guess");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(words.wrongPassword)).toBeVisible();
  await expectReadable(page);
  await dialog.getByRole("button", { name: words.emailInstead }).click();
  await dialog.getByRole("button", { name: words.sendAgain }).click();
  await expect(dialog.getByText(/^Too many emails in a short time/)).toBeVisible();
  await expectReadable(page);
});

test("a code from the app gives new recovery codes", async () => {
  const page = browser();
  const user = await newUser("presence-app");
  const { app, device } = await enrolFactor(user);
  const { data } = await device.getSession();
  if (!data.session) throw new Error("The device has no session.");
  await openWith(page, await agedSession(data.session), "/profile");
  const card = section(page, authMessages.secondFactor.title);
  await card.getByRole("button", { name: "Create codes" }).click();
  await confirming(page)
    .getByLabel(authMessages.secondFactor.code)
    .fill(await app.nextCode());
  await page.keyboard.press("Enter");
  await expect(card.getByRole("heading", { name: accountMessages.recoveryCodes.title })).toBeVisible();
});

test("an emailed code opens the page for a card", async () => {
  const page = browser();
  const user = await newUser("presence-email");
  await openWith(page, await agedSession((await newSession(user)).session), SETTINGS);
  await page.getByRole("button", { name: "Add card" }).click();
  await confirming(page).getByRole("button", { name: words.emailInstead }).click();
  await confirming(page)
    .getByLabel(authMessages.secondFactor.code)
    .fill(await codeMailedTo(user.email));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL((url) => url.origin === new URL(stack.stripe.url).origin);
});
