import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { listMessages } from "#app/components/messages.ts";
import { activityMessages } from "#app/features/activity/messages.ts";
import { billingMessages } from "#app/features/billing/messages.ts";
import { shownPeriod, statementQuery } from "#app/features/billing/queries.ts";
import { notificationMessages } from "#app/features/notifications/messages.ts";
import { browserQueryClient } from "#app/lib/query-client.ts";
import { addMonths, utcMonthOf } from "#core/domain/months.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { bodiesOf, disconnect, fail, hold, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorAccount, operatorAccounts, operatorItem } from "./support/operator.ts";
import { expectToast } from "./support/toasts.ts";

const NOTHING = { items: [], next_cursor: null };
/** Below the usage by model. */
const transactions = () => [
  ...([...document.querySelectorAll('[role="tabpanel"] table')].at(-1)?.querySelectorAll("tbody tr") ?? []),
];

describe("billing", () => {
  it("says that the transactions of a month can't be loaded, and Retry brings them", async () => {
    disconnect("GET /api/ledger/days");
    const { user } = await openScreen("/billing");
    expect(await screen.findByRole("alert")).toHaveTextContent(billingMessages.statementFailed);
    recover();
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(transactions()).toHaveLength(6));
  });

  it("shows nothing of a month before its sums and its transactions are there", async () => {
    const [sums, days] = [hold("GET /api/statement"), hold("GET /api/ledger/days")];
    await openScreen("/billing");
    const loading = () => screen.queryByRole("status", { name: "Loading your statement" });
    await waitFor(() => expect([sums.calls(), days.calls()]).toEqual([1, 1]));
    expect(loading()).toBeInTheDocument();
    sums.release();
    const fetched = statementQuery(shownPeriod(null, Date.now()));
    await waitFor(() => expect(browserQueryClient().getQueryState(fetched.queryKey)?.status).toBe("success"));
    await waitFor(() => expect(loading()).toBeInTheDocument());
    expect(screen.queryByText(/^Opening balance/)).toBeNull();
    days.release();
    await waitFor(() => expect(transactions()).toHaveLength(6));
    expect(loading()).toBeNull();
  });

  it("shows the current month although the months can't be loaded", async () => {
    fail("GET /api/statement/months", "…", { status: 429, code: "rate_limited" });
    const { user } = await openScreen("/billing");
    await waitFor(() => expect(transactions()).toHaveLength(6));
    expect(screen.getByRole("button", { name: "Previous month" })).toHaveAttribute("aria-disabled", "true");
    await user.click(screen.getByRole("combobox", { name: billingMessages.period }));
    expect(await screen.findAllByRole("option")).toHaveLength(2);
  });

  it("keeps its rows when the next page or the file fails to load", async () => {
    const { user } = await openScreen("/billing");
    await waitFor(() => expect(transactions()).toHaveLength(6));
    disconnect("GET /api/ledger/days");
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await expectToast("Error", listMessages.moreFailed.description);
    expect(transactions()).toHaveLength(6);
    disconnect("GET /api/ledger.csv");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    await expectToast("Error", billingMessages.downloadFailed.description);
  });

  it("lists a day's usage and transactions below the month's sums and its usage by model", async () => {
    const { user, address } = await openScreen("/billing");
    const texts = () => transactions().map(({ textContent }) => textContent);
    await waitFor(() => expect(transactions()).toHaveLength(6));
    expect(texts()[0]).toMatch(/^Nov 21, 2026 .*API usage so far, Top-upView requests\+\$23\.50\$39\.00$/);
    expect(texts()[1]).toMatch(/API usage so far−\$1\.50$/);
    expect(texts()[2]).toMatch(/Top-upReceipt\+\$25\.00$/);
    expect(texts()[3]).toMatch(/^Nov 20, 2026 .*API usageView requests−\$1\.00\$15\.50$/);
    const sum = (label: RegExp) => screen.getByText(label, { selector: "dt" }).parentElement;
    expect(sum(/^Opening balance, /)).toHaveTextContent("$18.50");
    expect(sum(/^Added$/)).toHaveTextContent("+$25.001 top-up");
    expect(sum(/^Balance now$/)).toHaveTextContent("$39.00");
    const models = within(screen.getAllByRole("table")[0] ?? expect.unreachable()).getAllByRole("row");
    expect(models.map(({ textContent }) => textContent)).toEqual([
      "ModelRequestsInputOutputShareSpend",
      "demo-large80046k8.2k88.9%$4.00",
      "demo-image1263 images—8.9%$0.40",
      "Usage of earlier months, recorded late2.2%$0.10",
      "Total812$4.50",
    ]);
    expect(screen.getByRole("link", { name: "View requests of Nov 21" })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("radio", { name: "Added" }));
    expect(texts()).toEqual([expect.stringMatching(/^Nov 21, 2026 .*Top-upReceipt\+\$25\.00\$39\.00$/)]);
    expect(address()).toBe("/billing?show=added");
  });

  it("goes to other months, in the picker and beside it", async () => {
    const { user, address } = await openScreen("/billing");
    await waitFor(() => expect(transactions()).toHaveLength(6));
    const next = screen.getByRole("button", { name: "Next month" });
    expect(next).toHaveAttribute("aria-disabled", "true");
    const before = addMonths(utcMonthOf(Date.now()), -1);
    await user.click(screen.getByRole("button", { name: "Previous month" }));
    expect(address()).toBe(`/billing?month=${before}`);
    expect(next).toHaveAttribute("aria-disabled", "false");
    expect(await screen.findByRole("link", { name: "Print" })).toHaveAttribute(
      "href",
      `/billing/statements/${before}`,
    );
    await user.click(screen.getByRole("combobox", { name: billingMessages.period }));
    await user.click(await screen.findByRole("option", { name: /^All time/ }));
    expect(address()).toBe("/billing?month=all");
    expect(screen.getByRole("button", { name: "Print" })).toHaveAttribute("aria-disabled", "true");
  });

  it("prints a month's sums, usage by model, and payments with their receipts", async () => {
    await openScreen("/billing/statements/2026-10");
    expect(await screen.findByRole("heading", { name: "Statement", level: 1 })).toBeVisible();
    const [models, payments] = screen.getAllByRole("table").map(({ textContent }) => textContent);
    expect(models).toContain("demo-large80046,1008,200$4.00");
    expect(payments).toContain("Top-up, Visa •••• 4242LK-20261126-4F3A9C21+$25.00Total+$25.00");
    expect(screen.getByText(/Not a tax invoice/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it.each(["2026-13", "2089-01"])("says that there is no statement of %s, and what to do", async (month) => {
    const { user, address } = await openScreen(`/billing/statements/${month}`);
    expect(await screen.findByText(billingMessages.statementNotFound)).toBeVisible();
    await user.click(screen.getByRole("link", { name: billingMessages.toCurrentMonth }));
    expect(address()).toBe("/billing");
  });

  it("of a month without transactions leads back to the current one", async () => {
    respond("GET /api/ledger/days", NOTHING);
    const { user, address } = await openScreen("/billing?month=2025-01");
    expect(await screen.findByText("No transactions in January 2025")).toBeVisible();
    await user.click(screen.getByRole("link", { name: billingMessages.toCurrentMonth }));
    expect(address()).toBe("/billing");
  });

  it("of a new account is empty, and shows how to get started", async () => {
    respond("GET /api/ledger/days", NOTHING);
    respond("GET /api/receipts", NOTHING);
    const { user, address } = await openScreen("/billing");
    expect(await screen.findByText(billingMessages.noTransactions)).toBeVisible();
    expect(within(screen.getByRole("tabpanel")).getByRole("link", { name: "Add funds" })).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Receipts" }));
    expect(await screen.findByText(billingMessages.noReceipts)).toBeVisible();
    expect(address()).toBe("/billing?tab=receipts");
  });
});

describe("the activity", () => {
  it("can be filtered, and the address keeps the filter", async () => {
    const queries = queriesOf("GET /api/audit");
    const { user, address } = await openScreen("/activity");
    expect(await screen.findByText("Key “Production” was created")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Access" }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ kind: "access" }));
    expect(address()).toBe("/activity?kind=access");
  });

  it("of a new account says what will be listed here", async () => {
    respond("GET /api/audit", NOTHING);
    await openScreen("/activity");
    expect(await screen.findByText(activityMessages.noneHint)).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("the notifications", () => {
  it("say that there are none, and lead to their settings", async () => {
    const { user } = await openScreen("/activity");
    await user.click(await screen.findByRole("button", { name: /^Notifications/ }));
    const panel = within(await screen.findByRole("dialog", { name: "Notifications" }));
    expect(await panel.findByText(notificationMessages.empty.title)).toBeVisible();
    await user.click(panel.getByRole("link", { name: notificationMessages.settings }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("are switched off one by one, each at once", async () => {
    respond("PATCH /api/notifications/settings", {});
    const bodies = bodiesOf("PATCH /api/notifications/settings");
    const { user } = await openScreen("/profile");
    await user.click(await screen.findByRole("switch", { name: "Low balance by email" }));
    await waitFor(() => expect(bodies).toEqual([{ kind: "low_balance", by_mail: false }]));
    await user.click(screen.getByRole("switch", { name: "Low balance in app" }));
    await waitFor(() => expect(bodies[1]).toEqual({ kind: "low_balance", in_app: false }));
  });

  it("reset a setting that could not be saved", async () => {
    fail("PATCH /api/notifications/settings");
    const { user } = await openScreen("/profile");
    const setting = await screen.findByRole("switch", { name: "Low balance by email" });
    await user.click(setting);
    await expectToast("Error", notificationMessages.settingFailed.description);
    expect(setting).toBeChecked();
  });
});

it("the operator's desk names a deleted account, which has no address anymore", async () => {
  respond(
    "GET /api/operator/accounts",
    operatorAccounts({ items: [operatorItem({ email: "", status: "closed" })] }),
  );
  respond("GET /api/operator/accounts/:id", operatorAccount({ email: "", status: "closed" }));
  await openScreen("/operator/accounts");
  expect(await screen.findByRole("link", { name: "Deleted account" })).toBeVisible();
  cleanup();
  await openScreen("/operator/accounts/1");
  expect(await screen.findByRole("heading", { name: "Deleted account", level: 1 })).toBeVisible();
});
