import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { docsMessages } from "#app/features/docs/messages.ts";
import { subscriptionMessages } from "#app/features/subscription/subscription-view.ts";
import { buyPremium, newFundedUser, post } from "./accounts.ts";
import { enrolFactor, openLogin, submitPassword } from "./login-support.ts";
import { CODE, refuseCode } from "./on-demand-parts.ts";
import { choose, NEW_PASSWORD, openUpdate, recoveryLink } from "./reset-support.ts";
import { expect, giveSession, newUser, signIn, test } from "./support.ts";

const failedPart = (page: Page) => page.getByRole("alert").filter({ hasText: "This didn’t load" });

/** Unblocks the code and loads it again. */
async function tryAgain(page: Page): Promise<void> {
  await expect(failedPart(page)).toBeVisible();
  await page.unroute(CODE);
  await failedPart(page).getByRole("button", { name: "Try again" }).click();
}

/** The forms that ask for the code of the second factor share one file. */
const refuseCodeForms = (page: Page) =>
  page.route(CODE, (route) =>
    route.request().url().includes("/assets/reset-code-form-") ? refuseCode(route) : route.continue(),
  );

test.use({ expectedErrors: [/Failed to load resource|net::ERR_/] });

test("the mobile menu shows an error when it fails to load, and opens on the next attempt", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.route(CODE, refuseCode);
  await page.getByRole("button", { name: "Open menu" }).click();
  await tryAgain(page);
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("the menu of public pages shows an error when it fails to load, and opens on the next attempt", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/pricing");
  await page.route(CODE, refuseCode);
  await page.getByRole("button", { name: "Open menu" }).click();
  await tryAgain(page);
  await expect(page.getByRole("menuitem", { name: "Documentation" })).toBeVisible();
});

test("a documentation page's menu shows an error when it fails to load, and opens on the next attempt", async ({
  page,
}) => {
  await page.goto("/documentation/quickstart");
  await page.route(CODE, refuseCode);
  await page.getByRole("button", { name: docsMessages.moreFormats }).click();
  await tryAgain(page);
  await expect(page.getByRole("menuitem", { name: docsMessages.viewMarkdown })).toBeVisible();
});

test("the log's models show an error when they fail to load, and open on the next attempt", async ({
  page,
}) => {
  await giveSession(page);
  await page.goto("/usage");
  await expect(page.getByText(/^Showing 25 of/)).toBeVisible();
  await page.route(CODE, refuseCode);
  await page.getByRole("button", { name: "Model: All models" }).click();
  await tryAgain(page);
  await expect(page.getByRole("menuitemcheckbox", { name: "demo-small" })).toBeVisible();
});

test("a refused key's budgets show an error when they fail to load, and open on the next attempt", async ({
  page,
}) => {
  const user = await newFundedUser("no-budget-form");
  const { id, name } = await post(user, "/api/keys", { name: "Refused" });
  const now = new Date().toISOString();
  const refusal = {
    ...{ key_id: id, name, code: "budget_exceeded", since: now, last: now, requests: 1 },
    ...{ partial: false, revoked: false, budget: { period: "day", amount: 2, resets_at: now } },
  };
  await page.route("**/api/usage/refusals/current*", (route) =>
    route.fulfill({ json: { items: [refusal], other_keys_work: true } }),
  );
  await giveSession(page, user);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Raise budget" })).toBeVisible();
  await page.route(CODE, refuseCode);
  await page.getByRole("button", { name: "Raise budget" }).click();
  await tryAgain(page);
  await expect(page.getByRole("dialog", { name: "Budgets" })).toBeVisible();
});

test("the choices of a list show an error when they fail to load, and open on the next attempt", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/usage");
  await expect(page.getByText(/^Showing /)).toBeVisible();
  await page.route(CODE, refuseCode);
  await page.getByRole("combobox", { name: "Status" }).click();
  await tryAgain(page);
  await expect(page.getByRole("option", { name: "Errors" })).toBeVisible();
});

test("the plan's setting shows an error when it fails to load, and works on the next attempt", async ({
  page,
}) => {
  const user = await newUser("no-plan-setting");
  await buyPremium(user);
  await giveSession(page, user);
  await page.route(CODE, (route) =>
    route.request().url().includes("/assets/draw-on-balance-") ? refuseCode(route) : route.continue(),
  );
  await page.goto("/");
  await tryAgain(page);
  await expect(page.getByRole("switch", { name: subscriptionMessages.drawsOnBalance })).toBeVisible();
});

test("signing in shows an error when the identity provider's client fails to load, and works on the next attempt", async ({
  page,
}) => {
  await page.route(CODE, refuseCode);
  await openLogin(page);
  const alert = page.getByRole("alert").filter({ hasText: "Part of this page couldn’t be loaded." });
  const user = await newUser("no-client");
  await submitPassword(page, user);
  // All retries are used up.
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
  await expect(alert).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(user.email);
  await page.unroute(CODE);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test("the second-factor form loads on the next attempt", async ({ page }) => {
  const user = await newUser("no-factor-form");
  await enrolFactor(user);
  await giveSession(page, user);
  await refuseCodeForms(page);
  await page.goto("/login");
  await tryAgain(page);
  await expect(page.getByLabel(authMessages.secondFactor.code, { exact: true })).toBeVisible();
});

test("the second-factor form of a password reset loads on the next attempt, without a new link", async ({
  page,
}) => {
  const user = await newUser("no-reset-form");
  await enrolFactor(user);
  await openUpdate(page, await recoveryLink(page, user.email));
  await refuseCodeForms(page);
  await choose(page, NEW_PASSWORD);
  await tryAgain(page);
  await expect(page.getByLabel(authMessages.secondFactor.code, { exact: true })).toBeVisible();
});

test("the documentation can be read without the account's code, which loads once the network is back", async ({
  page,
}) => {
  await giveSession(page);
  await page.route(CODE, refuseCode);
  await page.goto("/documentation");
  await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  const triedThrice = page.waitForEvent("requestfailed", {
    predicate: (
      (tries) => (request) =>
        request.url().includes("/assets/shell-") && ++tries === 3
    )(0),
  });
  await page.reload();
  await triedThrice;
  await page.unroute(CODE);
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("button", { name: /My Account/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
