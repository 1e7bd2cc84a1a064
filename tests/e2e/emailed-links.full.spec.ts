import { authMessages } from "#app/features/auth/messages.ts";
import { scannedLinks } from "./emailed-links-support.ts";
import { button, dashboard } from "./login-support.ts";
import { choose, NEW_PASSWORD, UPDATED } from "./reset-support.ts";
import { canSignIn } from "./settings.ts";
import { expect, newAddress, newSession, newUser, test, visitor } from "./support.ts";

const openAfterScan = scannedLinks();

test("a link to reset a password works after a scanner has opened it", async () => {
  const user = await newUser("scanned-reset");
  await visitor().resetPasswordForEmail(user.email);
  const page = await openAfterScan(user.email, "Reset your password");
  await choose(page, NEW_PASSWORD);
  await expect(page.getByRole("status").filter({ hasText: UPDATED })).toBeVisible();
  expect(await canSignIn({ ...user, password: NEW_PASSWORD })).toBe(true);
});

test("both links of a change of address work after scanners have opened them", async () => {
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
