import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { priceMessages as messages } from "#app/features/operator/price-messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperatorPricesResponse } from "#core/contract/operator-prices.ts";
import { expectStill, layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { giveOperatorSession, newOperatorSession, type OperatorSession } from "./operator-support.ts";
import {
  expect,
  expectLoaded,
  expectNoAxeViolations,
  expectReadable,
  stack,
  test,
  toasts,
} from "./support.ts";

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

test("a list is edited, previewed, scheduled and canceled", async ({ page }) => {
  await page.goto(paths.operatorPrices);
  await addModel(page);
  await button(page, `Edit ${MODEL}`).click();
  await expectReadable(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await button(page, "Cancel").click();
  await preview(page);
  await expectReadable(page);
  await page.setViewportSize({ width: 1280, height: 844 });
  await button(page, "Publish").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Scheduled" }).click();
  await dialog.getByLabel("In force from").fill("2999-12-01T00:00");
  await confirm(page, reasons.scheduled, "Schedule list");
  await expect(toasts(page)).toContainText("From Dec 1, 2999, 00:00 UTC");
  await expect(page.getByText("From Dec 1, 2999, 00:00 UTC").first()).toBeVisible();
  await expect(row(page, MODEL)).toContainText("· New");
  await expectNoAxeViolations(page);
  const scheduled = row(page, reasons.scheduled);
  await scheduled.getByRole("button", { name: /^Cancel list/ }).click();
  await confirm(page, reasons.canceled, "Cancel list");
  await expect(page.getByText(messages.noSchedule)).toBeVisible();
  await expect(scheduled).toContainText("Replaced");
  await expect(row(page, MODEL)).toHaveCount(0);
});
