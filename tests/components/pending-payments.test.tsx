import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { billingMessages } from "#app/features/billing/messages.ts";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { balance, paymentReceipt, pendingPayment } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { bodiesOf, queriesOf, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";

const BALANCE = "GET /api/account/balance";
const LINK = "POST /api/payment/create-payment-link";
const withPending = (...pending: (typeof pendingPayment)[]) => respond(BALANCE, { ...balance, pending });

const unsettled = paymentReceipt({
  id: "order_9",
  number: null,
  paid_at: null,
  amount: 50,
  status: "pending",
  sent_at: pendingPayment.sent_at,
  arrives_by: pendingPayment.arrives_by,
  payment_method: pendingPayment.payment_method,
  payment_reference: null,
  balance_after: null,
  has_invoice: false,
  tax: null,
});
const refused = { ...unsettled, id: "order_8", status: "failed" as const, arrives_by: null };

describe("a payment by bank that is on its way", () => {
  it("stands in the balance card, and leads to its details", async () => {
    withPending(pendingPayment);
    await openScreen("/");
    const link = await screen.findByRole("link", { name: "Pending $50.00, arrives in up to 5 days" });
    expect(link).toHaveAttribute("href", "/billing/receipts/order_9");
  });

  it("is added to others in the balance card, which leads to the receipts", async () => {
    withPending(pendingPayment, { ...pendingPayment, id: "order_8", amount: 25 });
    await openScreen("/");
    const link = await screen.findByRole("link", {
      name: "Pending $75.00 in 2 payments, arrive in up to 5 days",
    });
    expect(link).toHaveAttribute("href", "/billing?tab=receipts");
  });

  it.each(["/", "/billing", "/add-balance"])(
    "is none in %s when an earlier API responds, which doesn't know of any",
    async (page) => {
      const { pending: _, ...earlier } = balance;
      respond(BALANCE, earlier);
      await openScreen(page);
      await waitFor(() => expect(document.body).toHaveTextContent("$25.00"));
    },
  );

  it("says so when it takes longer than that", async () => {
    withPending({ ...pendingPayment, arrives_by: new Date(Date.now() - 60_000).toISOString() });
    await openScreen("/");
    expect(
      await screen.findByRole("link", { name: "Pending $50.00, taking longer than usual" }),
    ).toBeVisible();
  });

  it("stands under the sums of the statement, and first among its transactions, without a sign", async () => {
    withPending(pendingPayment);
    await openScreen("/billing");
    expect(
      await screen.findByText(/^from your bank account, sent .*isn’t in your balance yet\.$/),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "View receipt of the pending $50.00" })).toBeVisible();
    const transactions = screen.getAllByRole("table").at(-1) ?? document.body;
    const [, first] = within(transactions).getAllByRole("row");
    expect(first).toHaveTextContent(
      /Top-up from your bankPendingArrives in up to 5 days, by .*Receipt\$50\.00—$/,
    );
    await expectNoAxeViolations();
  });

  it("stands among the receipts without a number, as one that failed does", async () => {
    respond("GET /api/receipts", { items: [unsettled, refused], next_cursor: null });
    const queries = queriesOf("GET /api/receipts");
    await openScreen("/billing?tab=receipts");
    const [, pending, failed] = await screen.findAllByRole("row");
    expect(pending).toHaveTextContent(
      /—Top-up, bank account •••• 6789Arrives in up to 5 days, by .*Pending\$50\.00Details$/,
    );
    expect(failed).toHaveTextContent(/Your bank refused it\. Nothing was added\.Failed\$50\.00Try again$/);
    expect(screen.getByRole("link", { name: /^Try again: the payment of/ })).toHaveAttribute(
      "href",
      "/add-balance?amount=50",
    );
    await waitFor(() => expect(queries[0]).toMatchObject({ unsettled: "true" }));
    await expectNoAxeViolations();
  });

  it.each([
    ["pending", unsettled, "It isn’t in your balance yet."],
    ["failed", refused, billingMessages.refused],
  ])("has details: %s", async (_, receipt, text) => {
    respond("GET /api/receipts/:id", receipt);
    await openScreen("/billing/receipts/order_9");
    expect(await screen.findByRole("heading", { name: billingMessages.paymentDetails })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent(text);
    expect(screen.queryByText("Receipt number")).toBeNull();
    expect(screen.getByText("Bank account •••• 6789")).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("a second payment meanwhile", () => {
  const dialog = async () => within(await screen.findByRole("dialog", { name: paymentMessages.againTitle }));
  const goOn = () => screen.findByRole("button", { name: "Continue to payment" });

  it("is made only after a question that names what is pending", async () => {
    withPending(pendingPayment);
    const replace = vi.fn();
    // Only the parts of a window that are used.
    const tab = { closed: false, close: vi.fn(), document: { title: "" }, location: { replace } };
    const open = vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    respond(LINK, { paymentLinkUrl: "http://pay.test/c/1", session_id: "cs_test_again" });
    const sent = bodiesOf(LINK);
    const { user } = await openScreen("/add-balance?amount=25");
    await screen.findByText("$25.00");
    await user.click(await goOn());
    expect((await dialog()).getByText(/^Pending \$50\.00, arrives in up to 5 days\./)).toBeVisible();
    await expectNoAxeViolations();
    await user.click((await dialog()).getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    expect(screen.getByRole("radio", { name: /25/ })).toBeChecked();

    await user.click(await goOn());
    await user.click((await dialog()).getByRole("button", { name: "Add another $25.00" }));
    expect(await screen.findByRole("heading", { name: "Waiting for your payment" })).toBeVisible();
    expect(open).toHaveBeenCalledOnce();
    expect(sent).toEqual([{ amount: 25, product: "balance", save_card: false }]);
  });

  it("needs an amount first", async () => {
    withPending(pendingPayment);
    const { user } = await openScreen("/add-balance");
    await user.click(await goOn());
    expect(await screen.findByRole("alert")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
