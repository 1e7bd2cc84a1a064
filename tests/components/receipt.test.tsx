import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { billingMessages } from "#app/features/billing/messages.ts";
import type { ReceiptResponse } from "#core/contract/payments.ts";
import { paymentReceipt } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, hold, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const INVOICE = "GET /api/receipts/:id/invoice";
const url = "https://invoice.stripe.test/i/1";

async function openReceipt(changes: Partial<ReceiptResponse> = {}) {
  respond("GET /api/receipts/:id", paymentReceipt(changes));
  const screenOpened = await openScreen("/billing/receipts/rcpt_1");
  await screen.findByText("LK-20261126-4F3A9C21");
  return screenOpened;
}

const row = (label: string) => screen.queryByText(label, { selector: "dt" })?.nextSibling?.textContent;
const invoiceButton = () => screen.findByRole("button", { name: "Invoice" });

describe("a receipt", () => {
  it("names its number, the seller, the payer, the card and the included tax", async () => {
    await openReceipt();
    expect(row("Receipt number")).toBe("LK-20261126-4F3A9C21");
    expect(row("Seller")).toBe("Example Inc.\n1 Main Street, Springfield");
    expect(row("Billed to")).toBe("maya@example.com");
    expect(row("Payment method")).toBe("Visa •••• 4242");
    expect(row("Includes tax")).toBe("$3.81");
    expect(row("Balance after")).toBe("$40.00");
    expect([row("Payment"), row("Checkout")]).toEqual(["pi_1", "cs_test_1"]);
    await expectNoAxeViolations();
  });

  it("is complete before the payment provider has reported the details", async () => {
    await openReceipt({ payment_method: null, tax: null, has_invoice: false });
    for (const label of ["Payment method", "Includes tax"]) expect(row(label)).toBeUndefined();
    expect(row("Seller")).toContain("Example Inc.");
    expect(screen.queryByRole("button", { name: "Invoice" })).toBeNull();
    expect(screen.getByRole("button", { name: "Print" })).toBeEnabled();
  });

  const method = (type: string) => ({ payment_method: { type, brand: null, last4: null } });
  const plan = { currency: "INR", amount: 100, tax: 15.25, balance_after: null } as const;

  it.each<[string, Partial<ReceiptResponse>, Record<string, string | undefined>]>([
    [
      "a plan, which left the balance as it was",
      plan,
      { "Includes tax": "₹15.25", "Balance after": undefined },
    ],
    ["a payment whose calculated tax is zero", { tax: 0 }, { "Includes tax": "$0.00" }],
    ["an automatic charge", { session_reference: "pi_1" }, { Payment: "pi_1", Checkout: undefined }],
    ["a payment by bank", method("us_bank_account"), { "Payment method": "Bank account" }],
    ["a payment by wallet", method("crypto_wallet"), { "Payment method": "Crypto wallet" }],
  ])("of %s has its own rows", async (_, changes, rows) => {
    await openReceipt(changes);
    for (const [label, text] of Object.entries(rows)) expect(row(label), label).toBe(text);
  });
});

describe("the invoice", () => {
  function stubTab(tab: object | null) {
    // Only the parts of a window that are used.
    const spy = vi.spyOn(window, "open").mockReturnValue(tab as Window | null);
    onTestFinished(() => void spy.mockRestore());
  }
  const emptyTab = () => {
    const tab = { close: vi.fn(), document: { title: "" }, opener: window, location: { replace: vi.fn() } };
    stubTab(tab);
    return tab;
  };

  it("opens in a new tab, which doesn't know this one, and is requested with each click", async () => {
    const tab = emptyTab();
    const { user } = await openReceipt();
    fail(INVOICE);
    const held = hold(INVOICE);
    await user.click(await invoiceButton());
    expect(tab).toMatchObject({ opener: null, document: { title: "Opening invoice…" } });
    await waitFor(() => expect(held.calls()).toBe(1));
    await user.click(await invoiceButton());
    expect(held.calls()).toBe(1);
    held.release();
    await waitFor(async () => expect(await invoiceButton()).not.toHaveAttribute("aria-busy"));
    respond(INVOICE, { url });
    await user.click(await invoiceButton());
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(url));
  });

  it.each([
    ["fails to load", () => fail(INVOICE)],
    ["is gone", () => fail(INVOICE, "Invoice not found.", { status: 404, code: "not_found" })],
    ["has an address that could run here", () => respond(INVOICE, { url: "javascript:alert(1)" })],
  ])("that %s closes the tab and says so", async (_, prepare) => {
    const tab = emptyTab();
    prepare();
    const { user } = await openReceipt();
    await user.click(await invoiceButton());
    await expectToast("Error", billingMessages.invoiceFailed.description);
    expect(tab.close).toHaveBeenCalledOnce();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });
});
