import { authMessages } from "#app/features/auth/messages.ts";
import { askForLink, button, dashboard, expectRefused, FAILED_RESOURCE } from "./login-support.ts";
import { linkMailedTo } from "./mail.ts";
import { browserOf, expect, newAddress, test, visitor } from "./support.ts";

const owners = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const attackers = browserOf({ expectedErrors: [FAILED_RESOURCE] });

const STOLEN = "Stolen-horse-1";

test("whoever signed up with an address first can’t sign in once its owner has used a magic link, which takes one click", async () => {
  const [owner, attacker] = [owners(), attackers()];
  const email = newAddress("linked");
  const signedUp = await visitor().signUp({ email, password: STOLEN });
  expect(signedUp.error).toBeNull();
  await askForLink(owner, email);
  await owner.goto(await linkMailedTo(email));
  await button(owner, authMessages.entry.enter(email)).click();
  await expect(dashboard(owner)).toBeVisible();
  await expectRefused(attacker, { email, password: STOLEN });
});
