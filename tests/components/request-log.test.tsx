import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TOAST } from "#app/features/analytics/messages.ts";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { requests } from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { disconnect, fail, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const OUT_OF_ORDER = ["The database is unavailable.", { status: 503, code: "database_unavailable" }] as const;
const KEY_USAGE = "/api-keys/key_1/usage";
const listed = () => document.querySelectorAll("tbody tr:has(time)").length;
const retry = () => screen.findByRole("button", { name: "Retry" });

/** The last five requests of thirty. */
const respondLastPage = () => respond("GET /api/usage", { items: requests(5, 25), next_cursor: null });

describe("the log of all requests", () => {
  it("shows an error when it fails to load, and Retry loads it", async () => {
    fail("GET /api/usage");
    const { user } = await openScreen("/usage");
    expect(await screen.findByRole("alert")).toHaveTextContent(usageLogMessages.failed);
    await expectNoAxeViolations();
    recover();
    await user.click(await retry());
    expect(await screen.findByText(/^Showing 25 of 30/)).toBeVisible();
  });

  it("is shown without totals when those fail to load", async () => {
    fail("GET /api/analytics/breakdown");
    await openScreen("/usage");
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
  });

  it("stays when its next page fails to load, and Retry continues from there", async () => {
    const { user } = await openScreen("/usage");
    expect(await screen.findByText(/^Showing 25 of 30/)).toBeVisible();
    fail("GET /api/usage");
    await user.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByText(usageLogMessages.moreFailed)).toBeVisible();
    expect(listed()).toBe(25);
    respondLastPage();
    await user.click(await retry());
    expect(await screen.findByText(/^Showing all 30/)).toBeVisible();
    expect(listed()).toBe(30);
  });

  it("says when nothing matches the filter, which can be cleared", async () => {
    respond("GET /api/usage", { items: [], next_cursor: null });
    const { user, address } = await openScreen("/usage?status=403");
    expect(await screen.findByRole("heading", { name: usageLogMessages.empty })).toBeVisible();
    await expectNoAxeViolations();
    recover();
    await user.click(screen.getByRole("button", { name: usageLogMessages.clearFilters }));
    expect(await screen.findByText(/^Showing 25 of 30/)).toBeVisible();
    expect(address()).toBe("/usage");
  });

  it("shows an error when its file fails to download, and saves nothing", async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const { user } = await openScreen("/usage");
    await screen.findByText(/^Showing 25 of 30/);
    fail("GET /api/usage.csv");
    await user.click(screen.getByRole("button", { name: "Download CSV" }));
    await expectToast("Error", usageLogMessages.downloadFailed.description);
    expect(screen.getByRole("button", { name: "Download CSV" })).toBeEnabled();
    expect(save).not.toHaveBeenCalled();
  });
});

describe("a request's receipt", () => {
  it("shows an error when it fails to load, and Retry loads it", async () => {
    fail("GET /api/usage/:id");
    const { user } = await openScreen("/usage?request=req_1");
    const receipt = within(await screen.findByRole("dialog", { name: usageLogMessages.receipt }));
    expect(await receipt.findByRole("alert")).toHaveTextContent(usageLogMessages.receiptFailed);
    const key = { name: "Production", mask: "lk_…3f9a", status: "active" };
    respond("GET /api/usage/:id", { ...requests(1, 1)[0], key });
    await user.click(receipt.getByRole("button", { name: "Retry" }));
    expect(await receipt.findByText("req_1")).toBeVisible();
  });

  it("is not found for a request of another account", async () => {
    fail("GET /api/usage/:id", "Request not found.", { status: 404, code: "not_found" });
    const { user, address } = await openScreen("/usage?request=req_nobodys");
    const receipt = within(await screen.findByRole("dialog", { name: usageLogMessages.receipt }));
    expect(await receipt.findByRole("heading", { name: usageLogMessages.notFound })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(receipt.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(address()).toBe("/usage"));
  });
});

describe("a key's usage", () => {
  it("shows an error for its figures and still shows the log, and Retry loads them", async () => {
    fail("GET /api/analytics", ...OUT_OF_ORDER);
    const { user } = await openScreen(KEY_USAGE);
    expect(await screen.findByText(ANALYTICS_FAILED_HELP)).toBeVisible();
    await expectToast(ANALYTICS_FAILED_TOAST);
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
    await expectNoAxeViolations();
    recover();
    await user.click(await retry());
    expect(await screen.findByText("requests in the last 24 hours")).toBeVisible();
    expect(screen.queryByText(ANALYTICS_FAILED_HELP)).toBeNull();
  });

  it("shows an error for its log below the figures, and Retry loads it", async () => {
    fail("GET /api/usage", ...OUT_OF_ORDER);
    const { user } = await openScreen(KEY_USAGE);
    expect(await screen.findByText(usageLogMessages.failed)).toBeVisible();
    expect(await screen.findByText("requests in the last 24 hours")).toBeVisible();
    recover();
    await user.click(await retry());
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
  });

  it("keeps its log when the next page fails to load, and Retry continues from there", async () => {
    const { user } = await openScreen(KEY_USAGE);
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
    fail("GET /api/usage", ...OUT_OF_ORDER);
    await user.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByText(usageLogMessages.moreFailed)).toBeVisible();
    expect(listed()).toBe(25);
    respondLastPage();
    await user.click(await retry());
    expect(await screen.findByText(/^Showing all 30 requests/)).toBeVisible();
    expect(screen.queryByText(usageLogMessages.moreFailed)).toBeNull();
  });

  it("does not say “not found” when the keys fail to load", async () => {
    fail("GET /api/keys", ...OUT_OF_ORDER);
    const { user } = await openScreen(KEY_USAGE);
    expect(await screen.findByRole("alert")).toHaveTextContent("The database is unavailable.");
    expect(screen.queryByText(keyUsageMessages.notFound)).toBeNull();
    recover();
    await user.click(await retry());
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
  });

  it("can be retried after no response at all", async () => {
    disconnect("GET /api/keys");
    const { user } = await openScreen(KEY_USAGE);
    await screen.findByRole("alert");
    recover();
    await user.click(await retry());
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
  });
});
