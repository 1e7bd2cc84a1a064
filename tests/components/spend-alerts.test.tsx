import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { settingsMessages } from "#app/features/billing/messages.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { accountBudgets, spendAlerts } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { bodiesOf, fail, hold, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const SETTINGS = "/billing?tab=settings";
const TWO: SpendAlertsResponse = {
  ...spendAlerts,
  alerts: [
    { amount: 50, reached_on: "2026-11-16" },
    { amount: 100, reached_on: null },
  ],
};
const field = () => screen.findByRole("textbox", { name: settingsMessages.alertsLabel });
const remove = (amount: string) => screen.getByRole("button", { name: `Remove ${amount}` });

async function openSettings(alerts = TWO) {
  respond("GET /api/account/spend-alerts", alerts);
  const opened = await openScreen(SETTINGS);
  await waitFor(async () => expect(await field()).toBeEnabled());
  return opened;
}

describe("spend alerts in the settings", () => {
  it("say which amounts this month has reached, and are added and removed with the other settings", async () => {
    const { user } = await openSettings();
    expect(await screen.findByText("$50 reached on Nov 16 · $100 not reached")).toBeVisible();
    respond("PUT /api/account/spend-alerts", { ...TWO, alerts: [{ amount: 20.5, reached_on: null }] });
    const bodies = bodiesOf("PUT /api/account/spend-alerts");
    await user.type(await field(), "20.50{Enter}");
    expect(screen.getByText(/^\$20\.50 already reached this month · /)).toBeVisible();
    expect(bodies).toEqual([]);
    await user.click(remove("$50"));
    await user.type(await field(), "{Backspace}75");
    await expectNoAxeViolations();
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await expectToast("Settings Saved", "They apply from now on.");
    expect(bodies).toEqual([{ amounts: [20.5, 75] }]);
    expect(screen.getByText(settingsMessages.saved)).toBeVisible();
  });

  it("refuse an amount at its field, and send nothing", async () => {
    const { user } = await openSettings();
    const bodies = bodiesOf("PUT /api/account/spend-alerts");
    for (const [typed, problem] of [
      ["0.99", "Enter at least $1.00."],
      ["100", "This amount is already listed."],
      ["5.001", "Enter whole cents."],
    ] as const) {
      await user.clear(await field());
      await user.type(await field(), typed);
      await user.click(screen.getByRole("button", { name: "Save changes" }));
      expect(await field()).toHaveAccessibleDescription(problem);
    }
    expect(await field()).toHaveFocus();
    expect(bodies).toEqual([]);
  });

  it("are up to five", async () => {
    const alerts = [1, 2, 3, 4, 5].map((amount) => ({ amount, reached_on: null }));
    const { user } = await openSettings({ ...TWO, alerts });
    await user.type(await field(), "6,");
    expect(await field()).toHaveAccessibleDescription("Remove an amount first: there can be 5.");
    await user.click(remove("$1"));
    expect(await field()).toHaveAccessibleDescription(settingsMessages.alertsHint);
    await user.type(await field(), "{Enter}");
    expect(remove("$6")).toBeVisible();
  });
});

describe("spend alerts on the dashboard", () => {
  it("are ticks on the month's bar, and lead to where they are kept", async () => {
    respond("GET /api/account/spend-alerts", TWO);
    await openScreen("/");
    const bar = await screen.findByRole("progressbar", { name: "Spent this month (UTC)" });
    // $61.84 of 1.2 times $100.
    expect(bar).toHaveAttribute("aria-valuenow", "52");
    expect(bar).toHaveAttribute("aria-valuetext", "$61.84, alert at $50 reached, alert at $100");
    expect(screen.getByText("$50 ✓")).toBeVisible();
    expect(screen.getByText("Alerts at $50 and $100")).toBeVisible();
    const edit = screen.getByRole("link", { name: "Edit spend alerts" });
    expect(edit).toHaveAttribute("href", "/billing?tab=settings#spend-alerts");
    expect(screen.getByText("No spending limit")).toBeVisible();
  });

  it("stand on a bar that ends at the monthly limit", async () => {
    respond("GET /api/account/spend-alerts", TWO);
    const budgets = [{ period: "month" as const, amount: 80, ...accountBudgets.spending.month }];
    respond("GET /api/account/budgets", { ...accountBudgets, budgets });
    await openScreen("/");
    const bar = await screen.findByRole("progressbar", { name: "Spent this month (UTC)" });
    expect(bar).toHaveAttribute("aria-valuenow", "77");
    expect(bar).toHaveAttribute("aria-valuetext", "$61.84, alert at $50 reached");
    expect(screen.getByRole("link", { name: "of $80.00, edit spending limits" })).toBeVisible();
  });

  it("can be added from there", async () => {
    await openScreen("/");
    expect(await screen.findByRole("link", { name: "Add spend alerts" })).toBeVisible();
  });

  it("are awaited together with the spend, so that nothing moves when they arrive", async () => {
    respond("GET /api/account/spend-alerts", TWO);
    const slow = hold("GET /api/account/spend-alerts");
    await openScreen("/");
    expect(await screen.findByRole("status", { name: "Loading spend" })).toBeInTheDocument();
    await waitFor(() => expect(slow.calls()).toBe(1));
    expect(screen.queryByText("No spending limit")).toBeNull();
    slow.release();
    expect(await screen.findByText("Alerts at $50 and $100")).toBeVisible();
    expect(screen.queryByRole("status", { name: "Loading spend" })).toBeNull();
  });

  it("don't hide the spend when they can't be loaded", async () => {
    fail("GET /api/account/spend-alerts");
    await openScreen("/");
    const card = within((await screen.findByText("No spending limit")).closest("section") ?? document.body);
    expect(card.getByText("$61.84")).toBeVisible();
    expect(card.queryByText("No spend alerts")).toBeNull();
  });
});
