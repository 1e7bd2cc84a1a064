import { accountMessages } from "#app/features/account/messages.ts";
import { presenceMessages as words } from "#app/features/presence/messages.ts";
import { FAILED_RESOURCE, openSettings, section, userOf } from "./settings.ts";
import { chooseGitHubUser, GITHUB_USERS } from "./social.ts";
import { browserOf, expect, newUser, test, toasts } from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const otherBrowser = browserOf({ expectedErrors: [FAILED_RESOURCE] });

test("GitHub can be linked, used to sign in to the same account, and unlinked", async () => {
  const [page, elsewhere] = [browser(), otherBrowser()];
  const [{ login, email } = { login: "", email: "" }] = GITHUB_USERS.slice(-2);
  const user = await newUser("linker");
  const methods = section(page, "Sign-in methods");
  await openSettings(page, user);
  await methods.getByRole("button", { name: "Link GitHub" }).click();
  await chooseGitHubUser(page, login);
  await expect(page).toHaveURL(/\/profile#sign-in-methods$/);
  await expect(toasts(page)).toContainText(accountMessages.linked("GitHub").title);
  await expect(methods).toContainText(email);
  await expect(methods).toBeInViewport();

  await elsewhere.goto("/login");
  await elsewhere.getByRole("button", { name: "GitHub" }).click();
  await chooseGitHubUser(elsewhere, login);
  await expect(elsewhere.getByRole("button", { name: user.email })).toBeVisible();

  await methods.getByRole("button", { name: "Unlink GitHub" }).click();
  await page.getByRole("dialog", { name: "Unlink GitHub" }).getByRole("button", { name: "Unlink" }).click();
  // GitHub's sign-in, which linking ended with, proves nothing to us.
  await page
    .getByRole("dialog", { name: words.title })
    .getByLabel("Password", { exact: true })
    .fill(user.password);
  await page.keyboard.press("Enter");
  await expect(methods.getByRole("button", { name: "Link GitHub" })).toBeVisible();
  expect((await userOf(user)).identities?.map(({ provider }) => provider)).toEqual(["email"]);
});
