import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { balanceMessages } from "#app/features/balance/messages.ts";
import {
  BREAKDOWN_FAILED,
  BREAKDOWN_TITLES,
  FIRST_REQUEST_ARRIVED,
  WAITING_FOR_REQUEST,
} from "#app/features/dashboard/messages.ts";
import { nextStepMessages } from "#app/features/keys/messages.ts";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { runwayMessages } from "#app/features/runway/messages.ts";
import { subscriptionMessages } from "#app/features/subscription/messages.ts";
import { browserQueryClient } from "#app/lib/query-client.ts";
import { currentToast } from "#app/lib/toast.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import {
  analytics,
  apiKey,
  balance,
  breakdown,
  refusal,
  refusals,
  requests,
  restrictionTrial,
  runway,
  subscription,
} from "./support/account.ts";
import { expectNoAxeViolations } from "./support/expect-no-axe-violations.ts";
import { fill } from "./support/fill.ts";
import { block, bodiesOf, disconnect, fail, hold, queriesOf, recover, respond } from "./support/network.ts";
import { openScreen } from "./support/open-screen.tsx";
import { expectToast } from "./support/toasts.ts";

/** The card under a heading. */
async function card(title: string) {
  const heading = await screen.findByRole("heading", { name: title });
  const section = heading.closest("section");
  if (!section) throw new Error(`${title} is not in a card.`);
  return section;
}

const expectInCard = (title: string, text: string | RegExp) =>
  waitFor(async () => expect(await card(title)).toHaveTextContent(text));
const BALANCE = "Account Balance";
const figuresShown = () => screen.findByText(/^requests in the last/);
/** The card takes another place when the figures come, so it is there to stay only then. */
async function planCard() {
  await figuresShown();
  return card("Subscription Status");
}
const FREE = { subscription_type: "Free", value_per_month: null, value_used: 0, draws_on_balance: null };
const respondFigures = (changes: Partial<AnalyticsResponse>) =>
  respond("GET /api/figures", { ...analytics, ...changes });

const REFUSALS = "GET /api/usage/refusals";

describe("errors and refusals", () => {
  const title = refusalMessages.title;

  it("shows what was refused by code beside what failed, and the cause that holds above", async () => {
    const codes = [
      { code: "insufficient_balance", requests: 3 },
      { code: "rate_limit_exceeded", requests: 1 },
    ];
    respond(REFUSALS, { ...refusals, total: 4, codes });
    respond(`${REFUSALS}/current`, { items: [refusal()], other_keys_work: false });
    await openScreen("/");
    await figuresShown();
    await expectInCard(
      title,
      /Refused4 · not charged.*402 Balance too lowProduction, since \S+ today3429 Rate limited1/,
    );
    await expectInCard(title, /Failed1 · 2\.00% of requests500 Internal Server Error1In the last 24 hours/);
    const banner = screen.getByText(/^Production has been refused since .*: your balance is too low$/);
    expect(banner).toBeVisible();
    expect(screen.getByRole("link", { name: "Add funds" })).toHaveAttribute("href", "/add-balance");
    await expectNoAxeViolations();
  });

  it("says that there is nothing, once both are known", async () => {
    const loading = hold(REFUSALS);
    respondFigures({
      error_types: [],
      error_rate: 0,
      series: analytics.series.map((point) => ({ ...point, errors: 0 })),
    });
    await openScreen("/");
    await figuresShown();
    await expectInCard(title, refusalMessages.noneFailed);
    expect(await card(title)).not.toHaveTextContent("No errors or refusals");
    loading.release();
    await expectInCard(title, "No errors or refusals in the last 24 hours");
  });

  it("keeps what failed when what was refused can't be loaded, and Retry brings it", async () => {
    disconnect(REFUSALS);
    const { user } = await openScreen("/");
    await expectInCard(title, refusalMessages.loadFailed);
    await expectInCard(title, "500 Internal Server Error");
    recover();
    await user.click(within(await card(title)).getByRole("button", { name: "Retry" }));
    await expectInCard(title, refusalMessages.noneRefused);
  });

  it("enables a disabled key from the banner, which then goes", async () => {
    const disabled = apiKey({ disabled_at: analytics.from });
    respond("GET /api/keys", [disabled]);
    respond("PATCH /api/keys/:id", apiKey());
    respond(`${REFUSALS}/current`, { items: [refusal({ code: "key_disabled" })], other_keys_work: true });
    const { user } = await openScreen("/");
    const enable = await screen.findByRole("button", { name: "Enable key" });
    const sent = bodiesOf("PATCH /api/keys/:id");
    expect(screen.getByText(/Your other keys work\.$/)).toBeVisible();
    respond(`${REFUSALS}/current`, { items: [], other_keys_work: false });
    await user.click(enable);
    await waitFor(() => expect(sent).toEqual([{ disabled: false }]));
    await waitFor(() => expect(screen.queryByText(/refused since/)).toBeNull());
  });
});

describe("the banner of a refused key", () => {
  it("opens the restrictions of a key that is refused by them", async () => {
    const cause = refusal({ code: "model_not_allowed", requests: 5 });
    respond("GET /api/keys", [apiKey({ allowed_models: ["demo-small"] })]);
    respond("POST /api/keys/:id/restrictions/trial", restrictionTrial());
    respond(`${REFUSALS}/current`, { items: [cause], other_keys_work: false });
    const { user } = await openScreen("/");
    expect(await screen.findByText(/it asks for a model that it doesn’t allow$/)).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Edit restrictions" }));
    expect(await screen.findByRole("dialog", { name: "Restrictions" })).toBeVisible();
  });

  it.each([
    {
      cause: refusal({ code: "model_not_found", requests: 5 }),
      text: /it asks for a model that doesn’t exist$/,
      way: { name: "Check the model", href: "/documentation/models" },
    },
    {
      cause: refusal({ code: "invalid_api_key", revoked: true }),
      text: /it was revoked$/,
      way: { name: "Create a key", href: "/api-keys#create" },
    },
    {
      cause: refusal({ code: "spending_limit_exceeded" }),
      text: /your account reached its spending limit$/,
      way: { name: "Raise limit", href: "/billing?tab=settings#spending-limits" },
    },
  ])("offers the way out of $cause.code", async ({ cause, text, way }) => {
    respond(`${REFUSALS}/current`, { items: [cause], other_keys_work: false });
    await openScreen("/");
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole("link", { name: way.name })).toHaveAttribute("href", way.href);
  });
});

describe("while the figures load", () => {
  it("only they are shown as skeletons, not the balance and the plan", async () => {
    const loading = hold("GET /api/figures");
    await openScreen("/");
    await waitFor(() => expect(loading.calls()).toBe(1));
    await expectInCard(BALANCE, "$25.00");
    const requests = await card("API Requests");
    expect(requests.querySelector(".animate-shimmer")).not.toBeNull();
    expect(requests).not.toHaveTextContent(/\d/);
    expect(screen.queryByText(/^requests in the last/)).toBeNull();
    loading.release();
    await figuresShown();
    expect((await card("API Requests")).querySelector(".animate-shimmer")).toBeNull();
  });

  it("a dialog opened in the meantime stays open when they arrive", async () => {
    const loading = hold("GET /api/figures");
    const { user } = await openScreen("/");
    await expectInCard(BALANCE, "$25.00");
    await user.click(within(screen.getByRole("main")).getByRole("button", { name: "Add Funds" }));
    const amount = within(await screen.findByRole("dialog")).getByRole("spinbutton");
    await fill(user, amount, "77");
    loading.release();
    await figuresShown();
    expect(amount).toHaveValue(77);
    expect(amount).toBeVisible();
  });

  it("again, the old ones stay until the new ones arrive", async () => {
    const { user } = await openScreen("/");
    await figuresShown();
    respondFigures({ total_requests: 31 });
    const refreshing = hold("GET /api/figures");
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("Loading analytics")).toBeInTheDocument();
    expect(await card("API Requests")).toHaveTextContent("30");
    refreshing.release();
    await waitFor(async () => expect(await card("API Requests")).toHaveTextContent("31"));
    expect(screen.queryByText("Loading analytics")).toBeNull();

    respondFigures({ total_requests: 32, range: "30d" });
    const changing = hold("GET /api/figures");
    await user.click(screen.getByRole("button", { name: /^Time range/ }));
    await user.click(await screen.findByRole("button", { name: "Last 30 days" }));
    await waitFor(() => expect(changing.calls()).toBe(1));
    expect(screen.getByText("requests in the last 24 hours")).toBeVisible();
    changing.release();
    expect(await screen.findByText("requests in the last 30 days")).toBeVisible();
  });

  it("by themselves, nothing shows it, and a failure leaves the figures as they are", async () => {
    const returnAfterMinutes = async () => {
      vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
      const refreshing = hold("GET /api/figures");
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      await waitFor(() => expect(refreshing.calls()).toBe(1));
      expect(screen.queryByText("Loading analytics")).toBeNull();
      refreshing.release();
      await waitFor(() => expect(browserQueryClient().isFetching()).toBe(0));
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await openScreen("/");
    await figuresShown();
    respondFigures({ total_requests: 31 });
    await returnAfterMinutes();
    await expectInCard("API Requests", "31");
    fail("GET /api/figures");
    await returnAfterMinutes();
    await expectInCard("API Requests", "31");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(currentToast()).toBeNull();
  });
});

describe("the figures", () => {
  it("are rated and compared with the previous period, and list the top endpoints with their share", async () => {
    const previous = {
      total_requests: 1_000,
      average_response_time: 200,
      error_rate: 2,
      cost: 1,
      imported_cost: 0,
      tokens_in: null,
      tokens_cached: null,
      tokens_out: null,
    };
    const top_endpoints = [
      { endpoint: "/v1/chat/completions", requests: 1_000, avg_response_time: 250 },
      { endpoint: "/v1/models", requests: 500, avg_response_time: 90 },
    ];
    const figures = { total_requests: 1_500, average_response_time: 150, error_rate: 3 };
    respondFigures({ ...figures, previous, top_endpoints });
    await openScreen("/");
    await figuresShown();
    expect(await card("API Requests")).toHaveTextContent("50.0% up from the previous period");
    expect(await card("Response Time")).toHaveTextContent("25.0% down from the previous period");
    expect(await card("Error Rate")).toHaveTextContent("50.0% up from the previous period");
    expect(await card("API Requests")).toHaveTextContent("63 per hour on average");
    expect(await card("Response Time")).toHaveTextContent("Good performance");
    expect(within(await card("Error Rate")).getByText("Good")).toBeVisible();
    const rows = within(await card("Top Endpoints")).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\/v1\/chat\/completions.*66\.7%/),
      expect.stringMatching(/^\/v1\/models.*33\.3%/),
    ]);
  });

  it("have three percentiles of the response time behind it, by keyboard too", async () => {
    const { user } = await openScreen("/");
    await figuresShown();
    const button = within(await card("Response Time")).getByRole("button");
    expect(button).toHaveTextContent(/^p95 400\s?ms$/);
    expect(screen.queryByText(/the previous period/), "which is empty").toBeNull();
    button.focus();
    await user.keyboard("{Enter}");
    const details = await screen.findByRole("dialog", { name: "Response time percentiles" });
    expect(details).toHaveTextContent(/p50.*200\s?ms.*p95.*400\s?ms.*p99.*800\s?ms/);
    await expectNoAxeViolations();
  });

  it("of a single endpoint are a dash with the reason where they don't exist, never a number", async () => {
    respondFigures({ percentiles: { p50: null, p95: null, p99: null }, error_types: null });
    const { user } = await openScreen("/?endpoint=%2Fv1%2Fembeddings");
    await figuresShown();
    const button = within(await card("Response Time")).getByRole("button");
    expect(button).toHaveTextContent("p95 —");
    await expectInCard(refusalMessages.title, refusalMessages.notForPart("endpoint"));
    expect(
      within(await card(refusalMessages.title)).getByRole("link", { name: "View errors" }),
    ).toHaveAttribute("href", "/usage?endpoint=%2Fv1%2Fembeddings&status=error");
    await user.click(screen.getByRole("radio", { name: "Models" }));
    await expectInCard(BREAKDOWN_TITLES.models, "Not available for a single endpoint");
    await user.click(button);
    expect(await screen.findByRole("dialog")).toHaveTextContent("Not available for a single endpoint");
  });

  it("of a filter without requests show an empty period, not a new account", async () => {
    respondFigures({ total_requests: 0, error_rate: 0, top_endpoints: [], error_types: [] });
    await openScreen("/?endpoint=%2Fv1%2Fmodels");
    await expectInCard("API Requests", "No requests in the last 24 hours");
    expect(screen.queryByRole("heading", { name: "Get started" })).toBeNull();
  });

  it("of another account's key are refused, and the filter can be removed", async () => {
    fail("GET /api/figures", "API key not found.", { status: 404, code: "not_found" });
    const { user, address } = await openScreen("/?key=key_nobodys");
    expect(await screen.findByText("API key not found.")).toBeVisible();
    expect(screen.getByRole("group", { name: "Filters" })).toHaveTextContent("KeyUnknown key");
    recover();
    await user.click(screen.getByRole("link", { name: "Remove the key filter" }));
    expect(address()).toBe("/");
    await figuresShown();
  });
});

describe("the chart", () => {
  const showMetric = async (metric: string) => {
    const { user } = await openScreen("/");
    await figuresShown();
    await user.click(screen.getByRole("radio", { name: metric }));
    return user;
  };
  const counted = { tokens_in: 4_622_000, tokens_cached: 740_000, tokens_out: 748_000 };

  it("shows the spend of the range, less than a cent as such", async () => {
    respondFigures({ cost: 3.521234 });
    await showMetric("Spend");
    const chart = await card("Spend");
    expect(chart).toHaveTextContent("$3.52in the last 24 hours");
    expect(within(chart).getByTitle("$3.521234")).toBeVisible();
    expect(within(chart).getByRole("img", { name: "Spend over the last 24 hours" })).toBeVisible();
    await expectNoAxeViolations();
  });

  it("shows requests, errors or the response time, each with its total", async () => {
    respondFigures({ cost: 0, series: analytics.series.map((point) => ({ ...point, errors: 2 })) });
    const user = await showMetric("Errors");
    expect(await card("Errors")).toHaveTextContent("48errors in the last 24 hours");
    await user.click(screen.getByRole("radio", { name: "Time" }));
    expect(await card("Response time")).toHaveTextContent(/250\s?msaverage over the last 24 hours/);
    await user.click(screen.getByRole("radio", { name: "Requests" }));
    expect(await card("Requests")).toHaveTextContent("30requests in the last 24 hours");
    await user.click(screen.getByRole("radio", { name: "Spend" }));
    expect(await card("Spend")).toHaveTextContent("No spend in the last 24 hours");
  });

  it("shows tokens as input, cached input and output, and in a table, the newest first", async () => {
    respondFigures({ ...counted, series: analytics.series.map((point) => ({ ...point, ...counted })) });
    const user = await showMetric("Tokens");
    const chart = await card("Tokens");
    expect(chart).toHaveTextContent("5.37Mtokens in the last 24 hours");
    expect(chart).toHaveTextContent("Input 3.88MCached input 740kOutput 748k");
    await expectNoAxeViolations();
    await user.click(within(chart).getByRole("button", { name: "View as table" }));
    const table = within(await screen.findByRole("dialog", { name: "Usage" }));
    const rows = table
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("cell"));
    const texts = rows.map((cells) => cells.map(({ textContent }) => textContent));
    const tokens = ["3,882,000", "740,000", "748,000"];
    expect(texts).toHaveLength(24);
    expect(texts[0]).toEqual(["30", "1", "250 ms", "$0.01", ...tokens]);
    expect(texts[1]).toEqual(["0", "0", "—", "$0.00", ...tokens]);
    await expectNoAxeViolations();
  });

  it("has no tokens of a single endpoint, which is not the same as none", async () => {
    const user = await showMetric("Tokens");
    const chart = await card("Tokens");
    expect(chart).toHaveTextContent("—tokens in the last 24 hours");
    expect(chart).toHaveTextContent("Not available for a single endpoint");
    await user.click(within(chart).getByRole("button", { name: "View as table" }));
    const table = within(await screen.findByRole("dialog", { name: "Usage" }));
    expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Hour",
      "Requests",
      "Errors",
      "Avg time",
      "Spend",
      "Input",
      "Cached input",
      "Output",
    ]);
    const [newest] = table.getAllByRole("row").slice(1);
    expect(
      within(newest ?? document.body)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["30", "1", "250 ms", "$0.01", "—", "—", "—"]);
  });
});

describe("the spend breakdown", () => {
  it("shows what each row was charged by, and everything that it used when you point at it", async () => {
    const images = { unit: "image", quantity: 12_345 } as const;
    const audio = { unit: "second", quantity: 90 } as const;
    const [key] = breakdown.keys;
    respond("GET /api/figures/breakdown", {
      ...breakdown,
      keys: [{ ...key, tokens_in: 1_000, tokens_cached: 0, tokens_out: 200, units: [images, audio] }],
      endpoints: [{ ...breakdown.endpoints?.[0], endpoint: "/v1/images/generations", units: [images] }],
    });
    const { user } = await openScreen("/");
    await figuresShown();
    const [keys] = within(await card(BREAKDOWN_TITLES.keys)).getAllByRole("listitem");
    expect(keys).toHaveTextContent("Usage 1.2k tokens +2");
    expect(keys).toHaveAttribute("title", "Production · $0.012000 · 1,200 tokens · 12,345 images · 1.5 min");
    await user.click(screen.getByRole("radio", { name: "Endpoints" }));
    const [endpoint] = within(await card(BREAKDOWN_TITLES.endpoints)).getAllByRole("listitem");
    expect(endpoint).toHaveTextContent("Usage 12k images");
    await expectNoAxeViolations();
  });

  const model = { errors: 0, avg_response_time: 9, tokens_cached: 0 };
  const models = [
    { ...model, model: "demo-large", requests: 1_204, cost: 1.68, tokens_in: 500_000, tokens_out: 82_000 },
    { ...model, model: null, requests: 214, cost: 0.004, tokens_in: 0, tokens_out: 0 },
  ];
  const respondModels = (changes: object) =>
    respond("GET /api/figures/breakdown", { ...breakdown, ...changes });

  it("by model filters all figures by a model, in place of an endpoint", async () => {
    respondModels({ models });
    const { user, address } = await openScreen("/?endpoint=%2Fv1%2Fmodels");
    await figuresShown();
    await user.click(screen.getByRole("radio", { name: "Models" }));
    const list = within(await card(BREAKDOWN_TITLES.models));
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "demo-largeRequests 1,204Usage 582k tokensSpend $1.68Share 99.8%",
      "No modelRequests 214Usage —Spend <$0.01Share 0.2%",
    ]);
    expect(list.getAllByRole("listitem")[1]).toHaveAttribute("title", "No model · $0.004000");
    await expectNoAxeViolations();
    respondFigures({ error_types: null });
    const queries = queriesOf("GET /api/figures");
    await user.click(list.getByRole("link", { name: "demo-large" }));
    expect(address()).toBe("/?model=demo-large");
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ model: "demo-large" }));
    await expectInCard(refusalMessages.title, "Not available for a single model");
    const chips = screen.getByRole("group", { name: "Filters" });
    expect(chips).toHaveTextContent("Modeldemo-large");
    for (const link of screen.getAllByRole("link", { name: "View requests" })) {
      expect(link).toHaveAttribute("href", "/usage?model=demo-large");
    }
    await user.click(screen.getByRole("link", { name: "Remove the model filter" }));
    expect(address()).toBe("/");
  });

  it("shows more than five on demand", async () => {
    const [first] = breakdown.endpoints ?? [];
    const endpoints = Array.from({ length: 7 }, (_, at) => ({ ...first, endpoint: `/v1/part-${at}` }));
    respondModels({ endpoints });
    const { user } = await openScreen("/");
    await figuresShown();
    await user.click(screen.getByRole("radio", { name: "Endpoints" }));
    const list = within(await card(BREAKDOWN_TITLES.endpoints));
    expect(list.getAllByRole("listitem")).toHaveLength(5);
    await user.click(list.getByRole("button", { name: "Show all 7" }));
    expect(list.getAllByRole("listitem")).toHaveLength(7);
    await user.click(list.getByRole("button", { name: "Show top 5" }));
    expect(list.getAllByRole("listitem")).toHaveLength(5);
  });
});

const BLOCKED =
  "Your browser or an extension blocked this request. Allow requests to localhost:3000, then try again.";

describe("one part that fails to load doesn't affect the others, and Retry loads it:", () => {
  it("the figures", async () => {
    fail("GET /api/figures");
    const { user } = await openScreen("/");
    const failure = await screen.findByRole("alert");
    expect(within(failure).getByRole("heading", { name: "Error" })).toBeVisible();
    expect(failure).toHaveTextContent("Unexpected.");
    expect(failure).toHaveTextContent(
      "There was a problem fetching your analytics data. Please try again or contact support if the issue persists.",
    );
    await expectToast("Error", "Failed to fetch analytics data. Please try again later.");
    await expectInCard(BALANCE, "$25.00");
    await expectNoAxeViolations();
    recover();
    await user.click(within(failure).getByRole("button", { name: "Retry" }));
    await figuresShown();
  });

  it("the figures, when an extension blocks them", async () => {
    block("GET /api/figures");
    const { user } = await openScreen("/");
    const failure = await screen.findByRole("alert");
    expect(failure).toHaveTextContent(BLOCKED);
    expect(failure).not.toHaveTextContent("contact support");
    await expectToast("Error", BLOCKED);
    recover();
    await user.click(within(failure).getByRole("button", { name: "Retry" }));
    await figuresShown();
  });

  it("the balance, the plan and the spend breakdown, while the sidebar stays Free", async () => {
    const parts = [
      ["GET /api/account/balance", "Could not load balance information"],
      ["GET /api/account/subscription", "Unable to load subscription data"],
      ["GET /api/figures/breakdown", BREAKDOWN_FAILED],
    ] as const;
    for (const [call] of parts) fail(call, "…", { status: 503, code: "database_unavailable" });
    const { user } = await openScreen("/");
    await figuresShown();
    for (const [, message] of parts) expect(await screen.findByText(message)).toBeVisible();
    expect(await card("API Requests")).toHaveTextContent("30");
    expect(screen.getByText("Account: Free")).toBeVisible();
    await expectNoAxeViolations();
    recover();
    for (const retry of screen.getAllByRole("button", { name: "Retry" })) await user.click(retry);
    await expectInCard(BALANCE, "$25.00");
    await expectInCard("Subscription Status", "Premium");
    await expectInCard(BREAKDOWN_TITLES.keys, "Production");
    expect(await screen.findByText("Account: Premium")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("how long the balance lasts", async () => {
    fail("GET /api/account/runway");
    const { user } = await openScreen("/");
    expect(await screen.findByText(runwayMessages.failed)).toBeVisible();
    await expectInCard(BALANCE, "$25.00");
    recover();
    await user.click(within(await card(BALANCE)).getByRole("button", { name: "Retry" }));
    expect(await screen.findByText(runwayMessages.notSpending)).toBeVisible();
  });
});

describe("the sidebar", () => {
  it("has the pages of figures under Insights, and those of the account under Account", async () => {
    await openScreen("/");
    const menu = await screen.findByRole("navigation", { name: "Main" });
    const texts = [...menu.querySelectorAll("a, h2")].map(({ textContent }) => textContent);
    expect(texts).toEqual([
      "Dashboard",
      "API KeysNew",
      "Add Balance",
      "Users",
      "Insights",
      "Usage",
      "Playground",
      "Models & pricing",
      "Documentation",
      "Account",
      "Billing",
      "Activity",
    ]);
  });

  it("shows Free until the plan is loaded, and shares the card's request; a plan has no daily limit", async () => {
    const loading = hold("GET /api/account/subscription");
    await openScreen("/");
    expect(await screen.findByText("Account: Free")).toBeVisible();
    expect(await screen.findByRole("status", { name: "Loading subscription" })).toBeInTheDocument();
    await figuresShown();
    expect(await card("API Requests")).not.toHaveTextContent("Daily");
    loading.release();
    expect(await screen.findByText("Account: Premium")).toBeVisible();
    expect(await card("API Requests")).not.toHaveTextContent("Daily");
    await waitFor(() => expect(screen.queryByRole("status", { name: "Loading subscription" })).toBeNull());
    expect(loading.calls()).toBe(1);
  });
});

describe("the first steps", () => {
  const respondNew = (funded: number) => {
    respond("GET /api/keys", []);
    respond("GET /api/account/balance", { ...balance, balance: funded, ever_funded: funded > 0 });
    respondFigures({ total_requests: 0, error_rate: 0, top_endpoints: [], error_types: [] });
  };
  const currentStep = () => document.querySelector("[aria-current=step]");

  it("guide a new account to a test key, and funds can be added later", async () => {
    respondNew(0);
    await openScreen("/");
    expect(await screen.findByText("1 of 4")).toBeVisible();
    await expectInCard("Top Endpoints", "No requests in the last 24 hours");
    expect(screen.queryByRole("heading", { name: "Spend by key" })).toBeNull();
    expect(currentStep()).toHaveTextContent("Create a test key");
    expect(screen.getByRole("link", { name: "Create Test Key" })).toHaveAttribute(
      "href",
      "/api-keys#create-test",
    );
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Add Funds" })).toHaveAttribute(
      "href",
      "/add-balance",
    );
    await expectNoAxeViolations();
  });

  it("tick themselves off when the reader returns from another tab", async () => {
    respondNew(25);
    await openScreen("/");
    expect(await screen.findByText("2 of 4")).toBeVisible();
    expect(currentStep()).toHaveTextContent("Create an API key");
    respond("GET /api/keys", [apiKey()]);
    await waitFor(() => {
      window.dispatchEvent(new Event("focus"));
      expect(screen.getByText("3 of 4")).toBeVisible();
    });
    expect(currentStep()).toHaveTextContent("Make your first request");
  });

  it("end the wait for a first request with a refusal or a failure, and lead to what to do", async () => {
    respondNew(25);
    respond("GET /api/keys", [apiKey()]);
    respond("GET /api/usage", { items: [], next_cursor: null });
    await openScreen("/");
    expect(await screen.findByText(WAITING_FOR_REQUEST)).toBeVisible();
    respond("GET /api/usage/refusals/current", {
      items: [refusal({ code: "key_expired" })],
      other_keys_work: false,
    });
    expect(await screen.findByText(nextStepMessages.refused("403 Expired key"))).toBeVisible();
    expect(screen.queryByText(WAITING_FOR_REQUEST)).toBeNull();
    const whatToDo = screen.getByRole("link", { name: nextStepMessages.whatToDo });
    expect(whatToDo).toHaveAttribute("href", "/api-keys/key_1/usage");
    await expectNoAxeViolations();
    const [failed] = requests(1);
    respond("GET /api/usage", { items: [{ ...failed, status_code: 402 }], next_cursor: null });
    expect(await screen.findByText(nextStepMessages.failed(402))).toBeVisible();
    expect(currentStep()).toHaveTextContent("Make your first request");
    respond("GET /api/usage", { items: [{ ...failed, request_id: "req_2" }], next_cursor: null });
    respondFigures({ total_requests: 2 });
    await waitFor(() => expect(currentStep()).toBeNull());
    await expectToast(FIRST_REQUEST_ARRIVED.title);
  });
});

describe("the daily limit", () => {
  it("is a Free account's only, whose enforced count the plan's card has", async () => {
    respond("GET /api/account/subscription", { ...subscription, ...FREE });
    await openScreen("/");
    await figuresShown();
    const requests = await card("API Requests");
    expect(await within(requests).findByRole("progressbar", { name: "Daily request limit" })).toBeVisible();
    expect(requests).toHaveTextContent("Daily request limit");
    expect(requests).not.toHaveTextContent("of 10,000");
    expect(await planCard()).toHaveTextContent("412 of 10,000 requests today");
  });
});

describe("the plan", () => {
  const respondPlan = (changes: object) =>
    respond("GET /api/account/subscription", { ...subscription, ...changes });

  it("shows when it ended, and offers renewal", async () => {
    respondPlan({ ...FREE, valid_until: "2026-08-03T12:00:00.000Z" });
    await openScreen("/");
    expect(await screen.findByText("Ended Aug 3, 2026")).toBeVisible();
    expect(await planCard()).toHaveTextContent("Your plan ended on Aug 3, 2026.");
    expect(screen.getByRole("link", { name: "Renew for a year" })).toHaveAttribute(
      "href",
      "/purchase-api-key",
    );
    await expectNoAxeViolations();
  });

  it("Business can be unlimited and without an end date", async () => {
    respondPlan({
      subscription_type: "Business",
      valid_until: null,
      requests_used: 81_204,
      requests_limit: null,
      usage_percentage: 0,
      value_per_month: null,
      value_used: 70.5,
    });
    await openScreen("/");
    expect(await screen.findByText("Account: Business")).toBeVisible();
    const plan = await planCard();
    expect(plan).toHaveTextContent("No limit");
    expect(plan).toHaveTextContent("81,204 requests this month");
    expect(plan).toHaveTextContent("$70.50 this month");
    expect(plan).toHaveTextContent("No end date");
    expect(within(plan).queryByRole("progressbar")).toBeNull();
    expect(within(plan).queryByRole("link")).toBeNull();
    expect(within(plan).queryByRole("switch")).toBeNull();
  });

  it("shows what it has paid of its monthly value", async () => {
    respondPlan({ value_per_month: 20, value_used: 19.999 });
    await openScreen("/");
    const plan = await planCard();
    await waitFor(() => expect(plan).toHaveTextContent("$20.00 of $20.00 this month"));
    expect(plan).toHaveTextContent("99%");
    expect(within(plan).getByRole("progressbar", { name: "Plan value" })).toHaveAttribute(
      "aria-valuetext",
      "$20.00 of $20.00 this month",
    );
  });

  it("can be over 100% used, and is only offered to pay from the balance where there is one", async () => {
    respondPlan({ ...FREE, valid_until: null, requests_used: 13_750, usage_percentage: 137.5 });
    await openScreen("/");
    const plan = await planCard();
    await waitFor(() => expect(plan).toHaveTextContent("13,750 of 10,000 requests today"));
    expect(plan).toHaveTextContent("138%");
    expect(within(plan).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
    expect(plan).not.toHaveTextContent("Value");
    expect(plan).toHaveTextContent("No end date");
    expect(within(plan).getByRole("link", { name: "Get Premium" })).toHaveAttribute(
      "href",
      "/purchase-api-key",
    );
    expect(within(plan).queryByRole("switch")).toBeNull();
  });
});

describe("what pays once the plan is used up", () => {
  const CHANGE = "PATCH /api/account/subscription";
  const paysFromBalance = async () =>
    within(await planCard()).findByRole("switch", { name: subscriptionMessages.drawsOnBalance });

  it("changes at once, and the API's plan follows", async () => {
    respond(CHANGE, { ...subscription, draws_on_balance: true });
    const saving = hold(CHANGE);
    const sent = bodiesOf(CHANGE);
    const { user } = await openScreen("/");
    const control = await paysFromBalance();
    expect(control).not.toBeChecked();
    expect(control).toHaveAccessibleDescription("Further requests are refused until Dec 1, 2026.");
    await user.click(control);
    expect(control).toBeChecked();
    expect(control).toHaveAccessibleDescription("Further requests are charged to your balance.");
    await expectNoAxeViolations();
    await waitFor(() => expect(saving.calls()).toBe(1));
    expect(sent).toEqual([{ draws_on_balance: true }]);
    respond("GET /api/account/subscription", { ...subscription, draws_on_balance: true, value_used: 7 });
    saving.release();
    await expectInCard("Subscription Status", "$7.00 of $20.00 this month");
    expect(control).toBeChecked();
  });

  it("stays as it was, with an error, when it can't be saved", async () => {
    fail(CHANGE, "…", { status: 503, code: "database_unavailable" });
    const { user } = await openScreen("/");
    const control = await paysFromBalance();
    fail("GET /api/account/subscription", "…", { status: 503, code: "database_unavailable" });
    await user.click(control);
    await expectToast("Error", "Failed to change your plan. Please try again.");
    expect(control).not.toBeChecked();
    expect(control).toHaveAccessibleDescription("Further requests are refused until Dec 1, 2026.");
  });

  it("goes with the plan, when that has ended meanwhile", async () => {
    fail(CHANGE, "Plan not found.", { status: 404, code: "not_found" });
    const { user } = await openScreen("/");
    const control = await paysFromBalance();
    respond("GET /api/account/subscription", {
      ...subscription,
      ...FREE,
    });
    await user.click(control);
    await waitFor(async () => expect(within(await planCard()).queryByRole("switch")).toBeNull());
    expect(await screen.findByText("Account: Free")).toBeVisible();
  });
});

describe("the balance", () => {
  const LOW = "Low balance! Add funds to continue using API keys.";

  it("under $5 shows a warning, with the reserved amount", async () => {
    respond("GET /api/account/balance", { ...balance, balance: 4.99, held: 0.25 });
    await openScreen("/");
    await expectInCard(BALANCE, "$4.99");
    expect(screen.getByText(LOW)).toBeVisible();
    expect(screen.getByText(/^\$0\.25 held/)).toBeVisible();
    await expectNoAxeViolations();
  });

  it.each([
    ["of an account that never had one", { balance: 0, ever_funded: false }, "$0.00"],
    ["of $5", { balance: 5 }, "$5.00"],
  ])("%s shows no warning", async (_, changes, shown) => {
    respond("GET /api/account/balance", { ...balance, ...changes });
    await openScreen("/");
    await expectInCard(BALANCE, shown);
    expect(screen.queryByText(LOW)).toBeNull();
  });

  it("below zero says that requests are blocked, and links to the statement", async () => {
    respond("GET /api/account/balance", { ...balance, balance: -12.5 });
    const { user, address } = await openScreen("/api-keys");
    await expectInCard(BALANCE, "-$12.50");
    expect(screen.getByText(LOW)).toBeVisible();
    expect(
      screen.getByText("Your balance is below zero, so spending has stopped until you add funds."),
    ).toBeVisible();
    await expectNoAxeViolations();
    await user.click(screen.getByRole("link", { name: "View statement" }));
    expect(address()).toBe("/billing");
  });
});

describe("how long the balance lasts", () => {
  it("is a date and the spend of a day, with each key's share", async () => {
    const share = { key_id: "key_1", name: "Production", cost: 5.25, share: 75 };
    respond("GET /api/account/runway", {
      ...runway,
      status: "estimated",
      daily_cost: 1,
      days_left: 25,
      lasts_until: "2027-01-10T12:00:00.000Z",
      keys: [share, { key_id: "key_2", name: "Staging", cost: 1.75, share: 25 }],
    });
    const { user } = await openScreen("/");
    await expectInCard(BALANCE, "At this pace, your balance will last until Jan 10, 2027");
    await expectInCard(BALANCE, "$1.00 a day over the last 7 days");
    await user.click(within(await card(BALANCE)).getByRole("button", { name: "By key" }));
    const shares = within(await screen.findByRole("dialog", { name: "Spent by key" }));
    expect(shares.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Production$5.2575.0%",
      "Staging$1.7525.0%",
    ]);
    await expectNoAxeViolations();
  });

  it("is not estimated from too little", async () => {
    respond("GET /api/account/runway", { ...runway, status: "too_little_data" });
    await openScreen("/");
    await expectInCard(BALANCE, runwayMessages.tooLittle);
    expect(await card(BALANCE)).not.toHaveTextContent("until");
  });
});

describe("Add Funds", () => {
  async function openDialog() {
    const opened = await openScreen("/");
    await expectInCard(BALANCE, "$25.00");
    const open = async () => {
      await opened.user.click(within(screen.getByRole("main")).getByRole("button", { name: "Add Funds" }));
      return within(await screen.findByRole("dialog", { name: "Add Funds" }));
    };
    const dialog = await open();
    return { ...opened, open, dialog, amount: dialog.getByRole("spinbutton", { name: "Amount" }) };
  }

  it("starts at $10 and requires at least $5", async () => {
    const { user, address, dialog, amount } = await openDialog();
    expect(amount).toHaveValue(10);
    expect(amount).toHaveAttribute("min", "5");
    expect(amount).toHaveAttribute("step", "5");
    expect(dialog.getByText("Minimum amount: $5")).toBeVisible();
    const topUp = dialog.getByRole("button", { name: "Top Up" });
    expect(topUp).toBeEnabled();
    for (const tooLittle of ["4.99", "0", "-10"]) {
      await fill(user, amount, tooLittle);
      expect(topUp, tooLittle).toBeDisabled();
    }
    await user.clear(amount);
    expect(topUp).toBeDisabled();
    await fill(user, amount, "5");
    await user.click(topUp);
    expect(address()).toBe("/add-balance?amount=5");
  });

  it("offers the amounts that can be paid, and says so beside another one", async () => {
    const { user, address, open, dialog: closing } = await openDialog();
    await user.click(closing.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).toBe("/");
    const dialog = await open();
    const amount = dialog.getByRole("spinbutton", { name: "Amount" });
    expect(dialog.getByText(balanceMessages.notOffered)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "$50" }));
    expect(amount).toHaveValue(50);
    expect(dialog.getByRole("button", { name: "$50" })).toHaveAttribute("aria-pressed", "true");
    expect(dialog.queryByText(balanceMessages.notOffered)).toBeNull();
    await expectNoAxeViolations();
    await user.click(dialog.getByRole("button", { name: "Top Up" }));
    expect(address()).toBe("/add-balance?amount=50");
  });
});
