import { presenceMessages as words } from "#app/features/presence/messages.ts";
import { FAILED_RESOURCE } from "./login-support.ts";
import { agedSession, openWith, submitToken } from "./presence-support.ts";
import { browserOf, expect, expectReadable, newSession, newUser, test } from "./support.ts";

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
