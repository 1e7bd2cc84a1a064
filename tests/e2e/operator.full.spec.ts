import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { accountMessages } from "#app/features/account/messages.ts";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import {
  act,
  cardOf,
  giveOperatorSession,
  newOperatorSession,
  openCustomer,
  operatorOf,
  refusalOf,
} from "./operator-support.ts";
import { expect, expectReadable, giveSession, newUser, test, toasts } from "./support.ts";

// Every document of the desk has status 404, which browsers log.
test.use({ expectedErrors: [/Failed to load resource/] });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });
const desk = (page: Page) => page.getByRole("navigation", { name: "Operator" });

test.describe("who isn't an operator", () => {
  test("never sees the desk, however late the response", async ({ page }) => {
    await giveSession(page, await newUser("patient"));
    const seen: string[] = [];
    await page.exposeFunction("noteOperator", (text: string) => seen.push(text));
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const nav = document.querySelector("nav[aria-label=Operator], [class*=-operator-]");
        if (nav) Reflect.get(window, "noteOperator")(nav.outerHTML.slice(0, 100));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(paths.operatorAccounts);
    await expect(heading(page, "Dashboard")).toBeVisible();
    expect(seen).toEqual([]);
  });
});

test.describe("an operator", () => {
  test("without a second factor sets one up, and then reaches the page that was opened", async ({ page }) => {
    // The stack's operator has one already.
    await giveSession(page, await newUser("unprotected"));
    const refusal = { error: "Confirm first.", code: "second_factor_required", request_id: "r1" };
    await page.route("**/api/operator", (route) => route.fulfill({ status: 403, json: refusal }));
    await page.goto(paths.operatorAudit);
    await expect(page).toHaveURL(/\/profile\?return_to=%2Foperator%2Faudit#two-factor$/);
    const section = page.getByRole("region", { name: "Two-factor authentication" });
    await expect(section.getByText(accountMessages.factorNeeded)).toBeVisible();
    await section.getByRole("button", { name: "Set up" }).click();
    const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await page.getByRole("textbox", { name: /6-digit code/ }).fill(await authenticator(secret).nextCode());
    await page.keyboard.press("Enter");
    await section.getByRole("checkbox", { name: accountMessages.recoveryCodes.saved }).check();
    await section.getByRole("button", { name: "Done" }).click();
    await page.route("**/api/operator", (route) =>
      route.fulfill({
        json: { email: "a@b.example", name: "a", firing_alerts: 0, failing_payments: 0, runbook: null },
      }),
    );
    await section.getByRole("link", { name: "Continue" }).click();
    await expect(heading(page, operatorMessages.audit.title)).toBeVisible();
    await expect(page).toHaveTitle("Audit · Latchkey operator");
  });
});

test.describe("on the desk", () => {
  const operator = operatorOf();

  test("accounts are found, sorted and opened, and Back returns to the same list", async () => {
    const { page } = operator();
    const customer = await newFundedUser("served");
    await page.goto(paths.operatorAccounts);
    await expect(page.getByRole("tab", { name: /^All \d/ })).toBeVisible();
    await page.getByRole("searchbox", { name: operatorMessages.accounts.search }).fill(customer.email);
    await expect(page.getByRole("main").locator("tbody tr")).toHaveCount(1);
    await page.getByRole("button", { name: "Balance" }).click();
    await expect(page).toHaveURL(/sort=balance/);
    await page.reload();
    await expect(page.getByRole("searchbox", { name: operatorMessages.accounts.search })).toHaveValue(
      customer.email,
    );
    await expect(page.getByRole("columnheader", { name: "Balance" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await readFile((await (await download).path()) ?? "", "utf8");
    expect(file.trimEnd().split(/\r?\n/)).toHaveLength(2);
    expect(file).toContain(customer.email);
    await page.getByRole("main").locator("tbody tr").click();
    await expect(heading(page, customer.email)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("main").locator("tbody tr")).toHaveCount(1);
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Suspended" }).click();
    await expect(page.getByText(operatorMessages.accounts.noMatch)).toBeVisible();
    await page.getByRole("button", { name: operatorMessages.accounts.clear }).click();
    await expect(page).toHaveURL(/accounts\?sort=balance$/);
  });

  test("keys are revoked, one and all", async () => {
    const { page } = operator();
    const user = await newFundedUser("revoked");
    const [first, second] = [await createKey(user, "First"), await createKey(user, "Second")];
    await createKey(user, "Third");
    await openCustomer(page, user);
    await act(page, "Revoke First", "Leaked", "Revoke key");
    await expect(cardOf(page, "API keys").getByRole("radio", { name: "Active 2" })).toBeVisible();
    expect([await refusalOf(first), await refusalOf(second)]).toEqual(["invalid_api_key", null]);
    await act(page, "Revoke all keys", "Leaked", "Revoke all keys");
    await expect(toasts(page)).toContainText("2 keys revoked");
    await expect(cardOf(page, "API keys").getByRole("radio", { name: "Revoked 3" })).toBeVisible();
    expect(await refusalOf(second)).toBe("invalid_api_key");
    await expect(page.getByRole("button", { name: "Revoke all keys" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  });

  test("the audit log is searched, opened and downloaded", async () => {
    const { page } = operator();
    const user = await newFundedUser("audited");
    await openCustomer(page, user);
    const reason = `Ticket ${Date.now()}`;
    await act(page, "Suspend", reason, "Suspend account");
    await page.getByRole("link", { name: "Open in Audit" }).click();
    const rows = page.getByRole("main").locator("tbody tr");
    await expect(rows).toHaveCount(1);
    await page.getByRole("button", { name: /^Account \d+: show every account/ }).click();
    await page.getByRole("searchbox", { name: operatorMessages.audit.search }).fill(reason);
    await expect(page).toHaveURL(/search=/);
    await expect(rows).toHaveCount(1);
    await rows
      .first()
      .getByRole("button", { name: /^Details: Suspended account/ })
      .click();
    await expect(rows.nth(1)).toContainText("account.suspended");
    await expectReadable(page);
    await page.setViewportSize({ width: 1280, height: 844 });
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    expect(await readFile((await (await download).path()) ?? "", "utf8")).toContain(reason);
    await rows.first().getByRole("link", { name: user.email }).click();
    await expect(heading(page, user.email)).toBeVisible();
  });

  test("the menu of a phone leads to every page, and away", async () => {
    const { page } = operator();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(paths.operatorAccounts);
    await expect(heading(page, operatorMessages.accounts.title)).toBeVisible();
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Audit" }).click();
    await expect(heading(page, operatorMessages.audit.title)).toBeVisible();
    await page.getByRole("button", { name: "Open menu" }).click();
    await expectReadable(page, [390]);
    await page
      .getByRole("dialog", { name: "Menu" })
      .getByRole("link", { name: "Customer dashboard" })
      .click();
    await expect(heading(page, "Dashboard")).toBeVisible();
    await expect(desk(page)).toHaveCount(0);
  });
});

test("an operator whose session has ended leaves the desk", async ({ page }) => {
  const ending = await newOperatorSession();
  await giveOperatorSession(page, ending.session);
  await page.goto(paths.operatorAccounts);
  // A request of this page that is refused would leave the desk before the link does.
  await expect(page.locator("tbody tr").first()).toBeVisible();
  await ending.signOut();
  await desk(page).getByRole("link", { name: "Audit" }).press("Enter");
  await expect(page).toHaveURL(/\/login/);
});
