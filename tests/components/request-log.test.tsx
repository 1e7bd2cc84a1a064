import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ANALYTICS_FAILED_HELP, ANALYTICS_FAILED_TOAST } from "#app/features/analytics/messages.ts";
import { keyUsageMessages, UNUSED_HELP } from "#app/features/key-usage/messages.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { ESTIMATED_HELP } from "#app/features/usage-log/receipt-view.ts";
import type { RefusalsResponse, UsageReceipt } from "#core/contract/usage.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import {
  analytics,
  apiKey,
  breakdown,
  NO_TOKENS,
  refusals as noRefusals,
  receipt,
  refusal,
  requests,
} from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fail, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

const OUT_OF_ORDER = ["The database is unavailable.", { status: 503, code: "database_unavailable" }] as const;
const KEY_USAGE = "/api-keys/key_1/usage";
const NO_USAGE = {
  ...analytics,
  total_requests: 0,
  error_rate: 0,
  cost: 0,
  top_endpoints: [],
  error_types: [],
  series: analytics.series.map((point) => ({ ...point, requests: 0, errors: 0, cost: 0 })),
};
const listed = () => document.querySelectorAll("tbody tr:has(time)").length;
const retry = () => screen.findByRole("button", { name: "Retry" });

/** The path of a receipt matches that of the refusals too. */
function respondReceipt(shown: UsageReceipt) {
  respond("GET /api/usage/:id", shown);
  respond("GET /api/usage/refusals", noRefusals);
}

/** The last five requests of thirty. */
const respondLastPage = () => respond("GET /api/usage", { items: requests(5, 25), next_cursor: null });

describe("the log of all requests", () => {
  it("shows what each request was charged by", async () => {
    const of = (at: number, changes: object) => ({ ...requests(1, at)[0], ...changes });
    const none = { tokens_in: 0, tokens_out: 0 };
    const items = [
      of(0, {}),
      of(1, { ...none, units: { unit: "image", quantity: 1 } }),
      of(2, { ...none, units: { unit: "second", quantity: 90 } }),
      of(3, { ...none, units: { unit: "character", quantity: 1_234 } }),
      of(4, { ...none, tokens_in: 9, units: { unit: "search_unit", quantity: 3 } }),
      of(5, { ...none, status_code: 502 }),
    ];
    respond("GET /api/usage", { items, next_cursor: null });
    await openScreen("/usage");
    const table = within(await screen.findByRole("table"));
    const at = table.getAllByRole("columnheader").findIndex(({ textContent }) => textContent === "Usage");
    const shown = [...document.querySelectorAll("tbody tr:has(time)")].map(
      (row) => row.querySelectorAll("td")[at]?.textContent,
    );
    expect(shown).toEqual(["1,284 tokens", "1 image", "1.5 min", "1,234 characters", "3 search units", "—"]);
    await expectNoAxeViolations();
  });

  it("is shown without totals when those fail to load", async () => {
    fail("GET /api/figures/breakdown");
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

  it("has the focus below it once everything is listed, and Refresh starts over", async () => {
    const { user } = await openScreen("/usage");
    await screen.findByText(/^Showing 25 of 30/);
    respondLastPage();
    await user.click(screen.getByRole("button", { name: "Load more" }));
    expect(await screen.findByText(/^Showing all 30 requests/)).toHaveFocus();
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
    respond("GET /api/usage", { items: requests(25, 100), next_cursor: "next" });
    respond("GET /api/figures/breakdown", { ...breakdown, to: new Date().toISOString() });
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByRole("link", { name: "Receipt of request req_100" })).toBeInTheDocument();
    expect(listed()).toBe(25);
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

  it("can be limited to several models, whose chips remove them again", async () => {
    const used = breakdown.endpoints?.flatMap(({ endpoint: _, ...figures }) =>
      ["gpt-a", "gpt-b"].map((model) => ({ ...figures, model, ...NO_TOKENS })),
    );
    respond("GET /api/figures/breakdown", { ...breakdown, models: used ?? [] });
    const { user, address } = await openScreen("/usage");
    await screen.findByText(/^Showing 25 of/);
    await user.click(await screen.findByRole("button", { name: "Model: All models" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: /gpt-a/ }));
    expect(address()).toBe("/usage?model=gpt-a");
    await user.click(await screen.findByRole("menuitemcheckbox", { name: /gpt-b/, checked: false }));
    expect(address()).toBe("/usage?model=gpt-a+gpt-b");
    expect(await screen.findByText("60", { selector: "div > span" })).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("button", { name: "Model: 2 models" })).toBeVisible();
    await expectNoAxeViolations();
    const chips = within(screen.getByRole("group", { name: "Chosen models" }));
    await user.click(chips.getByRole("button", { name: "Remove gpt-a" }));
    expect(address()).toBe("/usage?model=gpt-b");
    expect(screen.getByRole("group", { name: "Chosen models" })).toHaveFocus();
    expect(chips.queryByRole("button")).toBeNull();
    expect(screen.getByRole("button", { name: "Model: gpt-b" })).toBeVisible();
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
  it("is not found for a request of another account", async () => {
    fail("GET /api/usage/:id", "Request not found.", { status: 404, code: "not_found" });
    const { user, address } = await openScreen("/usage?request=req_nobodys");
    const opened = within(await screen.findByRole("dialog", { name: usageLogMessages.receipt }));
    expect(await opened.findByRole("heading", { name: usageLogMessages.notFound })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(opened.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(address()).toBe("/usage"));
  });
});

describe("the receipt's content", () => {
  const open = async (changes: Partial<UsageReceipt>) => {
    respondReceipt(receipt(1, changes));
    await openScreen("/usage?request=req_1");
    const opened = within(await screen.findByRole("dialog", { name: usageLogMessages.receipt }));
    await opened.findByText("req_1");
    return opened;
  };

  it("shows prices and amounts that add up to the charge", async () => {
    const opened = await open({
      charged: 0.010295,
      held: 0.0523,
      returned: 0.042005,
      price_lines: [
        { dimension: "input", quantity: 1846, price: 2.5, per: 1_000_000, amount: 0.004615 },
        { dimension: "cached_input", quantity: 1024, price: 1.25, per: 1_000_000, amount: 0.00128 },
        { dimension: "output", quantity: 440, price: 10, per: 1_000_000, amount: 0.0044 },
      ],
      prices_from: "2026-11-01T12:00:00.000Z",
    });
    const rows = opened.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "PriceTokensPer millionAmount",
      "Input1,846$2.50$0.004615",
      "Cached input1,024$1.25$0.001280",
      "Output440$10.00$0.004400",
      "Charged3,310$0.010295",
    ]);
    for (const text of ["Completed", "Paid from your balance", "$0.052300", "$0.042005", "90 ms"])
      expect(opened.getByText(text)).toBeVisible();
    expect(opened.getByText("Prices of Nov 1, 2026.")).toBeVisible();
    await expectNoAxeViolations();
  });

  it("shows quantities alone if the amounts are unknown, and says that a charge is an estimate", async () => {
    const opened = await open({
      outcome: "client_left",
      estimated: true,
      paid_by: "plan",
      price_lines: [{ dimension: "output", quantity: 440, price: null, per: null, amount: null }],
    });
    expect(opened.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "ItemQuantity",
      "Output440",
    ]);
    for (const text of ["You disconnected", "Estimated", "Paid by your plan", ESTIMATED_HELP])
      expect(opened.getByText(text)).toBeVisible();
  });

  it("shows the units of a request that is charged by them", async () => {
    const opened = await open({
      tokens_in: 0,
      tokens_out: 0,
      charged: 0.334,
      units: { unit: "image", quantity: 2 },
      price_lines: [{ dimension: "image:1024x1024:high", quantity: 2, price: 0.167, per: 1, amount: 0.334 }],
    });
    expect(opened.getByText("Usage").nextSibling).toHaveTextContent("2 images");
    expect(opened.queryByText("Tokens")).toBeNull();
    expect(opened.getByText("Time to first byte")).toBeVisible();
    expect(opened.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
      "PriceQuantityRateAmount",
      "Image 1024×1024, high2$0.167 / image$0.334000",
      "Charged$0.334000",
    ]);
    await expectNoAxeViolations();
  });

  it("names a revoked key", async () => {
    const key = { name: "Production", mask: "lk_…3f9a", status: "revoked" } as const;
    const opened = await open({ key });
    expect(opened.getByText("Key").parentElement).toHaveTextContent("Production (revoked)");
  });

  it("is complete without what older requests lack", async () => {
    const opened = await open({
      model: null,
      outcome: null,
      first_byte: null,
      held: null,
      returned: null,
      price_lines: null,
      tier: null,
      price_list: null,
      key: null,
    });
    expect(opened.queryByText("Held")).toBeNull();
    expect(opened.queryByRole("table")).toBeNull();
    expect(opened.getByText("Unknown key")).toBeVisible();
  });
});

describe("the search by request ID", () => {
  it("opens the receipt of exactly this request, whatever spaces were pasted", async () => {
    respondReceipt(receipt(3));
    const { user, address } = await openScreen("/usage");
    await screen.findByText(/^Showing 25 of 30/);
    await user.type(screen.getByRole("textbox", { name: usageLogMessages.search }), "  req_3 {Enter}");
    const opened = within(await screen.findByRole("dialog", { name: usageLogMessages.receipt }));
    expect(await opened.findByText("req_3")).toBeVisible();
    expect(address()).toBe("/usage?request=req_3");
  });
});

describe("refused requests", () => {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const refusals: RefusalsResponse = {
    range: "24h",
    from: new Date(hour).toISOString(),
    to: new Date().toISOString(),
    complete: true,
    total: 173,
    items: [
      {
        date: new Date(hour - HOUR_MS).toISOString(),
        key_id: "key_1",
        name: "Production",
        code: "budget_exceeded",
        requests: 173,
      },
    ],
    codes: [],
    series: [],
  };

  it("have one row per key, code and hour, and are not counted as requests", async () => {
    respond("GET /api/usage/refusals", refusals);
    respond("GET /api/usage", { items: requests(2), next_cursor: null });
    await openScreen("/usage");
    expect(await screen.findByText("173 requests refused")).toBeVisible();
    expect(screen.getByText("402 budget_exceeded")).toBeVisible();
    expect(screen.getByText(/1 error · 173 refused/)).toBeVisible();
    expect(screen.getByText(/^Showing all 2 requests/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it("are listed even if no request got through", async () => {
    respond("GET /api/usage/refusals", refusals);
    respond("GET /api/usage", { items: [], next_cursor: null });
    await openScreen("/usage");
    expect(await screen.findByText("173 requests refused")).toBeVisible();
  });

  it("are left out of a log of one model", async () => {
    respond("GET /api/usage/refusals", refusals);
    await openScreen("/usage?model=gpt-4o-mini");
    expect(await screen.findByText(/^Showing 25/)).toBeVisible();
    expect(screen.queryByText("173 requests refused")).toBeNull();
  });

  it("are said to be missing if they fail to load", async () => {
    fail("GET /api/usage/refusals", "Not valid.", { status: 400, code: "invalid_request" });
    await openScreen("/usage");
    expect(await screen.findByText(/refused requests unavailable/)).toBeVisible();
  });
});

/** Of an element whose text has a link in it. */
const hasText = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === "P" && element.textContent === text;

describe("a key's usage", () => {
  it("has the figures of the address's range, and the same receipts as the log of all requests", async () => {
    respond("GET /api/usage/:id", receipt(0));
    const figures = queriesOf("GET /api/figures");
    const { user } = await openScreen(`${KEY_USAGE}?range=7d`);
    await waitFor(() => expect(figures[0]).toMatchObject({ key_id: "key_1", range: "7d" }));
    await user.click(await screen.findByRole("link", { name: "Receipt of request req_0" }));
    const opened = within(await screen.findByRole("dialog", { name: usageLogMessages.receipt }));
    expect(await opened.findByText("req_0")).toBeVisible();
  });

  it("leads to the log of all requests, and shows why the key is refused", async () => {
    const current = { items: [refusal({ code: "model_not_found", requests: 5 })], other_keys_work: false };
    respond("GET /api/usage/refusals/current", current);
    await openScreen(KEY_USAGE);
    expect(await screen.findByText(/it asks for a model that doesn’t exist$/)).toBeVisible();
    expect(screen.getByRole("link", { name: keyUsageMessages.filter })).toHaveAttribute(
      "href",
      "/usage?key=key_1",
    );
  });

  it("of a key that was never used is a sample request", async () => {
    respond("GET /api/figures", NO_USAGE);
    respond("GET /api/usage", { items: [], next_cursor: null });
    await openScreen(KEY_USAGE);
    expect(await screen.findByRole("heading", { name: keyUsageMessages.noRequests })).toBeVisible();
    expect(screen.getByText(UNUSED_HELP.active)).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy sample request" })).toBeVisible();
    expect(screen.queryByRole("heading", { name: usageLogMessages.log })).toBeNull();
    await expectNoAxeViolations();
  });

  it("of a period without requests still has the log of earlier ones", async () => {
    respond("GET /api/keys", [apiKey({ last_used: analytics.from })]);
    respond("GET /api/figures", NO_USAGE);
    respond("GET /api/usage", { items: requests(2), next_cursor: null });
    await openScreen(KEY_USAGE);
    expect(await screen.findByText(/^Showing all 2 requests/)).toBeVisible();
    expect(listed()).toBe(2);
    const figure = screen.getByRole("heading", { name: "API Requests" }).closest("section");
    await waitFor(() => expect(figure).toHaveTextContent("No requests in the last 24 hours"));
  });

  it("of another account's key is not found", async () => {
    const { user, address } = await openScreen("/api-keys/key_nobodys/usage");
    expect(await screen.findByRole("heading", { name: keyUsageMessages.notFound })).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("link", { name: "Back to API Keys" }));
    expect(address()).toBe("/api-keys");
  });

  it("shows an error for its figures and still shows the log, and Retry loads them", async () => {
    fail("GET /api/figures", ...OUT_OF_ORDER);
    const { user } = await openScreen(KEY_USAGE);
    expect(await screen.findByText(hasText(ANALYTICS_FAILED_HELP))).toBeVisible();
    expect(screen.getByRole("link", { name: "contact support" })).toHaveAttribute(
      "href",
      expect.stringMatching(/^mailto:/),
    );
    await expectToast(ANALYTICS_FAILED_TOAST);
    expect(await screen.findByText(/^Showing 25 requests/)).toBeVisible();
    await expectNoAxeViolations();
    recover();
    await user.click(await retry());
    expect(await screen.findByText("requests in the last 24 hours")).toBeVisible();
    expect(screen.queryByText(hasText(ANALYTICS_FAILED_HELP))).toBeNull();
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
});
