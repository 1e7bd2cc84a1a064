import type { Page } from "@playwright/test";
import { RANGE_LABELS, RANGE_PHRASES } from "#app/features/analytics/messages.ts";
import { statusName } from "#app/features/analytics/status.ts";
import { keyUsageMessages, UNUSED_HELP } from "#app/features/key-usage/messages.ts";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { formatNumber } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { createKey, post } from "./accounts.ts";
import { expect, expectNoAxeViolations, giveSession, signIn, stack, test } from "./support.ts";
import { newUserWithKey, recordRequests, storedKey } from "./usage-support.ts";

const PAGE_OF_LOG = 25;
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const logRows = (page: Page) => card(page, usageLogMessages.log).locator("tbody tr:has(time)");
const titleOf = (page: Page) => page.getByRole("heading", { level: 1 });

/** Opens the usage of a key. @returns the API response behind its figures. */
async function openUsage(page: Page, id: string, search = ""): Promise<AnalyticsResponse> {
  const responsePromise = page.waitForResponse((response) =>
    /\/api\/analytics.*key_id=/.test(response.url()),
  );
  await page.goto(`${paths.keyUsage(id)}${search}`);
  return (await responsePromise).json();
}

test("a key's figures count its own requests, and none of another key of the account", async ({ page }) => {
  const { user, key } = await newUserWithKey("own-figures");
  await createKey(user, "Staging");
  await recordRequests(key, 30);
  await recordRequests(key, 3, { status: 429, endpoint: "/v1/embeddings" });
  await recordRequests(await storedKey(user, "Staging"), 50, { status: 502, endpoint: "/v1/rerank" });
  await giveSession(page, user);
  const figures = await openUsage(page, key.publicId);

  await expect(titleOf(page)).toHaveText("Production");
  expect(figures.total_requests).toBe(33);
  await expect(card(page, "API Requests")).toContainText("33");
  await expect(card(page, "API Requests")).toContainText("1 per hour on average");
  await expect(card(page, "Response Time")).toContainText("250ms");
  await expect(card(page, "Error Rate")).toContainText("9.09%");
  await expect(card(page, "Cost")).toContainText("$0.01$0.000375 per request on average");
  await expect(card(page, refusalMessages.title).getByRole("listitem")).toHaveText([`${statusName("429")}3`]);
  await expect(card(page, refusalMessages.title)).toContainText("3 · 9.09% of requests");
  await expect(card(page, "Top Endpoints").getByRole("listitem")).toHaveCount(2);
  await expect(card(page, "Top Endpoints")).not.toContainText("/v1/rerank");
  await expect(card(page, usageLogMessages.log)).not.toContainText("/v1/rerank");
});

test("the range is in the address, survives a reload, and Back undoes its choice", async ({ page }) => {
  const { user, key } = await newUserWithKey("key-range");
  await recordRequests(key, 4);
  await recordRequests(key, 10, { agoMs: 3 * 86_400_000 });
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  const figure = card(page, "API Requests").locator("p").first();
  const range = page.getByRole("button", { name: /^Time range/ });
  await expect(figure).toHaveText("4");
  await range.click();
  await page.getByRole("button", { name: RANGE_LABELS["7d"] }).click();
  await expect(page).toHaveURL(/usage\?range=7d$/);
  await expect(figure).toHaveText("14");
  await expect(card(page, "API Requests")).toContainText("2 per day on average");
  await page.reload();
  await expect(range).toContainText(RANGE_LABELS["7d"]);
  await expect(figure).toHaveText("14");
  await page.goBack();
  await expect(figure).toHaveText("4");
  await expect(logRows(page)).toHaveCount(14);
});

test("the chart shows the key's requests, errors or time", async ({ page }) => {
  const { user, key } = await newUserWithKey("key-chart");
  await recordRequests(key, 5);
  await recordRequests(key, 2, { status: 500 });
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  await expect(page.getByRole("application", { name: "Requests over the last 24 hours" })).toBeVisible();
  await page.getByRole("radio", { name: "Errors" }).click();
  await expect(card(page, "Errors")).toContainText("2errors in the last 24 hours");
  await page.getByRole("radio", { name: "Time" }).click();
  await expect(page.getByText("average over the last 24 hours")).toBeVisible();
});

test("the log has every request once, newest first, a page at a time", async ({ page }) => {
  const { user, key } = await newUserWithKey("log-pages");
  const ids = await recordRequests(key, 2 * PAGE_OF_LOG + 7);
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  const more = page.getByRole("button", { name: "Load more" });
  await expect(logRows(page)).toHaveCount(PAGE_OF_LOG);
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(logRows(page)).toHaveCount(2 * PAGE_OF_LOG);
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(logRows(page)).toHaveCount(ids.length);
  await expect(more).toHaveCount(0);
  const shown = page.getByText(`Showing all ${ids.length} requests, newest first`);
  await expect(shown).toBeFocused();

  const labels = await page
    .getByRole("link", { name: /^Receipt of request/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  expect(labels).toEqual(ids.map((id) => `Receipt of request ${id}`));
});

test("a request shows its status, time, tokens and cost, and its receipt on demand", async ({ page }) => {
  const { user, key } = await newUserWithKey("log-row");
  const [failed] = await recordRequests(key, 1, { status: 502, agoMs: 30_000 });
  const [served] = await recordRequests(key, 1, { agoMs: 60_000 });
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  await expect(logRows(page).nth(0)).toContainText("502250 ms—$0.00");
  await expect(logRows(page).nth(1)).toContainText("/v1/chat/completions—200250 ms1,284 tokens$0.000412");
  await expect(page.getByText(String(served), { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: `Receipt of request ${served}` }).click();
  const receipt = page.getByRole("dialog", { name: usageLogMessages.receipt });
  await expect(receipt.getByText(String(served), { exact: true })).toBeVisible();
  await expect(page.getByText(String(failed), { exact: true })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await receipt.getByRole("button", { name: "Close" }).first().click();
  await expect(receipt).toHaveCount(0);
});

test("on a phone the log is a list, and a tap opens a request's receipt", async ({ page }) => {
  const { user, key } = await newUserWithKey("log-list");
  const [id] = await recordRequests(key, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  const row = card(page, usageLogMessages.log).getByRole("listitem");
  await expect(row).toContainText("250 ms$0.0004121,284 tokens");
  await expect(page.getByText(String(id))).toHaveCount(0);
  await row.getByText("/v1/chat/completions").click();
  await expect(page.getByText(String(id))).toBeVisible();
  await expectNoAxeViolations(page);
});

test("Refresh reloads the log with new requests, and keeps the old rows until then", async ({ page }) => {
  const { user, key } = await newUserWithKey("key-refresh");
  await recordRequests(key, PAGE_OF_LOG + 5);
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(logRows(page)).toHaveCount(PAGE_OF_LOG + 5);
  const [latest] = await recordRequests(key, 1, { agoMs: 0 });
  const requested: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/usage") requested.push(request.url());
  });
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await expect(logRows(page).first()).toContainText("/v1/");
  await expect(page.getByRole("link", { name: `Receipt of request ${latest}` })).toBeVisible();
  await expect(logRows(page)).toHaveCount(PAGE_OF_LOG);
  await expect(card(page, "API Requests").locator("p").first()).toHaveText(String(PAGE_OF_LOG + 6));
  expect(requested).toHaveLength(1);
});

test("a key without requests shows a sample request", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { user, key } = await newUserWithKey("unused");
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  await expect(page.getByRole("heading", { name: keyUsageMessages.noRequests })).toBeVisible();
  await expect(page.getByText(UNUSED_HELP.active)).toBeVisible();
  await page.getByRole("button", { name: "Copy sample request" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl ${new URL(page.url()).origin}/v1/chat/completions`);
  await expect(card(page, usageLogMessages.log)).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test("a period without requests looks different from a key that was never used", async ({ page }) => {
  const { user, key } = await newUserWithKey("quiet");
  await recordRequests(key, 2, { agoMs: 3 * 86_400_000 });
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  await expect(card(page, "API Requests")).toContainText(`No requests in ${RANGE_PHRASES["24h"]}`);
  await expect(card(page, refusalMessages.title)).toContainText(
    `No errors or refusals in ${RANGE_PHRASES["24h"]}`,
  );
  await expect(logRows(page)).toHaveCount(2);
});

test("a revoked key keeps its history", async ({ page }) => {
  const { user, key } = await newUserWithKey("history");
  await recordRequests(key, 6);
  await post(user, `/api/keys/${key.publicId}/revoke`, {});
  await giveSession(page, user);
  await openUsage(page, key.publicId);
  const main = page.getByRole("main");
  await expect(main.getByText("Revoked", { exact: true })).toBeVisible();
  await expect(main.getByText(/^Revoked \w{3} \d/)).toBeVisible();
  await expect(card(page, "API Requests").locator("p").first()).toHaveText("6");
  await expect(logRows(page)).toHaveCount(6);
});

test("an unknown key and another account's key are both “not found”", async ({ page }) => {
  const { key: foreign } = await newUserWithKey("foreign");
  await signIn(page);
  for (const id of [foreign.publicId, "key_nobodys", "%2e%2e"]) {
    await page.goto(paths.keyUsage(id));
    await expect(page.getByRole("heading", { name: keyUsageMessages.notFound })).toBeVisible();
    await expect(page.getByText(foreign.publicId)).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "Back to API Keys" }).click();
  await expect(page).toHaveURL(/\/api-keys$/);
});

test("rolled-up figures match the API's for that key", async ({ page }) => {
  await signIn(page);
  const key = await storedKey({ ...stack.demo }, "Production");
  const figures = await openUsage(page, key.publicId, "?range=30d");
  await expect(card(page, "API Requests")).toContainText(formatNumber(figures.total_requests));
  const rows = card(page, refusalMessages.title).getByRole("listitem");
  await expect(rows).toHaveText(
    (figures.error_types ?? []).map(({ type, count }) => `${statusName(type)}${formatNumber(count)}`),
  );
});
