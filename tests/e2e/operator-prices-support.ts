import type { Page } from "@playwright/test";
import { priceMessages as messages } from "#app/features/operator/prices/messages.ts";
import type { OperatorPricesResponse } from "#core/contract/operator-prices.ts";
import { operatorOf } from "./operator-support.ts";
import { expect, stack, test } from "./support.ts";

const RUN = Date.now();
/** Of this test alone, so that no other test's prices change. */
export const MODEL = `e2e-priced-${RUN}`;
/** As earlier runs leave lists behind. */
export const reasons = {
  scheduled: `Scheduled by test ${RUN}`,
  canceled: `Canceled by test ${RUN}`,
  published: `Published by test ${RUN}`,
  rolledBack: `Rolled back by test ${RUN}`,
};

/** The operator's browser, and the API of price lists with its session. Prices are restored after the file's tests. */
export function pricingDesk() {
  const operator = operatorOf();

  async function askDesk<Body>(path: string, body?: object): Promise<Body> {
    const response = await fetch(new URL(`/api/operator/prices${path}`, stack.web), {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${operator().session.access_token}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as Body;
  }

  test.afterAll(async () => {
    const { items } = await askDesk<OperatorPricesResponse>("");
    const models = items.find(({ state }) => state === "in_force")?.models ?? [];
    const others = models.filter(({ model }) => model !== MODEL);
    if (others.length === models.length) return;
    await askDesk("", { models: others, effective_from: null, reason: "Restores the prices after a test" });
  });

  return { operator, askDesk };
}

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

export async function addModel(page: Page): Promise<void> {
  await button(page, messages.newList).click();
  await button(page, "Add model").click();
  const form = page.getByRole("form", { name: "New model" });
  await form.getByLabel("Model").fill(MODEL);
  await form.getByLabel("Input, price", { exact: true }).fill("1.25");
  await form.getByLabel("Input, provider cost", { exact: true }).fill("0.917263");
  await form.getByLabel("Output, price").fill("five");
  await form.getByLabel("Output, provider cost").fill("3");
  await form.getByLabel("Context").fill("32000");
  await form.getByLabel("Max output tokens").fill("4000");
  await button(page, "Save").click();
  await expect(form.getByLabel("Output, price")).toHaveAccessibleDescription(messages.amount);
  await form.getByLabel("Output, price").fill("5");
  await button(page, "Save").click();
  await expect(row(page, MODEL)).toContainText("$1.25");
}

/** Runs the preview of the draft, which publishing needs. */
export async function preview(page: Page): Promise<void> {
  await expect(button(page, "Publish")).toHaveAttribute("aria-disabled", "true");
  await button(page, /^Run (preview|again)$/).click();
  await expect(button(page, "Publish")).not.toHaveAttribute("aria-disabled", "true");
}
