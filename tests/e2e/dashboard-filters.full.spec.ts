import type { Page } from "@playwright/test";
import { RANGE_PHRASES } from "#app/features/analytics/messages.ts";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { formatNumber } from "#app/lib/format.ts";
import { createKey, type User } from "./accounts.ts";
import { FAILED_RESOURCE } from "./keys-support.ts";
import { expect, expectNoAxeViolations, giveSession, signIn, stack, test } from "./support.ts";
import { newUserWithKey, recordRequests, storedKey } from "./usage-support.ts";

const CHAT = "/v1/chat/completions";
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const breakdown = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("radiogroup", { name: "Spend by" }) });
const rowsOf = (page: Page) => breakdown(page).getByRole("listitem");
const literally = (text: string) => text.replace(/[$./]/g, "\\$&");
/** With any number of tokens, or none. */
const row = (name: string, requests: number, spend: string, share: string) =>
  new RegExp(
    `^${literally(`${name}Requests ${requests}`)}Usage (?:—|\\S+ tokens)${literally(`Spend ${spend}Share ${share}`)}$`,
  );
const total = (page: Page) => card(page, "API Requests").locator("p").first();
const chips = (page: Page) => page.getByRole("group", { name: "Filters" }).getByRole("listitem");

/** Production: 30 chats at $0.10, 3 refused embeddings. Staging: 10 models at $0.20. */
async function twoKeys(name: string): Promise<{ user: User; production: string; staging: string }> {
  const { user, key } = await newUserWithKey(name);
  await createKey(user, "Staging");
  const staging = await storedKey(user, "Staging");
  await recordRequests(key, 30, { cost: 100_000 });
  await recordRequests(key, 3, { endpoint: "/v1/embeddings", status: 429 });
  await recordRequests(staging, 10, { endpoint: "/v1/models", cost: 200_000 });
  return { user, production: key.publicId, staging: staging.publicId };
}

test("requests and spend are broken down by key and by endpoint, most expensive first", async ({ page }) => {
  const { user } = await twoKeys("where");
  await signIn(page, user);
  await expect(breakdown(page)).toContainText(`$5.00 in ${RANGE_PHRASES["24h"]}`);
  await expect(rowsOf(page)).toHaveText([
    row("Production", 33, "$3.00", "60.0%"),
    row("Staging", 10, "$2.00", "40.0%"),
  ]);
  await breakdown(page).getByRole("radio", { name: "Endpoints" }).click();
  await expect(rowsOf(page)).toHaveText([
    row(CHAT, 30, "$3.00", "60.0%"),
    row("/v1/models", 10, "$2.00", "40.0%"),
    row("/v1/embeddings", 3, "$0.00", "0.0%"),
  ]);
  await expectNoAxeViolations(page);
});

test("figures that don't exist per endpoint show a dash with the reason, never a number", async ({
  page,
}) => {
  const { user } = await twoKeys("unknown");
  await giveSession(page, user);
  await page.goto("/?endpoint=%2Fv1%2Fembeddings");
  await expect(total(page)).toHaveText("3");
  const percentiles = card(page, "Response Time").getByRole("button");
  await expect(percentiles).toHaveText("p95 —");
  await percentiles.click();
  await expect(page.getByRole("dialog")).toContainText("Not available for a single endpoint");
  await page.keyboard.press("Escape");
  // The focus goes back once the dialog has faded, and the page scrolls to it.
  await expect(percentiles).toBeFocused();
  await expect(card(page, refusalMessages.title)).toContainText(refusalMessages.notForPart("endpoint"));
  await card(page, refusalMessages.title).getByRole("link", { name: "View errors" }).click();
  await expect(page).toHaveURL("/usage?endpoint=%2Fv1%2Fembeddings&status=error");
  await expect(page.getByText("Showing all 3 requests, newest first")).toBeVisible();
});

test("a filter without requests shows an empty period, not a new account", async ({ page }) => {
  const { user } = await newUserWithKey("quiet-filter");
  await giveSession(page, user);
  await page.goto("/?endpoint=%2Fv1%2Fmodels");
  await expect(card(page, "API Requests")).toContainText(`No requests in ${RANGE_PHRASES["24h"]}`);
  await expect(page.getByRole("heading", { name: "Get started" })).toHaveCount(0);
});

test("more than five are shown on demand, and the figures of the demo account add up", async ({ page }) => {
  await signIn(page);
  const responsePromise = page.waitForResponse(/\/api\/analytics\/breakdown\?range=30d/);
  await page.goto("/?range=30d");
  const { endpoints, keys } = await (await responsePromise).json();
  const requests = (rows: { requests: number }[]) => rows.reduce((sum, row) => sum + row.requests, 0);
  await expect(card(page, "API Requests")).toContainText(formatNumber(requests(keys)));
  expect(requests(endpoints)).toBe(requests(keys));
  await breakdown(page).getByRole("radio", { name: "Endpoints" }).click();
  await expect(rowsOf(page)).toHaveCount(5);
  await breakdown(page)
    .getByRole("button", { name: `Show all ${endpoints.length}` })
    .click();
  await expect(rowsOf(page)).toHaveCount(endpoints.length);
  await breakdown(page).getByRole("button", { name: "Show top 5" }).click();
  await expect(rowsOf(page)).toHaveCount(5);
});

test("the requests behind the figures are one link away, with the same range and filter", async ({
  page,
}) => {
  await signIn(page);
  const { publicId } = await storedKey({ ...stack.demo }, "Production");
  await page.goto(`/?range=7d&key=${publicId}`);
  const links = page.getByRole("link", { name: "View requests" });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("href", `/usage?range=7d&key=${publicId}`);
  }
});

test.describe("when the spend breakdown fails to load", () => {
  test.use({ expectedErrors: [FAILED_RESOURCE] });

  test("another account's key is refused like an unknown one, and the filter can be removed", async ({
    page,
  }) => {
    const { production } = await twoKeys("their-key");
    const { user } = await twoKeys("my-key");
    await signIn(page, user);
    for (const id of [production, "key_nobodys"]) {
      await page.goto(`/?key=${id}`);
      await expect(page.getByRole("alert")).toContainText("API key not found.");
      await expect(chips(page)).toHaveText(["KeyUnknown key"]);
    }
    await page.getByRole("link", { name: "Remove the key filter" }).click();
    await expect(total(page)).toHaveText("43");
  });
});
