import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { paymentMessages } from "#app/features/payments/messages.ts";
import { announcePayment, CANCELED, onPaymentReceived } from "#app/features/payments/payment-channel.ts";
import { runwayMessages } from "#app/features/runway/messages.ts";
import { auth } from "#app/lib/auth/auth.ts";
import { runway } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, fail, hold, network, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { signOut } from "./support/session.ts";
import { expectToast } from "./support/toasts.ts";

const LINK = "POST /api/payment/create-payment-link";
const COMPLETION = "POST /api/account/payment-link-completion";
const BALANCE = "GET /api/account/balance";
const SESSION = "cs_test_nobody_knows_this";
const OPENED_HERE = "cs_test_opened_here";
const FAILED = "Payment verification failed";
const heading = (name: string) => screen.findByRole("heading", { name });

describe("the amounts of a top-up", () => {
  const goOn = () => screen.findByRole("button", { name: "Continue to payment" });

  /** A tab as the browser opens it. */
  function openTab() {
    const tab = {
      closed: false,
      close: vi.fn(),
      document: { title: "" },
      opener: null,
      location: { replace: vi.fn() },
    };
    // Only the parts of a window that are used.
    vi.spyOn(window, "open").mockReturnValue(tab as unknown as Window);
    return tab;
  }

  it("require a choice, and choosing clears the message", async () => {
    const { user } = await openScreen("/add-balance");
    await user.click(await goOn());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Please select one of the predefined amounts: $25, $50, or $199",
    );
    await expectNoAxeViolations();
    await user.click(screen.getByRole("radio", { name: /199/ }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  const RUNWAY = "GET /api/account/runway";

  it("show how long each lasts, and the balance with it", async () => {
    const as_of = "2026-11-20T12:00:00.000Z";
    const lasts_until = "2026-12-10T12:00:00.000Z";
    respond(RUNWAY, {
      ...runway,
      status: "estimated",
      as_of,
      balance: 25,
      daily_cost: 1.25,
      days_left: 20,
      lasts_until,
    });
    const { user } = await openScreen("/add-balance");
    expect(await screen.findByRole("radio", { name: /25.*About 2 weeks at this pace/ })).toBeVisible();
    expect(screen.getByRole("radio", { name: /199.*About 5 months at this pace/ })).toBeVisible();
    expect(screen.getByText(/^Lasts/)).toHaveTextContent("Lasts until Dec 10, 2026 at this pace");
    await user.click(screen.getByRole("radio", { name: /50/ }));
    expect(screen.getByText(/^Would last/)).toHaveTextContent("Would last until Jan 19, 2027 at this pace");
    await expectNoAxeViolations();
  });

  it("show no estimate from too little usage", async () => {
    respond(RUNWAY, { ...runway, status: "too_little_data" });
    await openScreen("/add-balance");
    expect(await screen.findByText(runwayMessages.short.too_little_data)).toBeVisible();
    expect(screen.queryByText(/at this pace/)).toBeNull();
  });

  it("offer to load an estimate that failed to load", async () => {
    fail(RUNWAY);
    const { user } = await openScreen("/add-balance");
    expect(await screen.findByText(runwayMessages.short.failed, { exact: false })).toBeVisible();
    respond(RUNWAY, runway);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText(runwayMessages.short.not_spending)).toBeVisible();
  });

  it("list the offered amounts when the link names another one, which is no error", async () => {
    await openScreen("/add-balance?amount=5");
    expect(
      await screen.findByText("Please select one of the predefined amounts: $25, $50, or $199"),
    ).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("show that a canceled payment cost nothing", async () => {
    await openScreen("/add-balance?canceled=true");
    expect(await screen.findByText(paymentMessages.canceled)).toBeVisible();
    expect(await goOn()).toBeEnabled();
  });

  it("are back when the payment was canceled in its tab, which can still be paid", async () => {
    openTab();
    respond(LINK, { paymentLinkUrl: "http://pay.test/c/1", session_id: SESSION });
    const { user } = await openScreen("/add-balance?amount=25");
    await user.click(await goOn());
    await heading("Waiting for your payment");
    announcePayment(CANCELED);
    expect(await screen.findByText(paymentMessages.canceled)).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Waiting for your payment" })).toBeNull();
    expect(screen.getByRole("radio", { name: /25/ })).toBeChecked();
    respond(COMPLETION, { success: true, pending: false, product: "balance", amount: 25, currency: "USD" });
    announcePayment(SESSION);
    expect(await heading("Payment successful")).toBeVisible();
  });

  it("stand above no empty line for an account without a balance", async () => {
    respond(RUNWAY, { ...runway, status: "empty" });
    await openScreen("/add-balance");
    const summary = (await heading("Summary")).parentElement;
    await waitFor(() => expect(screen.queryByText("Loading estimate")).toBeNull());
    expect(summary?.lastElementChild?.tagName).toBe("DL");
  });

  it("wait on when the balance rises by the amount for another reason", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "Date"], shouldAdvanceTime: true });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    openTab();
    respond(LINK, { paymentLinkUrl: "http://pay.test/c/1", session_id: SESSION });
    respond(BALANCE, { balance: 5, held: 0, currency: "USD" });
    const { user } = await openScreen("/add-balance?amount=25");
    await user.click(await goOn());
    expect(await heading("Waiting for your payment")).toBeVisible();
    const open = { success: false, pending: true, product: "balance", amount: 25, currency: "USD" };
    respond(COMPLETION, open);
    const verification = hold(COMPLETION);
    verification.release();
    respond(BALANCE, { balance: 30, held: 0, currency: "USD" });
    await waitFor(() => expect(verification.calls()).toBeGreaterThan(0));
    expect(await heading("Waiting for your payment")).toBeVisible();
    respond(COMPLETION, { ...open, success: true, pending: false });
    // In short steps: the page leads on three seconds after the success.
    const successful = () => screen.queryByRole("heading", { name: "Payment successful" });
    while (!successful()) await vi.advanceTimersByTimeAsync(250);
    expect(successful()).toBeVisible();
  });

  it("tell the tab of the payment that this one heard of it, on other pages too", async () => {
    openTab();
    respond(LINK, { paymentLinkUrl: "http://pay.test/c/1", session_id: OPENED_HERE });
    const received = vi.fn();
    const stop = onPaymentReceived(received);
    const { user } = await openScreen("/add-balance?amount=25");
    await user.click(await goOn());
    await heading("Waiting for your payment");
    await expectToast("Payment initiated", "Complete your payment in the new tab.");
    cleanup();
    await openScreen("/billing");
    await screen.findByRole("heading", { name: "Billing" });
    announcePayment("cs_test_of_another_tab");
    announcePayment(OPENED_HERE);
    await waitFor(() => expect(received.mock.calls).toEqual([[OPENED_HERE]]));
    stop();
  });

  it("link to the payment when the browser blocks its tab", async () => {
    vi.spyOn(window, "open").mockReturnValue(null);
    respond(LINK, { paymentLinkUrl: "http://pay.test/c/cs_test_1" });
    const { user } = await openScreen("/add-balance?amount=25");
    await user.click(await goOn());
    expect(await screen.findByText(/Your browser blocked the new tab/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Open payment" })).toHaveAttribute(
      "href",
      "http://pay.test/c/cs_test_1",
    );
  });

  it("show an error when no payment link can be created, and keep the choice", async () => {
    const tab = openTab();
    fail(LINK);
    const { user } = await openScreen("/add-balance?amount=50");
    await user.click(await goOn());
    await expectToast("Error", "Failed to initiate top-up. Please try again.");
    expect(screen.getByRole("radio", { name: /50/ })).toBeChecked();
    expect(tab.close).toHaveBeenCalled();
  });

  it("show an error when the response has no link, and close the tab", async () => {
    const tab = openTab();
    respond(LINK, {});
    const { user } = await openScreen("/add-balance?amount=50");
    await user.click(await goOn());
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Payment link not found for the selected amount",
    );
    expect(screen.getByRole("radio", { name: /50/ })).toBeChecked();
    expect(tab.close).toHaveBeenCalled();
  });

  it("show above them that the returned session failed", async () => {
    fail(COMPLETION, "There is no such checkout session.", { status: 404, code: "not_found" });
    await openScreen(`/add-balance?session_id=${SESSION}`);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent(paymentMessages.errorTitle);
    expect(alert).toHaveTextContent(paymentMessages.failed);
    expect(await goOn()).toBeEnabled();
  });
});

describe("returning from a payment", () => {
  it("without a session id verifies nothing, and offers both links", async () => {
    await openScreen("/payment/success");
    expect(await heading(FAILED)).toBeVisible();
    expect(await screen.findAllByText("No session ID provided. Unable to verify payment.")).not.toHaveLength(
      0,
    );
    expect(screen.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/");
    expect(screen.getByRole("link", { name: "Add Funds" })).toHaveAttribute("href", "/add-balance");
  });

  it("for a plan is part of the app shell, and without a session id links back to the purchase page", async () => {
    await openScreen("/payment-success");
    expect(await heading(FAILED)).toBeVisible();
    expect(screen.getByRole("complementary", { name: "Sidebar" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Add Funds" })).toHaveAttribute("href", "/add-balance");
    expect(screen.getByRole("link", { name: "Purchase API Key" })).toHaveAttribute(
      "href",
      "/purchase-api-key",
    );
  });

  it("shows verification, then success", async () => {
    respond(COMPLETION, { success: true, pending: false, product: "balance", amount: 25, currency: "USD" });
    const verification = hold(COMPLETION);
    await openScreen(`/payment/success?session_id=${SESSION}`);
    expect(await heading("Verifying your payment")).toBeVisible();
    await expectNoAxeViolations();
    verification.release();
    expect(await heading("Payment successful")).toBeVisible();
    expect(verification.calls()).toBe(1);
  });

  describe("in a tab of its own", () => {
    beforeEach(() => {
      respond(COMPLETION, { success: true, pending: false, product: "balance", amount: 25, currency: "USD" });
    });

    it("opens the dashboard when no other tab waits", async () => {
      const close = vi.spyOn(window, "close").mockReturnValue();
      const { address } = await openScreen(`/payment/success?session_id=${SESSION}`);
      expect(await screen.findByText(paymentMessages.redirecting)).toBeVisible();
      await waitFor(() => expect(address()).toBe("/"));
      expect(close).not.toHaveBeenCalled();
    });

    it("closes when the tab that opened the checkout is up to date, so that one dashboard is left", async () => {
      const close = vi.spyOn(window, "close").mockReturnValue();
      const other = new BroadcastChannel("latchkey-payment");
      const reply = new BroadcastChannel("latchkey-payment-received");
      other.onmessage = ({ data }) => reply.postMessage(data);
      const { address } = await openScreen(`/payment/success?session_id=${SESSION}`);
      expect(await screen.findByText(paymentMessages.closing)).toBeVisible();
      await waitFor(() => expect(close).toHaveBeenCalledOnce());
      // A browser that doesn't let pages close their tab leaves it open.
      expect(await screen.findByText(paymentMessages.closable)).toBeVisible();
      expect(address()).toBe(`/payment/success?session_id=${SESSION}`);
      expect(screen.getByRole("link", { name: "Go to Dashboard" })).toBeVisible();
      other.close();
      reply.close();
    });
  });

  it("shows the request id and a toast when verification fails", async () => {
    fail(COMPLETION, "…", { status: 502, code: "payment_provider_error" });
    await openScreen(`/payment-success?session_id=${SESSION}`);
    expect(await heading(FAILED)).toBeVisible();
    expect(screen.getByText("r1")).toBeVisible();
    await expectToast("Error verifying payment", "Failed to verify payment. Please contact support.");
    expect(screen.getByRole("link", { name: "Purchase API Key" })).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("the purchase of a plan", () => {
  const purchase = () => screen.findByRole("button", { name: "Purchase API Key" });
  const LINK_FAILED = "Failed to create payment link";

  it.each([
    [
      "the server's own words",
      () => fail(LINK, "Slow down.", { status: 429, code: "rate_limited" }),
      "Slow down.",
    ],
    ["a response without words", () => respond(LINK, "<html>", 502), LINK_FAILED],
    ["a response without a link", () => respond(LINK, {}), LINK_FAILED],
    ["a link that is none", () => respond(LINK, { paymentLinkUrl: "javascript:alert(1)" }), LINK_FAILED],
    ["no response at all", () => disconnect(LINK), "Failed to initiate purchase. Please try again."],
  ])("shows an error when it is refused, and allows another attempt: %s", async (_, refuse, message) => {
    refuse();
    const { user } = await openScreen("/purchase-api-key");
    await user.click(await purchase());
    await expectToast("Error", message);
    expect(await purchase()).toBeEnabled();
    network.resetHandlers();
    respond(LINK, { paymentLinkUrl: "http://pay.test/c/1" });
    const again = hold(LINK);
    await user.click(await purchase());
    await waitFor(() => expect(again.calls()).toBe(1));
  });

  it("redirects to the login page when the session is gone, and back afterwards", async () => {
    const { user, address } = await openScreen("/purchase-api-key");
    const button = await purchase();
    // From here on the client no longer checks the session on its own.
    await (await auth()).getSession();
    signOut();
    await user.click(button);
    await expectToast("Authentication Required", "Please log in to purchase an API key.");
    await waitFor(() => expect(address()).toBe("/login?return_to=%2Fpurchase-api-key"));
  });
});
