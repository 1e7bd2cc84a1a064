import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { activityMessages } from "#app/features/activity/messages.ts";
import { billingMessages } from "#app/features/billing/messages.ts";
import { notificationMessages } from "#app/features/notifications/messages.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, fail, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const NOTHING = { items: [], next_cursor: null };
const rows = () => document.querySelectorAll('[role="tabpanel"] tbody tr');
const retry = () => screen.findByRole("button", { name: "Retry" });

describe("billing", () => {
  it.each([
    ["statement", "GET /api/ledger", billingMessages.statementFailed],
    ["receipts", "GET /api/receipts", billingMessages.receiptsFailed],
  ] as const)("says that the %s cannot be loaded, and Retry brings it", async (tab, call, message) => {
    disconnect(call);
    const { user } = await openScreen(`/billing?tab=${tab}`);
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    recover();
    await user.click(await retry());
    await waitFor(() => expect(rows()).not.toHaveLength(0));
  });

  it("leaves what is there when a page or the file cannot be loaded", async () => {
    const { user } = await openScreen("/billing");
    await waitFor(() => expect(rows()).toHaveLength(25));
    disconnect("GET /api/ledger");
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await expectToast("Error", billingMessages.moreFailed.description);
    expect(rows()).toHaveLength(25);
    disconnect("GET /api/ledger.csv");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    await expectToast("Error", billingMessages.downloadFailed.description);
  });

  it("of a new account has nothing to list yet, and shows the way to begin", async () => {
    respond("GET /api/ledger", NOTHING);
    respond("GET /api/receipts", NOTHING);
    const { user, address } = await openScreen("/billing");
    expect(await screen.findByText(billingMessages.noTransfers)).toBeVisible();
    expect(within(screen.getByRole("tabpanel")).getByRole("link", { name: "Add Balance" })).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Receipts" }));
    expect(await screen.findByText(billingMessages.noReceipts)).toBeVisible();
    expect(address()).toBe("/billing?tab=receipts");
  });

  it("knows no receipt of another account", async () => {
    fail("GET /api/receipts/:id", "Receipt not found.", { status: 404, code: "not_found" });
    await openScreen("/billing/receipts/rcpt_theirs");
    expect(await screen.findByText(billingMessages.notFound)).toBeVisible();
  });
});

describe("the activity", () => {
  it("says that it cannot be loaded, and Retry brings it", async () => {
    disconnect("GET /api/audit");
    const { user } = await openScreen("/activity");
    expect(await screen.findByText(activityMessages.failed)).toBeVisible();
    await expectNoAxeViolations();
    recover();
    await user.click(await retry());
    expect(await screen.findByText("Key “Production” was created")).toBeVisible();
  });

  it("of a new account says what will be listed", async () => {
    respond("GET /api/audit", NOTHING);
    await openScreen("/activity");
    expect(await screen.findByText(activityMessages.noneHint)).toBeVisible();
    await expectNoAxeViolations();
  });
});

describe("the notifications", () => {
  it("say that they cannot be loaded and, after Retry, that there are none", async () => {
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

  it("keep a setting that could not be saved as it was", async () => {
    fail("PATCH /api/notifications/settings");
    const { user } = await openScreen("/profile");
    const setting = await screen.findByRole("switch", { name: "Low balance by email" });
    await user.click(setting);
    await expectToast("Error", notificationMessages.settingFailed.description);
    expect(setting).toBeChecked();
  });
});
