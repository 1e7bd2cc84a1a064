import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { operatorMessages, problemMessages } from "#app/features/operator/messages.ts";
import { paymentTexts as TEXTS } from "#app/features/operator/payments/messages.ts";
import { paymentsAddress } from "#app/features/operator/payments/payments-view.ts";
import type { ComparisonResponse } from "#core/contract/operator-payments.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, type Call, disconnect, fail, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import {
  operatorComparison,
  operatorEvent,
  operatorPayment,
  operatorPayments,
  operatorSelf,
} from "./support/operator.ts";
import { expectToast } from "./support/toasts.ts";

const LIST = "GET /api/operator/payments";
const ONE = "GET /api/operator/payments/:id";
const REFUND = "POST /api/operator/payments/:id/refund";
const EVENTS = "GET /api/operator/payments/events";
const RETRY = "POST /api/operator/payments/events/:id/retry";
const CLOSE = "POST /api/operator/payments/events/:id/close";
const CLOSE_DIFFERENCE = "POST /api/operator/payments/comparison/close";
const COMPARISON = "GET /api/operator/payments/comparison";
const RUN = "POST /api/operator/payments/comparison";
const REFUNDED = { refund: "re_1", amount: 20, currency: "usd", refunded: 25, left: 0, repeated: false };

async function openPayments(query = "") {
  const opened = await openScreen(`/operator/payments${query}`);
  await screen.findByRole("heading", { name: TEXTS.title, level: 1 });
  return opened;
}
const card = (title: string) => {
  const section = screen.getByRole("heading", { name: title, level: 2 }).closest("section");
  if (section === null) throw new Error(`There is no card ${title}.`);
  return within(section);
};
async function openDialog(user: UserEvent, button: RegExp | string) {
  await user.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
function accept(call: Call, json = {}): unknown[] {
  respond(call, json);
  return bodiesOf(call);
}

describe("the screen of payments", () => {
  it("shows the figures, payments, failing events and the last comparison as they are stored", async () => {
    await openPayments();
    expect(await screen.findByText("27 payments less 1 refund")).toBeVisible();
    expect(screen.getByText("3 Premium plans, kept separate")).toBeVisible();
    expect(screen.getByText("2 failing, 1 closed, 140 processed")).toBeVisible();
    const row = await screen.findByRole("row", { name: /pi_3SVc7kLx2e.*Partly refunded/ });
    expect(row).toHaveTextContent("dev@quartzlabs.example");
    expect(row).toHaveTextContent("$5.00$25.00");
    expect(screen.getByRole("row", { name: /Disputed/ })).toHaveTextContent("Balance, auto top-up");
    expect(screen.getByRole("row", { name: /Premium plan/ })).toHaveTextContent("₹100.00");
    expect(within(screen.getByRole("row", { name: /Disputed/ })).queryByRole("button")).toBeNull();
    expect(screen.getByText("1 discrepancy")).toBeVisible();
    expect(screen.getByText("The amount differs from the ledger").closest("li")).toHaveTextContent(
      "pi_3SVa9Tf",
    );
    await expectNoAxeViolations();
  });

  it("searches, filters and sorts in the address, and begins at the first page", async () => {
    const { user, address } = await openPayments("?page=2");
    await screen.findByRole("row", { name: /Disputed/ });
    const sent = queriesOf(LIST);
    await user.click(screen.getByRole("button", { name: /^Amount/ }));
    await waitFor(() => expect(address()).toBe("/operator/payments?sort=amount"));
    await user.type(screen.getByRole("searchbox", { name: TEXTS.search }), "quartz");
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ search: "quartz", sort: "amount", page: "1" }));
    respond(LIST, operatorPayments({ items: [], total: 0 }));
    await user.type(screen.getByRole("searchbox", { name: TEXTS.search }), "x");
    expect(await screen.findByText(TEXTS.noMatch)).toBeVisible();
    await user.click(screen.getByRole("button", { name: TEXTS.clear }));
    await waitFor(() => expect(address()).toBe("/operator/payments?sort=amount"));
  });

  it("leaves parameters out that mean nothing", () => {
    const parsed = paymentsAddress.read(new URLSearchParams("sort=drop&product=x&page=-1&range=1h&events=x"));
    expect(parsed).toEqual({
      search: "",
      product: null,
      sort: "paid",
      direction: "desc",
      page: 1,
      range: "24h",
      events: "failing",
    });
  });

  it("says what is empty, and what could not be loaded, in each part of its own", async () => {
    respond(LIST, operatorPayments({ items: [], total: 0 }));
    respond(EVENTS, { items: [], next_cursor: null, counts: { failing: 0, all: 0 } });
    respond(COMPARISON, operatorComparison({ last: null }));
    fail("GET /api/operator/payments/summary");
    const { user } = await openPayments();
    expect(await screen.findByText(TEXTS.none)).toBeVisible();
    expect(await screen.findByText(TEXTS.noneFailing)).toBeVisible();
    expect(await screen.findByText(TEXTS.neverCompared)).toBeVisible();
    expect(await screen.findByText(TEXTS.summaryFailed)).toBeVisible();
    recover();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("27 payments less 1 refund")).toBeVisible();
  });
});

describe("refunding", () => {
  const openRefund = (user: UserEvent) => openDialog(user, "Refund $25.00 of dev@quartzlabs.example");

  it("offers no refund, retry or closing for the operator's own account, and says why", async () => {
    respond("GET /api/operator", operatorSelf({ account: operatorPayment().account.id }));
    const { user } = await openPayments();
    await screen.findByRole("button", { name: /^Retry / });
    await screen.findAllByRole("button", { name: /^Refund / });
    const changes = screen.getAllByRole("button", { name: /^(Refund|Retry|Close) / });
    expect(changes).toHaveLength(5);
    for (const button of changes) {
      expect(button).toHaveAccessibleDescription(operatorMessages.ownAccount);
      await user.click(button);
    }
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("refunds all that is left, once, with its reason", async () => {
    const { user } = await openPayments();
    const sent = accept(REFUND, REFUNDED);
    const dialog = await openRefund(user);
    expect((await dialog.findByText("Left to refund")).parentElement).toHaveTextContent("$20.00");
    await user.click(dialog.getByRole("button", { name: "Refund $20.00" }));
    expect(dialog.getByLabelText("Reason")).toHaveAccessibleDescription(problemMessages.reasonMissing);
    expect(sent).toEqual([]);
    await fill(user, dialog.getByLabelText("Reason"), " Ticket 2381 ");
    await expectNoAxeViolations();
    await user.dblClick(dialog.getByRole("button", { name: "Refund $20.00" }));
    await closed();
    await expectToast("Payment refunded", "$20.00 · dev@quartzlabs.example");
    expect(sent).toEqual([
      { amount: null, reason: "Ticket 2381", id: expect.stringMatching(/^[\w-]{1,64}$/) },
    ]);
  });

  it("refunds a part, no more than is left, and keeps its id for a retry after a lost response", async () => {
    const { user } = await openPayments();
    disconnect(REFUND);
    const lost = bodiesOf(REFUND);
    const dialog = await openRefund(user);
    await user.click(await dialog.findByRole("radio", { name: "A part" }));
    await fill(user, dialog.getByLabelText("Reason"), "Ticket 2381");
    await fill(user, dialog.getByLabelText("Amount"), "20.01");
    await user.click(dialog.getByRole("button", { name: "Refund" }));
    expect(dialog.getByLabelText("Amount")).toHaveAccessibleDescription(
      "Only $20.00 of this payment is left to refund.",
    );
    await fill(user, dialog.getByLabelText("Amount"), "7.50");
    await user.click(dialog.getByRole("button", { name: "Refund $7.50" }));
    expect(await dialog.findByRole("alert")).toBeVisible();
    const sent = accept(REFUND, { ...REFUNDED, amount: 7.5 });
    await user.click(dialog.getByRole("button", { name: "Refund $7.50" }));
    await closed();
    expect(lost).toHaveLength(1);
    expect(sent).toEqual(lost);
    expect(sent[0]).toMatchObject({ amount: 7.5 });
  });

  it("shows the API's refusal, and that nothing is left", async () => {
    const { user } = await openPayments();
    const message = "This payment is disputed: the bank has taken the money back.";
    fail(REFUND, message, { status: 422, code: "invalid_request" });
    const dialog = await openRefund(user);
    await fill(user, await dialog.findByLabelText("Reason"), "Ticket 1");
    await user.click(dialog.getByRole("button", { name: "Refund $20.00" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(message);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    respond(ONE, operatorPayment({ left: 0, refunded: 25 }));
    const again = await openRefund(user);
    expect(await again.findByText("This payment has been refunded in full.")).toBeVisible();
    expect(again.queryByLabelText("Reason")).toBeNull();
  });
});

describe("Stripe's events", () => {
  it("opens to the event's id, order, error and effect, and is retried with a reason", async () => {
    const { user } = await openPayments();
    await user.click(await screen.findByRole("button", { name: /^Details: checkout/, expanded: false }));
    const events = card(TEXTS.events);
    expect(events.getByText("Event ID").parentElement).toHaveTextContent("evt_1SVc7kLx2e");
    expect(events.getByText("Order").parentElement).toHaveTextContent("order_01KA7M3Q");
    expect(events.getByText("Effect").parentElement).toHaveTextContent("$50.00 not credited");
    await expectNoAxeViolations();
    const sent = accept(RETRY, operatorEvent({ error: null }));
    const dialog = await openDialog(user, /^Retry checkout/);
    await fill(user, dialog.getByLabelText("Reason"), "Order corrected");
    await user.click(dialog.getByRole("button", { name: "Retry now" }));
    await closed();
    await expectToast("Event processed");
    expect(sent).toEqual([{ reason: "Order corrected" }]);
  });

  it("that still fails stays in the dialog with its error", async () => {
    const { user } = await openPayments();
    respond(RETRY, operatorEvent());
    const dialog = await openDialog(user, /^Retry checkout/);
    await fill(user, dialog.getByLabelText("Reason"), "Again");
    await user.click(dialog.getByRole("button", { name: "Retry now" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "It still fails: The payment doesn’t match its order.",
    );
  });

  it("that fails for good is closed with a note, and leaves the list of failing ones", async () => {
    const { user } = await openPayments();
    const sent = accept(
      CLOSE,
      operatorEvent({ closed: { at: new Date().toISOString(), by: "dana", note: "x" } }),
    );
    const dialog = await openDialog(user, /^Close checkout/);
    await user.click(dialog.getByRole("button", { name: "Close event" }));
    expect(dialog.getByLabelText("Note")).toHaveAccessibleDescription(problemMessages.noteMissing);
    await fill(user, dialog.getByLabelText("Note"), "x".repeat(201));
    expect(dialog.getByLabelText("Note")).toHaveAccessibleDescription(problemMessages.noteTooLong);
    expect(sent).toEqual([]);
    await fill(user, dialog.getByLabelText("Note"), " A test payment ");
    await expectNoAxeViolations();
    respond(EVENTS, { items: [], next_cursor: null, counts: { failing: 0, all: 1 } });
    await user.dblClick(dialog.getByRole("button", { name: "Close event" }));
    await closed();
    await expectToast("Event closed", "checkout.session.completed");
    expect(sent).toEqual([{ note: "A test payment" }]);
    expect(await screen.findByText(TEXTS.noneFailing)).toBeVisible();
  });

  it("that is closed says by whom and why, and can still be retried", async () => {
    const closing = { at: "2026-11-20T10:00:00.000Z", by: "dana", note: "A test payment" };
    respond(EVENTS, {
      items: [operatorEvent({ closed: closing })],
      next_cursor: null,
      counts: { failing: 0, all: 1 },
    });
    const { user } = await openPayments("?events=all");
    const row = await screen.findByRole("row", { name: /checkout\.session\.completed/ });
    expect(row).toHaveTextContent("Closed by dana: A test payment");
    expect(within(row).getByText("Closed")).toBeVisible();
    expect(within(row).getByRole("button", { name: /^Retry checkout/ })).toBeVisible();
    expect(within(row).queryByRole("button", { name: /^Close / })).toBeNull();
    await user.click(within(row).getByRole("button", { name: /^Details/ }));
    expect(card(TEXTS.events).getByText("Last error").parentElement).toHaveTextContent("doesn’t match");
    expect(card(TEXTS.events).getAllByText(/Closed by dana: A test payment/)).toHaveLength(2);
    await expectNoAxeViolations();
  });

  it("can all be listed; processed ones have nothing to retry", async () => {
    const { user, address } = await openPayments();
    await screen.findByRole("button", { name: /^Retry checkout/ });
    const item = operatorEvent({ error: null, type: "charge.refunded" });
    respond(EVENTS, { items: [item], next_cursor: null, counts: { failing: 1, all: 143 } });
    await user.click(screen.getByRole("tab", { name: /^Stripe events/ }));
    expect(await screen.findByText("Processed")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Retry charge/ })).toBeNull();
    expect(address()).toBe("/operator/payments?events=all");
  });
});

describe("a difference", () => {
  it("is closed with a note, and the card counts it as closed", async () => {
    const { user } = await openPayments();
    const last = { ...operatorComparison().last, problems: [], problem_count: 0, closed: 1 };
    const after = operatorComparison({ last: last as NonNullable<ComparisonResponse["last"]> });
    const sent = accept(CLOSE_DIFFERENCE, after);
    const dialog = await openDialog(user, /^Close The amount differs from the ledger pi_3SVa9Tf/);
    respond(COMPARISON, after);
    await fill(user, dialog.getByLabelText("Note"), "Corrected by hand");
    await user.click(dialog.getByRole("button", { name: "Close difference" }));
    await closed();
    await expectToast("Difference closed", "pi_3SVa9Tf");
    expect(sent).toEqual([{ subject: "pi_3SVa9Tf", code: "amount_differs", note: "Corrected by hand" }]);
    expect(await screen.findByText("No open discrepancies")).toBeVisible();
    expect(screen.getByText("1 closed by an operator")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("that isn't listed appears with the next comparison, which the card says", async () => {
    const { last } = operatorComparison();
    respond(COMPARISON, operatorComparison({ last: last && { ...last, problem_count: 4, closed: 2 } }));
    const { user } = await openPayments();
    expect(await screen.findByText(/^Showing 1 of 4\. The next comparison lists more/)).toBeVisible();
    expect(screen.getByText("See below and the runbook · 2 closed by an operator")).toBeVisible();
    respond(COMPARISON, operatorComparison({ last: last && { ...last, problems: [], problem_count: 4 } }));
    await user.click(screen.getByRole("button", { name: operatorMessages.refresh }));
    expect(await screen.findByText("The next comparison lists the others.")).toBeVisible();
  });
});

it("a comparison is started with a reason, and says that it continues", async () => {
  const { user } = await openPayments();
  const sent = accept(RUN, operatorComparison({ stage: "refunds" }));
  const dialog = await openDialog(user, "Run now");
  await fill(user, dialog.getByLabelText("Reason"), "Ticket 12");
  respond(COMPARISON, operatorComparison({ stage: "refunds" }));
  await user.click(dialog.getByRole("button", { name: "Run now" }));
  await closed();
  await expectToast("Comparison started");
  expect(await screen.findByText(/In progress: comparing refunds/)).toBeVisible();
  expect(sent).toEqual([{ reason: "Ticket 12" }]);
});
