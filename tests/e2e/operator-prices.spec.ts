import type { Page } from "@playwright/test";
import { priceMessages as messages } from "#app/features/operator/price-messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorPricesResponse } from "#core/contract/operator-prices.ts";
import { giveOperatorSession, newOperatorSession, type OperatorSession } from "./operator-support.ts";
import { expect, forgetSession, stack, test } from "./support.ts";

// Every document of the desk has status 404, which browsers log.
test.use({ expectedErrors: [/Failed to load resource/] });

const RUN = Date.now();
/** Of this test alone, so that no other test's prices change. */
const MODEL = `e2e-priced-${RUN}`;
/** As earlier runs leave lists behind. */
const reasons = {
  scheduled: `Scheduled by test ${RUN}`,
  canceled: `Canceled by test ${RUN}`,
  published: `Published by test ${RUN}`,
  rolledBack: `Rolled back by test ${RUN}`,
};

let session: OperatorSession;
test.beforeAll(async () => {
  ({ session } = await newOperatorSession());
});
test.beforeEach(({ page }) => giveOperatorSession(page, session));
test.afterAll(async () => {
  const { items } = await askDesk<OperatorPricesResponse>("");
  const models = items.find(({ state }) => state === "in_force")?.models ?? [];
  const others = models.filter(({ model }) => model !== MODEL);
  if (others.length === models.length) return;
  await askDesk("", { models: others, effective_from: null, reason: "Restores the prices after a test" });
});

async function askDesk<Body>(path: string, body?: object): Promise<Body> {
  const response = await fetch(new URL(`/api/operator/prices${path}`, stack.web), {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${session.access_token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as Body;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function addModel(page: Page): Promise<void> {
  await button(page, messages.newList).click();
  await button(page, "Add model").click();
  const form = page.getByRole("form", { name: "New model" });
  await form.getByLabel("Model").fill(MODEL);
  await form.getByLabel("Input, price", { exact: true }).fill("1.25");
  await form.getByLabel("Input, provider cost", { exact: true }).fill("0.917263");
  await form.getByLabel("Output, price").fill("five");
  await form.getByLabel("Output, provider cost").fill("3");
  await form.getByLabel("Context").fill("32000");
  await form.getByLabel("Most output").fill("4000");
  await button(page, "Save").click();
  await expect(form.getByLabel("Output, price")).toHaveAccessibleDescription(messages.amount);
  await form.getByLabel("Output, price").fill("5");
  await button(page, "Save").click();
  await expect(row(page, MODEL)).toContainText("$1.25");
}

/** Runs the preview of the draft, which publishing needs. */
async function preview(page: Page): Promise<void> {
  await expect(button(page, "Publish")).toHaveAttribute("aria-disabled", "true");
  await button(page, /^Run (preview|again)$/).click();
  await expect(button(page, "Publish")).not.toHaveAttribute("aria-disabled", "true");
}

/** Gives the reason in the open dialog, and waits until it is done. */
async function confirm(page: Page, reason: string, submit: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: submit }).click();
  await expect(dialog).toHaveCount(0);
}

test("a list that is published reaches customers without the provider's cost, and is rolled back", async ({
  page,
}) => {
  const { items } = await askDesk<OperatorPricesResponse>("");
  const before = items.find(({ state }) => state === "in_force")?.id;
  await page.goto(paths.operatorPrices);
  await addModel(page);
  await preview(page);
  await button(page, "Publish").click();
  await confirm(page, reasons.published, "Publish now");
  await expect(page.getByRole("tab", { name: "Draft" })).toHaveCount(0);
  await page.getByRole("tab", { name: /in force$/ }).click();
  await expect(row(page, MODEL)).toContainText("$0.917263 / $3.00");

  await forgetSession(page);
  // Caches may keep the public prices for a minute.
  await expect(async () => {
    await page.goto(`${paths.pricing}?fresh=${Date.now()}`);
    await expect(page.getByText(MODEL).first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("row").filter({ hasText: MODEL })).toContainText("$1.25");
  expect(await page.content()).not.toMatch(/provider.?cost|917.?263/i);

  await giveOperatorSession(page, session);
  await page.goto(paths.operatorPrices);
  await button(page, `Roll back: list ${before}`).click();
  await confirm(page, reasons.rolledBack, "Roll back");
  await expect(row(page, MODEL)).toHaveCount(0);
  await expect(row(page, reasons.rolledBack)).toContainText("In force");
});
