import type { Page, Route } from "@playwright/test";
import { CONFIRM_EMAIL } from "#app/features/dashboard/messages.ts";
import { formatCompact, formatMilliseconds, formatNumber, formatSum } from "#app/lib/format.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import { brokenServer, FAILED_RESOURCE } from "./keys-support.ts";
import { expect, expectNoAxeViolations, holdBack, newUser, signIn, test, toasts } from "./support.ts";

/** A radio group selects the focused item while an arrow key is down. */
const KEY_HELD_MS = 50;
const ANALYTICS = /\/api\/analytics\?/;
const figureOf = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const figuresShown = (page: Page) => expect(page.getByText(/^requests in the last/)).toBeVisible();

/** Opens the demo account's dashboard, which has past usage. @returns the API response it shows. */
async function openFigures(page: Page, search = ""): Promise<AnalyticsResponse> {
  await signIn(page);
  await figuresShown(page);
  return showFigures(page, search);
}

async function showFigures(page: Page, search: string): Promise<AnalyticsResponse> {
  // A response to the page before may be reported only now.
  await page.goto("about:blank");
  const responsePromise = page.waitForResponse((response) => ANALYTICS.test(response.url()));
  await page.goto(`/${search}`);
  const figures = await (await responsePromise).json();
  await figuresShown(page);
  return figures;
}

test("the last chosen range is that of every page, and is shown before the page's code has loaded", async ({
  page,
}) => {
  await openFigures(page);
  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page.getByText("requests in the last 7 days")).toBeVisible();
  await page.getByRole("link", { name: "View requests" }).first().click();
  await expect(page).toHaveURL("/usage?range=7d");
  const chosen = page.getByRole("button", { name: "Time range: Last 7 days" });
  await expect(chosen).toBeVisible();
  const release = await holdBack(page, "**/assets/entry.client-*");
  await page.goto("/", { waitUntil: "commit" });
  await expect(chosen).toBeVisible();
  await release();
  await expect(page.getByText("requests in the last 7 days")).toBeVisible();
  await expect(chosen).toBeVisible();
  await expect(page).toHaveURL("/");
});

test("the chart shows requests, errors, time, spend or tokens, each with its total", async ({ page }) => {
  const figures = await openFigures(page, "?range=7d");
  const errors = figures.series.reduce((sum, point) => sum + point.errors, 0);
  const chart = figureOf(page, "Requests");
  await expect(chart).toContainText(formatNumber(figures.total_requests));
  await page.getByRole("radio", { name: "Errors" }).click();
  await expect(figureOf(page, "Errors")).toContainText(`${formatNumber(errors)}errors in the last 7 days`);
  await page.getByRole("radio", { name: "Errors" }).press("ArrowRight", { delay: KEY_HELD_MS });
  const mean = formatMilliseconds(figures.average_response_time);
  await expect(page.getByRole("radio", { name: "Time" })).toBeChecked();
  await expect(page.getByText("average over the last 7 days")).toBeVisible();
  await expect(figureOf(page, "Response time").first()).toContainText(mean);
  await page.getByRole("radio", { name: "Spend" }).click();
  await expect(figureOf(page, "Spend")).toContainText(`${formatSum(figures.cost)}in the last 7 days`);
  await page.getByRole("radio", { name: "Tokens" }).click();
  const tokens = Number(figures.tokens_in) + Number(figures.tokens_out);
  await expect(figureOf(page, "Tokens")).toContainText(`${formatCompact(tokens)}tokens in the last 7 days`);
  await expectNoAxeViolations(page);
});

test("arrow keys move from point to point, and each is announced", async ({ page }) => {
  const { series } = await openFigures(page, "?range=30d");
  const chart = page.getByRole("application", { name: "Requests over the last 30 days" });
  const said = chart.locator("..").getByRole("status");
  await page.keyboard.press("Tab");
  await chart.focus();
  await expect(said).toContainText(formatNumber(series[0]?.requests));
  await chart.press("ArrowRight");
  await expect(said).toContainText(formatNumber(series[1]?.requests));
  await chart.press("ArrowRight");
  await expect(said).toContainText(formatNumber(series[2]?.requests));
  await chart.press("ArrowLeft");
  await expect(said).toContainText(formatNumber(series[1]?.requests));
});

test("Escape hides the values of a point until another is reached", async ({ page }) => {
  const { series } = await openFigures(page, "?range=30d");
  const chart = page.getByRole("application", { name: "Requests over the last 30 days" });
  const values = chart.locator("..").getByRole("status");
  const point = (share: number) => async () => {
    const { width = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width - 11 - share * (width / series.length), y: 60 } });
  };
  const [last, oneBefore] = [point(0), point(1)];
  await page.keyboard.press("Tab");
  await expect(chart).toBeVisible();
  await last();
  await expect(values).toContainText(`Requests${formatNumber(series.at(-1)?.requests)}`);
  await page.keyboard.press("Escape");
  await expect(values).toBeHidden();
  await oneBefore();
  await expect(values).toContainText(`Requests${formatNumber(series.at(-2)?.requests)}`);
  await page.keyboard.press("Escape");
  await expect(values).toBeHidden();
});

test("View as table has every figure of the series, newest first", async ({ page }) => {
  await openFigures(page);
  for (const [range, label] of [
    ["24h", "Last 24 hours"],
    ["30d", "Last 30 days"],
  ] as const) {
    const { series } = await showFigures(page, `?range=${range}`);
    await page.getByRole("button", { name: "View as table" }).click();
    const dialog = page.getByRole("dialog", { name: "Usage" });
    await expect(dialog).toContainText(label);
    await expectNoAxeViolations(page);
    const rows = await dialog
      .getByRole("row")
      .filter({ has: page.getByRole("cell") })
      .all();
    const shown = await Promise.all(rows.map((row) => row.getByRole("cell").allTextContents()));
    const expected = series.map((point) => {
      const { requests, errors, avg_response_time, cost, tokens_in, tokens_cached, tokens_out } = point;
      return [
        formatNumber(requests),
        formatNumber(errors),
        requests === 0 ? "—" : formatMilliseconds(avg_response_time),
        formatSum(cost),
        ...[Number(tokens_in) - Number(tokens_cached), tokens_cached, tokens_out].map(formatNumber),
      ];
    });
    expect(shown, range).toEqual(expected.reverse());
    await page.keyboard.press("Escape");
  }
});

test("the top endpoints are those of the API, with their share of all requests", async ({ page }) => {
  const { top_endpoints: listed, total_requests } = await openFigures(page, "?range=30d");
  const top_endpoints = listed ?? [];
  const rows = figureOf(page, "Top Endpoints").getByRole("listitem");
  await expect(rows).toHaveCount(Math.min(top_endpoints.length, 5));
  for (const [at, { endpoint, requests, avg_response_time }] of top_endpoints.entries()) {
    await expect(rows.nth(at)).toContainText(endpoint);
    await expect(rows.nth(at)).toContainText(formatNumber(requests));
    await expect(rows.nth(at)).toContainText(formatMilliseconds(avg_response_time));
    await expect(rows.nth(at)).toContainText(`${((requests / total_requests) * 100).toFixed(1)}%`);
  }
});

test("clicking the response time, or pressing Enter, shows the three percentiles", async ({ page }) => {
  const { percentiles } = await openFigures(page, "?range=7d");
  const button = figureOf(page, "Response Time").getByRole("button");
  await expect(button).toHaveText(`p95 ${formatMilliseconds(percentiles.p95)}`);
  await button.press("Enter");
  const details = page.getByRole("dialog", { name: "Response time percentiles" });
  for (const name of ["p50", "p95", "p99"] as const) {
    const row = details.locator("dl > div").filter({ hasText: name });
    await expect(row.getByRole("definition")).toHaveText(formatMilliseconds(percentiles[name]));
  }
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a new account is guided to a test key first, and can add funds later", async ({ page }) => {
  const user = await newUser("steps");
  await signIn(page, user);
  await expect(page.getByText("1 of 4")).toBeVisible();
  await expect(page.locator("[aria-current=step]")).toContainText("Create a test key");
  await expect(page.getByRole("link", { name: "Create Test Key" })).toHaveAttribute(
    "href",
    "/api-keys#create-test",
  );
  await expect(page.getByRole("main").getByRole("link", { name: "Add Funds" })).toHaveAttribute(
    "href",
    "/add-balance",
  );
  await expectNoAxeViolations(page);
});

test("the first steps tick themselves off as they are done", async ({ page }) => {
  const user = await newFundedUser("ticked");
  await signIn(page, user);
  await expect(page.getByText("2 of 4")).toBeVisible();
  await expect(page.locator("[aria-current=step]")).toContainText("Create an API key");
  await createKey(user, "Production");
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByText("3 of 4")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.locator("[aria-current=step]")).toContainText("Make your first request");
});

test("confirming the email address is the first step until the link is opened elsewhere", async ({
  page,
}) => {
  const user = await newUser("unconfirmed");
  await signIn(page, user);
  await page.evaluate(() => {
    const key = "latchkey-auth-token";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}");
    session.user.email_confirmed_at = null;
    localStorage.setItem(key, JSON.stringify(session));
  });
  const unconfirmed = (route: Route) =>
    route
      .fetch()
      .then(async (response) =>
        route.fulfill({ response, json: { ...(await response.json()), email_confirmed_at: null } }),
      );
  await page.route("**/auth/v1/user", unconfirmed);
  const resent: string[] = [];
  await page.route("**/auth/v1/resend*", (route) => {
    resent.push(route.request().postData() ?? "");
    return route.fulfill({ json: {} });
  });
  await page.reload();
  await expect(page.locator("[aria-current=step]")).toContainText(CONFIRM_EMAIL.instruction(user.email));
  await expect(page.getByText("0 of 4")).toBeVisible();
  await page.getByRole("button", { name: CONFIRM_EMAIL.resend }).click();
  await expect(toasts(page)).toContainText(CONFIRM_EMAIL.resent.title);
  expect(JSON.parse(resent.join())).toMatchObject({ email: user.email, type: "signup" });
  await page.unroute("**/auth/v1/user");
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByText(CONFIRM_EMAIL.done)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText("1 of 4")).toBeVisible();
});

test.describe("when the figures fail to load", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("a card and a toast show an error, and Retry loads them", async ({ page }) => {
    await page.route(ANALYTICS, (route) => route.fulfill(brokenServer));
    await signIn(page);
    const card = page.getByRole("alert").filter({ has: page.getByRole("heading", { name: "Error" }) });
    await expect(card).toContainText("Unexpected.");
    await expect(card).toContainText(
      "There was a problem fetching your analytics data. Please try again or contact support if the issue persists.",
    );
    await expect(toasts(page)).toContainText("Error");
    await expect(toasts(page)).toContainText("Failed to fetch analytics data. Please try again later.");
    await expectNoAxeViolations(page);
    await page.unroute(ANALYTICS);
    await card.getByRole("button", { name: "Retry" }).click();
    await figuresShown(page);
  });
});
