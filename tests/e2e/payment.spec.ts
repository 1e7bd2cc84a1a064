import { paymentMessages } from "#app/features/payments/messages.ts";
import { heading, openTopUp, sessionOf, settle } from "./paying.ts";
import { expect, giveSession, newUser, payWith, stack, test } from "./support.ts";

test("a top-up by bank debit is pending until the bank has paid, in both tabs, and the second one closes then", async ({
  page,
  context,
}) => {
  await giveSession(page, await newUser("debit"));
  const payment = await openTopUp(page, context);
  const session = sessionOf(payment);
  await payWith(payment, /Bank debit/);
  await payment.waitForURL("**/payment/success?session_id=*");
  for (const tab of [payment, page]) {
    await expect(heading(tab, "Your payment is pending")).toBeVisible();
    await expect(tab.getByText(paymentMessages.pending.description)).toBeVisible();
  }
  await expect(payment.getByText(paymentMessages.closable)).toBeVisible();
  const closed = payment.waitForEvent("close");
  await settle(session, "succeeded");
  for (const tab of [payment, page]) await expect(heading(tab, "Payment successful")).toBeVisible();
  await page.waitForURL(`${stack.web}/`);
  // One dashboard is left.
  await closed;
  await expect(page.getByText("$25.00").first()).toBeVisible();
});
