import type { Page } from "@playwright/test";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { statusName } from "#app/lib/http-status.ts";
import { paths } from "#app/lib/paths.ts";
import type { AnalyticsResponse } from "#core/contract/analytics.ts";
import { createKey, post } from "./accounts.ts";
import { expect, giveSession, test } from "./support.ts";
import { newUserWithKey, recordRequests, storedKey } from "./usage-support.ts";

const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const logRows = (page: Page) => card(page, usageLogMessages.log).locator("tbody tr:has(time)");
const titleOf = (page: Page) => page.getByRole("heading", { level: 1 });

/** Opens the usage of a key. @returns the API response behind its figures. */
async function openUsage(page: Page, id: string, search = ""): Promise<AnalyticsResponse> {
  const responsePromise = page.waitForResponse((response) => /\/api\/figures.*key_id=/.test(response.url()));
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
