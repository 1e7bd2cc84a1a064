import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { operatorMessages } from "#app/features/operator/messages.ts";
import { overviewTexts } from "#app/features/operator/overview/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import {
  act,
  cardOf,
  chat,
  newOperatorSession,
  OPERATOR,
  openCustomer,
  operatorApp,
  operatorOf,
  refusalOf,
} from "./operator-support.ts";
import { MISSING_VISITS } from "./route-table.ts";
import {
  expect,
  expectLoaded,
  fillSignIn,
  forgetSession,
  giveSession,
  newUser,
  test,
  toasts,
} from "./support.ts";

// Every document of the desk has status 404, which browsers log.
test.use({ expectedErrors: [/Failed to load resource/] });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

test.describe("who isn't an operator", () => {
  test("gets the same response as everybody, as for any unknown path, and ends at the dashboard", async ({
    page,
    request,
  }) => {
    const customer = await newUser("curious");
    for (const { address, signedOut, signedIn } of MISSING_VISITS) {
      const response = await request.get(address);
      expect(response.status(), address).toBe(404);
      expect(await response.text(), address).toContain("<title>Latchkey</title>");
      await page.goto(address);
      await expect(page, address).toHaveURL(signedOut);
      await giveSession(page, customer);
      await page.goto(address);
      await expect(page, address).toHaveURL(signedIn);
      await expect(heading(page, "Dashboard")).toBeVisible();
      await forgetSession(page);
    }
  });
});

test.describe("an operator", () => {
  test("enters the code of the second factor, and reaches the page that was opened", async ({ page }) => {
    // Uses up a code, so that the next one is certainly new.
    await newOperatorSession();
    await page.goto(paths.login);
    await fillSignIn(page, OPERATOR);
    await expect(heading(page, authMessages.secondFactor.title)).toBeVisible();
    await page.goto(paths.operator);
    await expect(heading(page, authMessages.secondFactor.title)).toBeVisible();
    await page.getByLabel(authMessages.secondFactor.code, { exact: true }).fill(await operatorApp.nextCode());
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(paths.operator);
    await expect(heading(page, overviewTexts.title)).toBeVisible();
  });
});

test.describe("on the desk", () => {
  const operator = operatorOf();

  test("a request is found from any page, by its id", async () => {
    const { page } = operator();
    const customer = await newFundedUser("served");
    const response = await chat(await createKey(customer, "Found"));
    const requestId = response.headers.get("x-request-id") ?? "";
    const rows = page.getByRole("main").locator("tbody tr");
    await expect
      .poll(async () => {
        await page.goto(`${paths.operatorAccounts}?search=${requestId}`);
        await expectLoaded(page);
        return page.getByRole("link", { name: customer.email }).count();
      })
      .toBe(1);
    await page.goto(paths.operatorAudit);
    await expect(heading(page, operatorMessages.audit.title)).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("searchbox", { name: operatorMessages.find })).toBeFocused();
    await page.keyboard.type(requestId);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${paths.operatorAccounts}?search=${requestId}`);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(customer.email);
  });

  test("credit is granted and taken back, in both logs and on the customer's statement", async ({
    page: customerPage,
  }) => {
    const { page } = operator();
    const user = await newFundedUser("credited");
    await openCustomer(page, user);
    await page.getByRole("button", { name: "Grant credit" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Amount").fill("10");
    await dialog.getByLabel("Reason").fill("Outage, ticket 2381");
    await dialog.getByRole("button", { name: "Grant $10.00" }).dblclick();
    await expect(toasts(page)).toContainText("Credit granted");
    await expect(cardOf(page, "Balance")).toContainText("35.00");
    await expect(cardOf(page, "Ledger")).toContainText(
      "Payments $25.00 + credits $10.00 − usage $0.00 = $35.00",
    );
    await page.getByRole("button", { name: "Grant credit" }).click();
    await dialog.getByRole("radio", { name: "Take back" }).click();
    await dialog.getByLabel("Amount").fill("50");
    await dialog.getByLabel("Reason").fill("Granted in error");
    await dialog.getByRole("button", { name: "Take back $50.00" }).click();
    await expect(dialog.getByText(/no more than that can be taken back/)).toBeVisible();
    await dialog.getByLabel("Amount").fill("10");
    await dialog.getByRole("button", { name: "Take back $10.00" }).click();
    await expect(cardOf(page, "Balance")).toContainText("25.00");
    await expect(cardOf(page, "Audit").locator("tbody tr")).toHaveCount(2);
    await expect(cardOf(page, "Audit").locator("tbody tr").first()).toContainText("Took back $10.00 credit");
    await giveSession(customerPage, user);
    await customerPage.goto(paths.billing);
    await expect(customerPage.getByRole("main")).toContainText("Outage, ticket 2381");
  });

  test("a suspension reaches the gateway at once, and ends", async () => {
    const { page } = operator();
    const user = await newFundedUser("suspended");
    const key = await createKey(user, "Production");
    expect(await refusalOf(key)).toBeNull();
    await openCustomer(page, user);
    await act(page, "Suspend", "Card dispute", "Suspend account");
    expect(await refusalOf(key)).toBe("account_suspended");
    await expect(page.getByText(/^Suspended since/)).toBeVisible();
    await act(page, "Resume", "Dispute won", "Resume account");
    await expect(page.getByText(/^Suspended since/)).toHaveCount(0);
    expect(await refusalOf(key)).toBeNull();
    await expect(cardOf(page, "Audit").locator("tbody tr").first()).toContainText("Resumed account");
  });
});
