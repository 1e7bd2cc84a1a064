import type { Locator, Page } from "@playwright/test";
import { createKey, newFundedUser } from "./accounts.ts";
import {
  brokenServer,
  choose,
  createButton,
  expectToast,
  FAILED_RESOURCE,
  keyGroup,
  openKeys,
  openOneKey,
} from "./keys-support.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { expect, expectReadable, stack, test } from "./support.ts";

const TRIAL = "**/api/keys/*/budgets/trial";

const ask = (key: string) =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "demo-small", messages: [{ role: "user", content: "Hello" }] }),
  });

/** The preview's row for a period. */
const tried = (dialog: Locator, label: string) =>
  dialog.getByRole("row").filter({ has: dialog.page().getByRole("rowheader", { name: label }) });

async function openBudgets(page: Page): Promise<Locator> {
  const dialog = await choose(page, "Production", "Budgets…");
  await expect(dialog.getByRole("heading", { name: "Budgets" })).toBeVisible();
  return dialog;
}

test("a new key's budget and the account's apply from the first request", async ({ page }) => {
  const user = await newFundedUser("newbudget");
  await createKey(user, "Production");
  await openKeys(page, user);
  await createButton(page).click();
  const dialog = page.getByRole("dialog", { name: "Create New API Key" });
  await dialog.getByLabel("Name").fill("Limited");
  await dialog.getByLabel("Budget per day").fill("0");
  await expect(dialog.getByRole("status").last()).toHaveText("This budget would have refused no requests.");
  const created = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().endsWith("/api/keys"),
  );
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  const { key } = (await (await created).json()) as { key: string };
  await expect(keyGroup(page, "Limited")).toContainText("Out of budget");
  const refused = await ask(key);
  expect([refused.status, await refused.json()]).toMatchObject([402, { error: { code: "budget_exceeded" } }]);

  await page.getByRole("link", { name: "Set a limit for your account’s spending" }).click();
  await page.getByRole("textbox", { name: "Monthly limit" }).fill("100");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Settings Saved", "They apply from now on.");
  await page.getByRole("link", { name: "API Keys" }).first().click();
  await expect(page.getByRole("link", { name: "edit spending limits" })).toHaveText("of $100.00");
});

test("the dialog is accessible and fits in both themes at every width", async ({ page }) => {
  await openOneKey(page, "fits");
  const dialog = await openBudgets(page);
  await dialog.getByLabel("Per day").fill("1000000");
  await dialog.getByLabel("Per week").fill("0.000001");
  await dialog.getByLabel("Per month").fill("1,50");
  await dialog.getByLabel("Per day").focus();
  await expect(tried(dialog, "Per week").getByRole("cell")).toHaveText(["$0.00", "0", "0"]);
  for (const width of [1280, 390, 320]) {
    await expectReadable(page, [width]);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test.describe("when the preview fails to load", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  for (const width of [1280, 390]) {
    test(`its space is kept, and it can be retried: ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await openOneKey(page, "notrial");
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route(TRIAL, async (route) => {
        await held;
        await route.fulfill(brokenServer);
      });
      const dialog = await openBudgets(page);
      const height = async () => Math.round((await dialog.boundingBox())?.height ?? 0);
      const before = await height();
      letGo();
      await expect(dialog.getByRole("alert")).toHaveText("Couldn’t load this estimate.");
      expect(await height()).toBe(before);
      await page.unroute(TRIAL);
      await dialog.getByRole("button", { name: "Try Again" }).click();
      await expect(dialog.getByText("$0.00 today")).toBeVisible();
      expect(await height()).toBe(before);
      await dialog.getByLabel("Per day").fill("5");
      await expect(tried(dialog, "Per day").getByRole("cell")).toHaveText(["$0.00", "0", "0"]);
      expect(await height()).toBe(before);
      expect(await layoutShift(page)).toBeLessThan(MOST_SHIFT);
    });
  }
});
