import type { Page } from "@playwright/test";
import { playgroundMessages } from "#app/features/playground/messages.ts";
import { formatCost, formatDollars, formatMilliseconds, formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import type { UsageReceipt } from "#core/contract/usage.ts";
import { get, newFundedUser, patch } from "./accounts.ts";
import { expect, personOf, test } from "./support.ts";

const LOST = /net::ERR_INTERNET_DISCONNECTED|Failed to load resource/;
const person = personOf(() => newFundedUser("playground"), { expectedErrors: [LOST] });

const box = (page: Page) => page.getByRole("textbox", { name: /^Write/ });
const last = (page: Page) => page.getByRole("article").last();
const figure = (page: Page, label: string) =>
  last(page).locator("dl > div").filter({ hasText: label }).locator("dd");

async function send(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  // Until the models and the balance are known, nothing can be sent.
  await expect(page.getByRole("button", { name: "Send", exact: true })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await box(page).press("ControlOrMeta+Enter");
}

test.beforeEach(async () => {
  await person().page.goto(paths.playground);
});

test("a response streams, and its numbers are those of its receipt", async () => {
  const { page, user } = person();
  await send(page, "/trickle 50 Hello there");
  await expect(page.getByRole("status").filter({ hasText: playgroundMessages.complete })).toHaveCount(1);
  await expect(figure(page, "Balance after")).toHaveText(/^\$/);
  const id =
    (await last(page)
      .getByText(/^[0-9a-f-]{36}$/)
      .textContent()) ?? "";
  const receipt = await get<UsageReceipt>(user, `/api/usage/${id}`);
  const balance = await get<BalanceResponse>(user, "/api/account/balance");
  await expect(figure(page, "First token")).toHaveText(formatMilliseconds(receipt.first_byte));
  await expect(figure(page, "Duration")).toHaveText(formatMilliseconds(receipt.response_time));
  await expect(figure(page, "Input")).toHaveText(formatNumber(receipt.tokens_in));
  await expect(figure(page, "Output")).toHaveText(formatNumber(receipt.tokens_out));
  await expect(figure(page, "Cost")).toHaveText(formatCost(receipt.charged));
  await expect(figure(page, "Balance after")).toHaveText(formatDollars(balance.balance));
  await last(page).getByRole("button", { name: "View receipt" }).click();
  await expect(page.getByRole("dialog")).toContainText(formatCost(receipt.charged));
  const keys = await get<ApiKey[]>(user, "/api/keys");
  expect(keys.filter(({ playground }) => playground).map(({ id: keyId }) => keyId)).toEqual([receipt.key_id]);
});

test("a request that is stopped, cut, refused or loses its network leaves the page usable, and says what it cost", async () => {
  const { page, user } = person();
  await send(page, "/trickle 200 /long 100 Tell me");
  await expect(page.getByText(/^Streaming/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(last(page)).toContainText(playgroundMessages.stopped);
  await expect(figure(page, "Cost")).toHaveText(/^\$0\.\d{6}$/);

  await send(page, "/cut 6 Tell me");
  await expect(last(page)).toContainText("The response ended early");
  await expect(figure(page, "Cost")).toHaveText(/^\$0\.\d{6}$/);

  const [key] = (await get<ApiKey[]>(user, "/api/keys")).filter(({ playground }) => playground);
  await patch(user, `/api/keys/${key?.id}`, { disabled: true });
  await send(page, "Are you there?");
  await expect(page.getByText("The Playground key is disabled")).toBeVisible();
  await expect(page.getByText(/^403 .* · not charged$/)).toBeVisible();
  await page.getByRole("button", { name: "Enable key" }).click();
  await expect(page.getByText("“Playground” works again.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).last().click();
  await expect(figure(page, "Cost")).toHaveText(/^\$0\.\d{6}$/);

  await page.context().setOffline(true);
  await send(page, "And now?");
  await expect(last(page)).toContainText("The connection was lost");
  await page.context().setOffline(false);
  await last(page).getByRole("button", { name: "Send again" }).last().click();
  await expect(figure(page, "Cost")).toHaveText(/^\$0\.\d{6}$/);
});
