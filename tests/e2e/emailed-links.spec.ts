import { authMessages } from "#app/features/auth/messages.ts";
import { scannedLinks } from "./emailed-links-support.ts";
import { button, dashboard, storedEmail } from "./login-support.ts";
import { canSignIn } from "./settings.ts";
import { confirmAddress } from "./sign-up-support.ts";
import { expect, newAddress, newUser, test, visitor } from "./support.ts";

const openAfterScan = scannedLinks();

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
