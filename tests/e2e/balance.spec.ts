import type { Page } from "@playwright/test";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { heading, openTopUp, payAndClose } from "./paying.ts";
import { expect, giveSession, newUser, payWith, stack, test } from "./support.ts";

const currentStep = (page: Page) => page.getByRole("list", { name: "Steps" }).locator("[aria-current=step]");

test("a payment is credited even when its tab was closed too early", async ({ page, context }) => {
  await giveSession(page, await newUser("closed"));
  const payment = await openTopUp(page, context);
  await payAndClose(payment);
  await expect(page.getByText(paymentMessages.successful.title).first()).toBeVisible();
  await expect(page.getByText("$25.00").first()).toBeVisible();
  await expect(currentStep(page)).toHaveText("2PaymentConfirm your new balance");
});

test("a declined card and a cancelled payment change no balance, and the page stops waiting", async ({
  page,
  context,
}) => {
  await giveSession(page, await newUser("declined"));
  const payment = await openTopUp(page, context);
  await payWith(payment, /Card without funds/);
  await expect(payment.getByRole("alert")).toContainText("Your card has insufficient funds.");
  await payment.getByRole("link", { name: "Cancel and go back" }).click();
  await expect(payment).toHaveURL(`${stack.web}/add-balance?canceled=true`);
  await expect(payment.getByText(paymentMessages.canceled)).toBeVisible();
  await expect(payment.getByText("$0.00").first()).toBeVisible();
  await expect(page.getByText(paymentMessages.canceled)).toBeVisible();
  await expect(heading(page, "Waiting for your payment")).toBeHidden();
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeEnabled();
});
