import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { statusName } from "#app/lib/http-status.ts";
import { paths } from "#app/lib/paths.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { createKey, type User } from "./accounts.ts";
import { expect, giveSession, personOf, test } from "./support.ts";
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

let made: TwoKeys | undefined;
const person = personOf(async () => {
  made = await twoKeys("usage");
  return made.user;
});
function owner() {
  if (!made) throw new Error("The account is there only in tests.");
  return { ...made, page: person().page };
}

/** Downloads the file as in browsers that can't write to a chosen location. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, "showSaveFilePicker");
  });

test("range, key, endpoint and status are in the address, survive a reload, and Back undoes each", async () => {
  const { page, staging } = owner();
  await page.goto(paths.usage);
  await shown(page, "Showing 25 of 37 requests");
  await choose(page, "Key", "Staging");
  await shown(page, "Showing all 4 requests");
  await choose(page, "Status", "Errors");
  await shown(page, "Showing all 2 requests");
  await shown(page, "failed requests in the last 24 hours");
  await choose(page, "Endpoint", "/v1/models");
  await expect(page).toHaveURL(`/usage?key=${staging}&status=error&endpoint=%2Fv1%2Fmodels`);
  await page.reload();
  await shown(page, "Showing all 2 requests");
  await expect(page.getByRole("combobox", { name: "Key", exact: true })).toHaveText("Staging");
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveText("Errors");
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Endpoint" })).toHaveText("All endpoints");
  await page.goBack();
  await expect(page).toHaveURL(`/usage?key=${staging}`);
  await shown(page, "Showing all 4 requests");
  await page.goBack();
  await shown(page, "Showing 25 of 37 requests");
  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL("/usage?range=7d");
  await shown(page, "Showing 25 of 44 requests");
});

test("a row opens its receipt under its own address; its id can be copied", async () => {
  const { page, chats, production } = owner();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const [id = ""] = chats;
  await page.goto(`${paths.usage}?range=24h`);
  await page.getByRole("link", { name: `Receipt of request ${id}` }).press("Enter");
  await expect(page).toHaveURL(`/usage?range=24h&request=${id}`);
  const fact = (name: string) => receipt(page).locator("dl > div").filter({ hasText: name });
  await expect(receipt(page)).toContainText("$0.000412");
  await expect(fact("Status")).toContainText(statusName("200"));
  await expect(fact("Tokens")).toContainText("900 in, 384 out");
  await expect(fact("Duration")).toContainText("250 ms");
  await expect(fact("Key")).toContainText("lk_");
  await expect(receipt(page).getByRole("link", { name: "View Production usage" })).toHaveAttribute(
    "href",
    paths.keyUsage(production),
  );
  await receipt(page).getByRole("button", { name: "Copy request ID" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/usage?range=24h");
  await expect(receipt(page)).toHaveCount(0);
  const search = page.getByRole("textbox", { name: usageLogMessages.search });
  await search.fill(`  ${id} `);
  await search.press("Enter");
  await expect(receipt(page)).toContainText(id);
});

test.describe("in a time zone with a quarter-hour offset", () => {
  test.use({ timezoneId: "Asia/Kathmandu" });

  test("the CSV has the filter's requests of the window, at the same local times as on screen", async ({
    page,
  }) => {
    await withoutPicker(page);
    const { user, chats, production } = await twoKeys("usage-csv");
    // Each differs from the filter in one property only.
    await recordRequests(await storedKey(user, "Production"), 2, { status: 500 });
    await recordRequests(await storedKey(user, "Production"), 2, { endpoint: "/v1/responses" });
    await recordRequests(await storedKey(user, "Staging"), 2);
    await giveSession(page, user);
    await page.goto(`/usage?key=${production}&endpoint=%2Fv1%2Fchat%2Fcompletions&status=success`);
    await shown(page, "Showing 25 of 30 requests");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("latchkey-usage-24h.csv");
    const [head = [], ...records] = parseCsv(await readFile(await download.path(), "utf8"));
    const column = (name: string) => records.map((record) => record[head.indexOf(name)]);
    expect(column("request_id")).toEqual(chats);
    expect(new Set(column("cost_usd"))).toEqual(new Set(["0.000412"]));
    const seconds = (times: (string | undefined)[]) =>
      times.map((time) => /\d\d:\d\d:\d\d/.exec(time ?? "")?.[0]);
    const onScreen = await rows(page).locator("time").allTextContents();
    expect(seconds(column("time")).slice(0, PAGE_OF_LOG)).toEqual(seconds(onScreen));
    expect(column("time").every((time) => time?.endsWith("+05:45"))).toBe(true);
    await expect(page.getByRole("button", { name: "Download CSV" })).toBeEnabled();
  });
});
