import type { Page } from "@playwright/test";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startEndlessFile } from "./endless-file.ts";
import { expect, expectNoAxeViolations, giveSession, test, toasts } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

const receipt = (page: Page) => page.getByRole("dialog", { name: usageLogMessages.receipt });
const shown = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

/** An account with 44 requests, its owner signed in. @returns the id of the newest. */
async function busyAccount(page: Page, name: string): Promise<string | undefined> {
  const { user, key } = await newUserWithKey(name);
  const [newest] = await recordRequests(key, 44);
  await giveSession(page, user);
  return newest;
}

/** Runs in the page: true if its private folder contains the file. */
async function isThere(name: string): Promise<boolean> {
  const folder = await navigator.storage.getDirectory();
  return folder.getFileHandle(name).then(
    () => true,
    () => false,
  );
}

test("if the browser supports it, the CSV is streamed into a chosen file, or cancelled without a trace", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
  await busyAccount(page, "usage-flow");
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
  await page.setViewportSize({ width: 390, height: 844 });
  const newest = await busyAccount(page, "usage-phone");
  await page.goto(paths.usage);
  await expect(page.getByRole("table")).toHaveCount(0);
  const row = page.getByRole("main").getByRole("listitem").first();
  await expect(row).toContainText("250 ms · Production");
  await row.click();
  await expect(receipt(page)).toContainText(String(newest));
  await expectNoAxeViolations(page);
});
