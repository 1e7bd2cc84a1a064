import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { statusName } from "#app/features/analytics/status.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { createKey, post, type User } from "./accounts.ts";
import { startEndlessFile } from "./endless-file.ts";
import { expect, expectNoAxeViolations, giveSession, signIn, test, toasts } from "./support.ts";
import { newUserWithKey, recordRequests, storedKey } from "./usage-support.ts";

const DAY_MS = 86_400_000;
const PAGE_OF_LOG = 25;
const rows = (page: Page) => page.locator("tbody tr:has(time)");
const receipt = (page: Page) => page.getByRole("dialog", { name: usageLogMessages.receipt });
const shown = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: filter, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

interface TwoKeys {
  user: User;
  production: string;
  staging: string;
  /** Newest first. */
  chats: string[];
}

/** Production: 30 chats, 3 refused embeddings. Staging: 4 models, 2 of them failed. And 7 chats of three days ago. */
async function twoKeys(name: string): Promise<TwoKeys> {
  const { user, key } = await newUserWithKey(name);
  await createKey(user, "Staging");
  const staging = await storedKey(user, "Staging");
  const chats = await recordRequests(key, 30);
  await recordRequests(key, 3, { endpoint: "/v1/embeddings", status: 429, agoMs: 2 * 3_600_000 });
  await recordRequests(staging, 2, { endpoint: "/v1/models", agoMs: 3 * 3_600_000 });
  await recordRequests(staging, 2, { endpoint: "/v1/models", status: 502, agoMs: 4 * 3_600_000 });
  await recordRequests(key, 7, { agoMs: 3 * DAY_MS });
  return { user, production: key.publicId, staging: staging.publicId, chats };
}

/** Downloads the file as in browsers that can't write to a chosen location. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, "showSaveFilePicker");
  });

/** Runs in the page: true if its private folder contains the file. */
async function isThere(name: string): Promise<boolean> {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle(name).then(
    () => true,
    () => false,
  );
}

test("lists every request of the period, newest first, page by page", async ({ page }) => {
  const { user, chats } = await twoKeys("usage-pages");
  await giveSession(page, user);
  await page.goto(paths.usage);
  await shown(page, "requests in the last 24 hours · 5 errors · $0.01");
  await expect(page.getByTitle("$0.013184")).toBeVisible();
  await shown(page, `Showing ${PAGE_OF_LOG} of 37 requests, newest first`);
  await expect(rows(page)).toHaveCount(PAGE_OF_LOG);
  await expect(rows(page).first()).toContainText(
    "Production/v1/chat/completions—200250 ms1,284 tokens$0.000412",
  );
  await page.getByRole("button", { name: "Load more" }).press("Enter");
  await shown(page, "Showing all 37 requests, newest first");
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0);
  await expect(page.getByText("Showing all 37 requests, newest first")).toBeFocused();
  const labels = await page
    .getByRole("link", { name: /^Receipt of request/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  expect(labels.slice(0, chats.length)).toEqual(chats.map((id) => `Receipt of request ${id}`));
  expect(new Set(labels).size).toBe(37);
  await expectNoAxeViolations(page);
});

test("requests that are charged by units show them in the log, the receipt, the file and the breakdown", async ({
  page,
}) => {
  const { user, key } = await newUserWithKey("usage-units");
  const images = { endpoint: "/v1/images/generations", model: "demo-image", cost: 22_000 };
  const image = { dimension: "image:1024x1024:low", quantity: 2 };
  const [id = ""] = await recordRequests(key, 2, { ...images, units: image });
  const speech = { endpoint: "/v1/audio/speech", model: "demo-speech", agoMs: 120_000 };
  await recordRequests(key, 1, { ...speech, units: { dimension: "character", quantity: 1_234 } });
  await recordRequests(key, 1, { agoMs: 180_000 });
  await withoutPicker(page);
  await giveSession(page, user);
  await page.goto(paths.usage);
  await expect(rows(page).nth(1)).toContainText("demo-image200250 ms2 images$0.022000");
  await expect(rows(page).nth(2)).toContainText("demo-speech200250 ms1,234 characters");
  await expect(rows(page).nth(3)).toContainText("1,284 tokens");
  await expectNoAxeViolations(page);
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const lines = parseCsv(await readFile(await (await file).path(), "utf8"));
  expect(lines.map((line) => line.slice(-2))).toEqual([
    ...[
      ["unit", "units"],
      ["image", "2"],
      ["image", "2"],
      ["character", "1234"],
    ],
    ["", ""],
  ]);
  await page.goto(`${paths.usage}?request=${id}`);
  await expect(receipt(page).locator("dl > div").filter({ hasText: "Usage" })).toContainText("2 images");
  await expect(receipt(page)).toContainText("Image 1024×1024, low2");
  await page.goto("/");
  await page.getByRole("radio", { name: "Models" }).click();
  const breakdown = page
    .locator("section")
    .filter({ has: page.getByRole("radiogroup", { name: "Spend by" }) });
  await expect(breakdown.getByRole("listitem").first()).toContainText("demo-imageRequests 2Usage 4 images");
  await expect(breakdown).toContainText("demo-speechRequests 1Usage 1.2k chars");
});

test("the status filter shows a single code, successes, and when nothing matches", async ({ page }) => {
  const { user } = await twoKeys("usage-status");
  await giveSession(page, user);
  await page.goto(paths.usage);
  await choose(page, "Status", statusName("429"));
  await shown(page, "Showing all 3 requests");
  await shown(page, "Requests with status 429 in the last 24 hours");
  await choose(page, "Status", "Success");
  await shown(page, "Showing 25 of 32 requests");
  await choose(page, "Status", statusName("403"));
  await expect(page.getByRole("heading", { name: usageLogMessages.empty })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: usageLogMessages.clearFilters }).press("Enter");
  await shown(page, "Showing 25 of 37 requests");
  await expect(page).toHaveURL(paths.usage);
  await page.goto("/usage?status=everything&range=1y&endpoint=%2Fv1%2Fnothing");
  await expect(page.getByRole("heading", { name: usageLogMessages.empty })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Endpoint" })).toHaveText("/v1/nothing");
  await choose(page, "Endpoint", "All endpoints");
  await shown(page, "Showing 25 of 37 requests");
});

test("the receipt of a revoked key's request still names the key", async ({ page }) => {
  const { user, chats, production } = await twoKeys("usage-revoked");
  await post(user, `/api/keys/${production}/revoke`, {});
  await giveSession(page, user);
  await page.goto(`/usage?request=${chats[0]}`);
  await expect(receipt(page)).toContainText("Production (revoked)");
});

test("if the browser supports it, the CSV is streamed into a chosen file, or cancelled without a trace", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
  const { user } = await twoKeys("usage-flow");
  await giveSession(page, user);
  await page.goto("/usage?range=7d");
  await shown(page, "Showing 25 of 44 requests");
  const download = page.getByRole("button", { name: "Download CSV" });
  const endless = await startEndlessFile();
  await page.route("**/api/usage.csv*", (route) => route.continue({ url: endless.url }));
  await download.click();
  await expect(page.getByRole("button", { name: "64 kB" })).toBeVisible();
  expect(await page.evaluate(isThere, "latchkey-usage-7d.csv")).toBe(true);
  await page.getByRole("button", { name: "Cancel download" }).click();
  await expect(download).toBeFocused();
  await expect.poll(() => endless.isCut()).toBe(true);
  await expect.poll(() => page.evaluate(isThere, "latchkey-usage-7d.csv")).toBe(false);
  await expect(toasts(page)).toHaveCount(0);
  await endless.stop();

  await page.unroute("**/api/usage.csv*");
  await download.click();
  const written = () =>
    page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle("latchkey-usage-7d.csv").then((handle) => handle.getFile());
      return file.text();
    });
  // The file does not exist until the download starts.
  await expect(async () => expect(parseCsv(await written())).toHaveLength(1 + 44)).toPass();
});

test("on a phone the log is a list, and a tap opens the receipt", async ({ page }) => {
  const { user, chats } = await twoKeys("usage-phone");
  await page.setViewportSize({ width: 390, height: 844 });
  await giveSession(page, user);
  await page.goto(paths.usage);
  await expect(page.getByRole("table")).toHaveCount(0);
  const row = page.getByRole("main").getByRole("listitem").first();
  await expect(row).toContainText("250 ms · Production");
  await row.click();
  await expect(receipt(page)).toContainText(String(chats[0]));
  await expectNoAxeViolations(page);
});

test("the log is reached from the dashboard and from a key's usage", async ({ page }) => {
  const { user, production } = await twoKeys("usage-reached");
  await signIn(page, user);
  await page.getByRole("link", { name: "View requests" }).first().click();
  await expect(page).toHaveURL("/usage");
  await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
  await page.goto(paths.keyUsage(production));
  await page.getByRole("link", { name: "Filter requests" }).click();
  await expect(page).toHaveURL(`/usage?key=${production}`);
  await shown(page, "Showing 25 of 33 requests");
});

test("Refresh starts over with the newest requests", async ({ page }) => {
  const { user } = await twoKeys("usage-refresh");
  await giveSession(page, user);
  await page.goto(paths.usage);
  await shown(page, "Showing 25 of 37 requests");
  const [latest] = await recordRequests(await storedKey(user, "Production"), 1, { agoMs: 0 });
  await page.getByRole("button", { name: "Refresh", exact: true }).click();
  await shown(page, "Showing 25 of 38 requests");
  await expect(page.getByRole("link", { name: `Receipt of request ${latest}` })).toBeVisible();
});
