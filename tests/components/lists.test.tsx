import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { listMessages } from "#app/components/messages.ts";
import { activityMessages } from "#app/features/activity/messages.ts";
import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TOAST } from "#app/features/analytics/messages.ts";
import { billingMessages } from "#app/features/billing/messages.ts";
import { notificationMessages } from "#app/features/notifications/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { block, bodiesOf, disconnect, fail, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { operatorAccount, operatorAccounts, operatorItem } from "./support/operator.ts";
import { expectToast } from "./support/toasts.ts";

const NOTHING = { items: [], next_cursor: null };
const rows = () => document.querySelectorAll('[role="tabpanel"] tbody tr');
const retry = () => screen.findByRole("button", { name: "Retry" });

it("the dashboard says that its figures cannot be loaded, and Retry brings them", async () => {
  fail("GET /api/figures", "…", { status: 503, code: "database_unavailable" });
  const { user } = await openScreen("/");
  const main = await screen.findByRole("main");
  await waitFor(() => expect(main).toHaveTextContent(ANALYTICS_FAILED_HELP));
  await expectToast(ANALYTICS_FAILED_TOAST);
  recover();
  await user.click(screen.getAllByRole("button", { name: "Retry" })[0] ?? expect.unreachable());
  expect(await screen.findByText("requests in the last 24 hours")).toBeVisible();
  expect(main).not.toHaveTextContent(ANALYTICS_FAILED_HELP);
});

it.each([
  ["/billing", "GET /api/ledger/days"],
  ["/billing/receipts/order_1", "GET /api/receipts/:id"],
  ["/billing/auto-top-up/order_1", "GET /api/auto-top-up/charges/:id"],
  ["/usage", "GET /api/usage"],
  ["/api-keys", "GET /api/keys"],
] as const)("%s names a blocker that refuses its list", async (page, call) => {
  block(call);
  await openScreen(page);
  const blocked = await screen.findByText(/^Your browser or an extension blocked this request\./);
  expect(blocked.closest('[role="alert"]')).not.toBeNull();
});

describe("billing", () => {
  it.each([
    ["statement", "GET /api/ledger/days", billingMessages.statementFailed],
    ["receipts", "GET /api/receipts", billingMessages.receiptsFailed],
  ] as const)("says that the %s cannot be loaded, and Retry brings it", async (tab, call, message) => {
    disconnect(call);
    const { user } = await openScreen(`/billing?tab=${tab}`);
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    recover();
    await user.click(await retry());
    await waitFor(() => expect(rows()).not.toHaveLength(0));
  });

  it("keeps its rows when the next page or the file fails to load", async () => {
    const { user } = await openScreen("/billing");
    await waitFor(() => expect(rows()).toHaveLength(6));
    disconnect("GET /api/ledger/days");
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await expectToast("Error", listMessages.moreFailed.description);
    expect(rows()).toHaveLength(6);
    disconnect("GET /api/ledger.csv");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    await expectToast("Error", billingMessages.downloadFailed.description);
  });

  it("lists a day's usage and transactions, and adds up to the balance", async () => {
    await openScreen("/billing");
    const texts = () => [...rows()].map(({ textContent }) => textContent);
    await waitFor(() => expect(rows()).toHaveLength(6));
    expect(texts()[0]).toMatch(/^Nov 21, 2026 .*API usage so far, Top-upView requests\+\$23\.50\$39\.00$/);
    expect(texts()[1]).toMatch(/API usage so far−\$1\.50$/);
    expect(texts()[2]).toMatch(/Top-upReceipt\+\$25\.00$/);
    expect(texts()[3]).toMatch(/^Nov 20, 2026 .*API usageView requests−\$1\.00\$15\.50$/);
    expect(screen.getByText("Balance before Nov 18").parentElement).toHaveTextContent("$18.50");
    expect(screen.getByText("Added").parentElement).toHaveTextContent("+$25.00");
    expect(screen.getByText("Balance now").parentElement).toHaveTextContent("$39.00");
    expect(screen.getByRole("link", { name: "View requests of Nov 21" })).toBeVisible();
    await expectNoAxeViolations();
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
  it("shows an error when it fails to load, and Retry loads it", async () => {
    disconnect("GET /api/audit");
    const { user } = await openScreen("/activity");
    expect(await screen.findByText(activityMessages.failed)).toBeVisible();
    await expectNoAxeViolations();
    recover();
    await user.click(await retry());
    expect(await screen.findByText("Key “Production” was created")).toBeVisible();
  });

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
  it("show an error when they fail to load and, after Retry, that there are none", async () => {
    fail("GET /api/notifications");
    const { user } = await openScreen("/activity");
    await user.click(await screen.findByRole("button", { name: /^Notifications/ }));
    const panel = within(await screen.findByRole("dialog", { name: "Notifications" }));
    expect(await panel.findByText(notificationMessages.loadFailed)).toBeVisible();
    recover();
    await user.click(panel.getByRole("button", { name: "Retry" }));
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
