import { priceMessages as messages } from "#app/features/operator/prices/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { addModel, button, MODEL, preview, pricingDesk, reasons, row } from "./operator-prices-support.ts";
import { confirm } from "./operator-support.ts";
import { expect, expectNoAxeViolations, expectReadable, test, toasts } from "./support.ts";

const { operator } = pricingDesk();

test("a list is edited, previewed, scheduled and canceled", async () => {
  const { page } = operator();
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
  await confirm(page, "Schedule list", reasons.scheduled);
  await expect(toasts(page)).toContainText("From Dec 1, 2999, 00:00 UTC");
  await expect(page.getByText("From Dec 1, 2999, 00:00 UTC").first()).toBeVisible();
  await expect(row(page, MODEL)).toContainText("· New");
  await expectNoAxeViolations(page);
  const scheduled = row(page, reasons.scheduled);
  await scheduled.getByRole("button", { name: /^Cancel list/ }).click();
  await confirm(page, "Cancel list", reasons.canceled);
  await expect(page.getByText(messages.noSchedule)).toBeVisible();
  await expect(scheduled).toContainText("Canceled");
  await expect(row(page, MODEL)).toHaveCount(0);
});
