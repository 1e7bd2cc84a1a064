import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { settingsMessages } from "#app/features/billing/messages.ts";
import { accountBudgets, apiKey, autoTopUp, balance, topUpCharge } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { bodiesOf, disconnect, fail, hold, recover, refuse, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const SETTINGS = "/billing?tab=settings";
const field = (name: string) => screen.findByRole("textbox", { name });
const saveButton = () => screen.getByRole("button", { name: "Save changes" });
const section = async (name: string) => within(await screen.findByRole("region", { name }));

async function openSettings(address = SETTINGS) {
  const opened = await openScreen(address);
  await waitFor(async () => expect(await field("Notify me below")).toHaveValue("5.00"));
  await waitFor(async () => expect(await field("When balance falls below")).toHaveValue("20.00"));
  return opened;
}

describe("the billing settings", () => {
  it("show the card, auto top-up, limits and their use, without a violation of accessibility rules", async () => {
    const budgets = [{ period: "day" as const, amount: 10, ...accountBudgets.spending.day }];
    respond("GET /api/account/budgets", { ...accountBudgets, budgets });
    await openSettings();
    const card = await section("Payment method");
    expect(card.getByText("Visa •••• 4242")).toBeVisible();
    expect(card.getByText("Expires 08/2028")).toBeVisible();
    const topUp = await section("Auto top-up");
    expect(topUp.getByText("On")).toBeVisible();
    expect(topUp.getByRole("switch", { name: "Auto top-up" })).toBeChecked();
    expect(topUp.getByText("Added automatically in November").parentElement).toHaveTextContent(
      "$50.00 of $150.00",
    );
    expect(await topUp.findByText("Paid")).toBeVisible();
    expect(topUp.getByRole("link", { name: /^Receipt of/ })).toHaveAttribute(
      "href",
      "/billing/receipts/order_1",
    );
    await waitFor(async () => expect(await field("Daily limit")).toHaveValue("10.00"));
    expect(screen.getByText("Spent today").parentElement).toHaveTextContent("$1.42 of $10.00");
    expect(await field("Monthly limit")).toHaveValue("");
    expect(screen.getByText("1 key is accepting requests.")).toBeVisible();
    expect(screen.getByText(settingsMessages.saved)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("are saved together, each changed part with one request, and nothing else", async () => {
    const { user } = await openSettings();
    respond("PUT /api/account/budgets", accountBudgets);
    respond("PATCH /api/account/balance", { ...balance, low_balance_threshold: 12.5 });
    const topUps = bodiesOf("PUT /api/auto-top-up");
    const limits = bodiesOf("PUT /api/account/budgets");
    const balances = bodiesOf("PATCH /api/account/balance");
    await fill(user, await field("Notify me below"), "12.50");
    await fill(user, await field("Monthly limit"), "100");
    expect(screen.getByText(settingsMessages.unsaved)).toBeVisible();
    await user.click(saveButton());
    await expectToast("Settings Saved", "They apply from now on.");
    expect(balances).toEqual([{ low_balance_threshold: 12.5 }]);
    expect(limits).toEqual([{ budgets: [{ period: "month", amount: 100 }] }]);
    expect(topUps).toEqual([]);
    expect(await field("Notify me below")).toHaveValue("12.50");
    expect(screen.getByText(settingsMessages.saved)).toBeVisible();
  });

  const chargeDialog = async () =>
    within(await screen.findByRole("dialog", { name: settingsMessages.chargeTitle }));
  const WARNING = "Your balance is below $45.00, so your card is charged $50.00 now.";
  const TOP_UP = "PUT /api/auto-top-up";

  it("warn while typing of a charge that saving makes at once, and ask before it", async () => {
    respond("GET /api/account/balance", { ...balance, balance: 41.98 });
    const { user } = await openSettings();
    const sent = bodiesOf(TOP_UP);
    await fill(user, await field("When balance falls below"), "41.98");
    expect(screen.queryByText(/so your card is charged/)).toBeNull();
    await fill(user, await field("When balance falls below"), "45");
    expect(await screen.findByText(WARNING)).toBeVisible();

    await user.click(saveButton());
    let dialog = await chargeDialog();
    expect(dialog.getByText(WARNING)).toBeVisible();
    expect(dialog.getByText("Balance now").parentElement).toHaveTextContent("$41.98");
    expect(dialog.getByText("Visa •••• 4242").parentElement).toHaveTextContent("+$50.00");
    expect(dialog.getByText("Balance after").parentElement).toHaveTextContent("$91.98");
    expect(dialog.getByText("Added automatically in November").parentElement).toHaveTextContent(
      "$100.00 of $150.00",
    );
    expect(dialog.getByText(/enter an amount of at most \$41\.98\.$/)).toBeVisible();
    await expectNoAxeViolations();
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(sent).toEqual([]);
    expect(await field("When balance falls below")).toHaveValue("45");
    expect(screen.getByText(settingsMessages.unsaved)).toBeVisible();

    respond(TOP_UP, { ...autoTopUp, threshold: 45 });
    const agreed = bodiesOf(TOP_UP);
    await user.click(saveButton());
    dialog = await chargeDialog();
    await user.click(dialog.getByRole("button", { name: "Save and charge $50.00" }));
    await expectToast("Settings Saved", "Your card is being charged $50.00.");
    expect(agreed).toEqual([
      { enabled: true, threshold: 45, amount: 50, monthly_limit: 150, charge_now: true },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("ask when the balance fell since it was shown, with what it is now", async () => {
    respond("GET /api/account/balance", { ...balance, balance: 60 });
    const { user } = await openSettings();
    await fill(user, await field("When balance falls below"), "45");
    expect(screen.queryByText(WARNING)).toBeNull();
    respond("GET /api/account/balance", { ...balance, balance: 41.98 });
    fail(TOP_UP, "Your balance is below.", { status: 409, code: "charge_confirmation_required" });
    await user.click(saveButton());
    const dialog = await chargeDialog();
    expect(dialog.getByText("Balance now").parentElement).toHaveTextContent("$41.98");
    expect(screen.queryByText("Your balance is below.")).toBeNull();
    fail(TOP_UP, "Slow down.", { status: 429, code: "rate_limited" });
    await user.click(dialog.getByRole("button", { name: "Save and charge $50.00" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Slow down.");
  });

  it("ask before settings by which the next card is charged, once auto top-up has stopped", async () => {
    const stopped = {
      at: "2026-11-26T11:30:00.000Z",
      reason: "declined" as const,
      detail: null,
      charge_id: "o",
    };
    respond("GET /api/auto-top-up", { ...autoTopUp, state: "stopped", chargeable: false, stopped });
    const { user } = await openSettings();
    await fill(user, await field("When balance falls below"), "45");
    const sentence = "Your balance is below $45.00, so the next card that you save is charged $50.00.";
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(saveButton());
    const dialog = within(await screen.findByRole("dialog", { name: settingsMessages.laterChargeTitle }));
    expect(dialog.getByText("Next card").parentElement).toHaveTextContent("+$50.00");
    respond(TOP_UP, { ...autoTopUp, threshold: 45 });
    const agreed = bodiesOf(TOP_UP);
    await user.click(dialog.getByRole("button", { name: "Agree and save" }));
    await waitFor(() =>
      expect(agreed).toEqual([
        { enabled: true, threshold: 45, amount: 50, monthly_limit: 150, charge_now: true },
      ]),
    );
  });

  it("show what became of the charge, such as a declined card", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "setTimeout", "Date"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = await openSettings();
    await fill(user, await field("When balance falls below"), "45");
    respond(TOP_UP, { ...autoTopUp, threshold: 45 });
    await user.click(saveButton());
    const dialog = await chargeDialog();
    respond("GET /api/auto-top-up", {
      ...autoTopUp,
      threshold: 45,
      state: "stopped",
      stopped: {
        at: "2026-11-26T10:00:00.000Z",
        reason: "declined",
        detail: "Card expired",
        charge_id: "order_2",
      },
    });
    await user.click(dialog.getByRole("button", { name: "Save and charge $50.00" }));
    while (!screen.queryByText("Stopped")) await vi.advanceTimersByTimeAsync(250);
    expect(await field("When balance falls below")).toHaveValue("45.00");
  });

  it("name what is wrong at the field and send nothing", async () => {
    const { user } = await openSettings();
    const topUps = bodiesOf("PUT /api/auto-top-up");
    await fill(user, await field("When balance falls below"), "4.99");
    await fill(user, await field("At most, per month"), "49");
    await user.click(saveButton());
    expect(screen.getByText("Enter at least $5.00.")).toBeVisible();
    expect(screen.getByText("Enter at least the $50.00 of one charge.")).toBeVisible();
    expect(await field("When balance falls below")).toHaveFocus();
    await fill(user, await field("Daily limit"), "1,50");
    await user.tab();
    expect(screen.getByText("Enter an amount in dollars, such as 5 or 0.50.")).toBeVisible();
    expect(topUps).toEqual([]);
    expect(screen.getByText(settingsMessages.unsaved)).toBeVisible();
  });

  it("keep what could not be saved, and show the API’s reason at its field", async () => {
    const { user } = await openSettings();
    respond("PUT /api/account/budgets", accountBudgets);
    refuse("PATCH /api/account/balance", "Too low today.", "low_balance_threshold");
    await fill(user, await field("Daily limit"), "0");
    await fill(user, await field("Notify me below"), "9");
    await user.click(saveButton());
    await waitFor(async () =>
      expect(await field("Notify me below")).toHaveAccessibleDescription("Too low today."),
    );
    expect(await field("Notify me below")).toHaveValue("9");
    expect(screen.getByRole("alert")).toHaveTextContent("Too low today.");
    await fill(user, await field("Notify me below"), "5.0");
    expect(screen.getByText(settingsMessages.saved)).toBeVisible();
  });

  it("ask before unsaved changes are lost, and keep them if the reader stays", async () => {
    const { user, address } = await openSettings();
    await fill(user, await field("Notify me below"), "9");
    await user.click(screen.getByRole("tab", { name: "Receipts" }));
    let dialog = within(await screen.findByRole("dialog", { name: settingsMessages.leaveTitle }));
    await user.click(dialog.getByRole("button", { name: settingsMessages.stay }));
    expect(await field("Notify me below")).toHaveValue("9");
    await user.click(screen.getByRole("tab", { name: "Receipts" }));
    dialog = within(await screen.findByRole("dialog", { name: settingsMessages.leaveTitle }));
    await user.click(dialog.getByRole("button", { name: settingsMessages.leave }));
    await waitFor(() => expect(address()).toContain("tab=receipts"));
  });

  it("load part by part: what fails says so and can be tried again", async () => {
    disconnect("GET /api/auto-top-up");
    disconnect("GET /api/account/budgets");
    const { user } = await openScreen(SETTINGS);
    const topUp = await section("Auto top-up");
    expect(await topUp.findByText(settingsMessages.autoTopUpFailed)).toBeVisible();
    expect(await (await section("Spending limits")).findByText(settingsMessages.limitsFailed)).toBeVisible();
    expect(await field("Notify me below")).toHaveValue("5.00");
    recover();
    await user.click(topUp.getByRole("button", { name: "Retry" }));
    expect(await topUp.findByText("On")).toBeVisible();
  });
});

describe("auto top-up", () => {
  it("needs a card before it can be turned on", async () => {
    respond("GET /api/auto-top-up", { ...autoTopUp, enabled: false, state: "off", payment_method: null });
    await openSettings();
    expect((await section("Payment method")).getByText(settingsMessages.noCard)).toBeVisible();
    const topUp = await section("Auto top-up");
    expect(topUp.getByRole("switch")).toBeDisabled();
    expect(topUp.getByText(/Add a card first/)).toBeVisible();
  });

  it("says when it turns on, and is turned on by saving", async () => {
    const off = { ...autoTopUp, enabled: false, state: "off" as const };
    respond("GET /api/auto-top-up", off);
    const { user } = await openSettings();
    const topUp = await section("Auto top-up");
    await user.click(topUp.getByRole("switch"));
    expect(topUp.getByText(settingsMessages.onAfterSave)).toBeVisible();
    expect(topUp.getByText("Off")).toBeVisible();
    respond("PUT /api/auto-top-up", autoTopUp);
    await user.click(saveButton());
    expect(await topUp.findByText("On")).toBeVisible();
  });

  it.each([
    [
      "a declined card",
      {
        state: "stopped" as const,
        stopped: {
          at: "2026-11-20T09:12:00.000Z",
          reason: "declined" as const,
          detail: "Insufficient funds",
          charge_id: "order_1",
        },
      },
      /^Your card was declined on Nov 20, 2026, /,
      "Replace card",
    ],
    [
      "a charge to confirm",
      {
        state: "confirmation_needed" as const,
        confirmation: {
          charge_id: "order_1",
          amount: 50,
          created_at: "2026-11-20T09:12:00.000Z",
          confirm_by: "2026-11-23T09:12:00.000Z",
        },
      },
      "Your bank wants you to confirm a charge of $50.00",
      "Confirm charge",
    ],
    [
      "a limit that is reached",
      { state: "limit_reached" as const },
      "The next charge would exceed your monthly limit",
      "Add Funds",
    ],
  ])("explains %s and leads to the way out", async (_, changes, title, action) => {
    respond("GET /api/auto-top-up", { ...autoTopUp, ...changes });
    await openSettings();
    const topUp = await section("Auto top-up");
    expect(topUp.getByText(title)).toBeVisible();
    const ways = [...topUp.queryAllByRole("button"), ...topUp.queryAllByRole("link")];
    expect(ways.map(({ textContent }) => textContent)).toContain(action);
    await expectNoAxeViolations();
  });

  it("removes the card after a question", async () => {
    const { user } = await openSettings();
    await user.click(screen.getByRole("button", { name: "Remove Visa •••• 4242" }));
    const dialog = within(await screen.findByRole("dialog", { name: settingsMessages.removeTitle }));
    respond("DELETE /api/payment-method", {
      ...autoTopUp,
      enabled: false,
      state: "off",
      payment_method: null,
    });
    await user.click(dialog.getByRole("button", { name: "Remove card" }));
    await expectToast("Card Removed", "Auto top-up is off.");
    expect(await screen.findByText(settingsMessages.noCard)).toBeVisible();
  });

  it("saves the card of the page that leads back here, once, and forgets its address", async () => {
    respond("POST /api/payment-method/completion", autoTopUp);
    const completions = hold("POST /api/payment-method/completion");
    const { address } = await openScreen(`${SETTINGS}&card=cs_test_12345678`);
    await waitFor(() => expect(completions.calls()).toBe(1));
    expect(address()).not.toContain("card=");
    completions.release();
    await expectToast("Card Saved", "You can use it for auto top-up.");
    expect(completions.calls()).toBe(1);
  });
});

describe("the emergency stop", () => {
  const stopped = { stopped_at: "2026-11-26T09:12:00.000Z" };

  it("stops all keys after a question, says so on every screen, and is undone with one click", async () => {
    respond("GET /api/keys", [apiKey(), apiKey({ id: "key_2" }), apiKey({ id: "key_3", status: "revoked" })]);
    const { user } = await openSettings();
    expect(await screen.findByText("2 keys are accepting requests.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Stop all keys" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Stop all keys?" }));
    respond("POST /api/account/stop", stopped);
    respond("GET /api/account/stop", stopped);
    await user.click(dialog.getByRole("button", { name: "Stop all keys" }));
    await expectToast("Keys Stopped", "Every request is now refused.");
    expect(await screen.findByText("All your keys are stopped.")).toBeVisible();
    const card = await section("Emergency stop");
    expect(card.getByText(/^All keys have been stopped since Nov 26, 2026/)).toBeVisible();
    await expectNoAxeViolations();
    respond("DELETE /api/account/stop", { stopped_at: null });
    respond("GET /api/account/stop", { stopped_at: null });
    await user.click(card.getByRole("button", { name: "Start again" }));
    await expectToast("Keys Started", "Your keys accept requests again.");
    await waitFor(() => expect(screen.queryByText("All your keys are stopped.")).toBeNull());
    expect(screen.getByText("2 keys are accepting requests.")).toBeVisible();
  });

  it("saves no other change with it", async () => {
    const { user } = await openSettings();
    respond("POST /api/account/stop", stopped);
    const balances = bodiesOf("PATCH /api/account/balance");
    await fill(user, await field("Notify me below"), "9");
    await user.click(await screen.findByRole("button", { name: "Stop all keys" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Stop all keys?" }));
    await user.click(dialog.getByRole("button", { name: "Stop all keys" }));
    await expectToast("Keys Stopped", "Every request is now refused.");
    expect(balances).toEqual([]);
    expect(screen.getByText(settingsMessages.unsaved)).toBeVisible();
  });

  it("stays as it was when stopping fails, and the dialog says so", async () => {
    const { user } = await openSettings();
    await user.click(await screen.findByRole("button", { name: "Stop all keys" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Stop all keys?" }));
    fail("POST /api/account/stop", "The keys may not be stopped yet.");
    await user.click(dialog.getByRole("button", { name: "Stop all keys" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("The keys may not be stopped yet.");
    expect(screen.queryByText("All your keys are stopped.")).toBeNull();
  });
});

describe("an automatic charge", () => {
  it("that needs confirmation leads to the bank, and shows what became of it", async () => {
    const charge = topUpCharge({
      status: "confirmation_needed",
      receipt_id: null,
      confirm_by: "2026-11-29T09:12:00.000Z",
    });
    respond("GET /api/auto-top-up/charges/order_1", charge);
    const { user } = await openScreen("/billing/auto-top-up/order_1");
    expect(await screen.findByText(/^Your bank wants you to confirm this charge/)).toBeVisible();
    await expectNoAxeViolations();
    respond("POST /api/auto-top-up/charges/order_1/confirmation", { url: null });
    respond("GET /api/auto-top-up/charges/order_1", topUpCharge());
    await user.click(screen.getByRole("button", { name: "Confirm with your bank" }));
    expect(await screen.findByText("The amount was added to your balance.")).toBeVisible();
    expect(screen.getByRole("link", { name: "View receipt" })).toBeVisible();
  });
});
