import { paths } from "#app/lib/paths.ts";
import type { OperatorPricesResponse } from "#core/contract/operator-prices.ts";
import { addModel, button, MODEL, preview, pricingDesk, reasons, row } from "./operator-prices-support.ts";
import { confirm } from "./operator-support.ts";
import { expect, test } from "./support.ts";

const { operator, askDesk } = pricingDesk();

test("a list that is published reaches customers without the provider's cost, and is rolled back", async ({
  page: customer,
}) => {
  const { page } = operator();
  const { items } = await askDesk<OperatorPricesResponse>("");
  const before = items.find(({ state }) => state === "in_force")?.id;
  await page.goto(paths.operatorPrices);
  await addModel(page);
  await preview(page);
  await button(page, "Publish").click();
  await confirm(page, "Publish now", reasons.published);
  await expect(page.getByRole("tab", { name: "Draft" })).toHaveCount(0);
  await page.getByRole("tab", { name: /in force$/ }).click();
  await expect(row(page, MODEL)).toContainText("$0.917263 / $3.00");

  // Caches may keep the public prices for a minute.
  const published = customer.getByRole("row").filter({ hasText: MODEL });
  await expect
    .poll(async () => {
      await customer.goto(`${paths.pricing}?fresh=${Date.now()}`);
      await expect(customer.getByRole("table").first()).toBeVisible();
      return published.count();
    })
    .toBe(1);
  await expect(published).toContainText("$1.25");
  expect(await customer.content()).not.toMatch(/provider.?cost|917.?263/i);

  await button(page, `Roll back: list ${before}`).click();
  await confirm(page, "Roll back", reasons.rolledBack);
  await expect(row(page, MODEL)).toHaveCount(0);
  await expect(row(page, reasons.rolledBack)).toContainText("In force");
});
