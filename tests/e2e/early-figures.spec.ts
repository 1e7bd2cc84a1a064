import type { Page } from "@playwright/test";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import { FAILED_RESOURCE } from "./keys-support.ts";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { expect, signIn, test } from "./support.ts";

const figure = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

const wholePage = (page: Page) => expect(page.getByText(/^requests in the last/)).toBeVisible();

/** Holds back all of the page's code. @returns a function that releases it. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Collects the API paths that a page requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) paths.push(pathname);
  });
  return paths;
}

test("the large figures appear before the page's code, which then requests nothing twice", async ({
  page,
}) => {
  await signIn(page);
  await wholePage(page);
  const letGo = await holdCode(page);
  const requested = requestsOf(page);
  await page.goto("/", { waitUntil: "commit" });
  const shown = ["API Requests", "Response Time", "Error Rate", "Account Balance"];
  const early = shown.map((title) => figure(page, title).locator("[data-known]"));
  for (const place of early) await expect(place).toContainText(/\d/);
  const texts = await Promise.all(early.map((place) => place.innerText()));
  await expect(page.getByText("Account:")).toBeHidden();

  letGo();
  await wholePage(page);
  await expect(page.locator("[data-early]")).toHaveCount(0);
  for (const [at, title] of shown.entries()) await expect(figure(page, title)).toContainText(texts[at] ?? "");
  expect(await layoutShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
  await expect(page.getByText("Account: Free")).toBeVisible();
  for (const path of ["analytics", "analytics/breakdown", "account/balance", "account/runway", "keys"]) {
    expect(
      requested.filter((one) => one === `/api/${path}`),
      path,
    ).toHaveLength(1);
  }
});

test("an early request that fails is repeated, and only signed-in pages send any", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(FAILED_RESOURCE);
  await signIn(page);
  await wholePage(page);
  let requestCount = 0;
  await page.route(/\/api\/analytics\?/, (route) =>
    requestCount++ === 0 ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await page.goto("/");
  await wholePage(page);
  expect(requestCount).toBe(2);

  // Without its code the page leaves the storage, and where it is, to this test.
  await holdCode(page);
  await page.goto("/", { waitUntil: "commit" });
  const heading = page.getByRole("heading", { name: "Dashboard" });
  await expect(heading).toBeVisible();
  const session = await page.evaluate((name) => localStorage.getItem(name), SESSION_STORAGE_KEY);
  await page.evaluate((name) => localStorage.removeItem(name), SESSION_STORAGE_KEY);
  const requested = requestsOf(page);
  await page.reload({ waitUntil: "commit" });
  await expect(heading).toBeVisible();
  const old = JSON.stringify({ ...JSON.parse(session ?? ""), expires_at: Math.floor(Date.now() / 1000) });
  await page.evaluate(
    ([name = "", text = ""]) => localStorage.setItem(name, text),
    [SESSION_STORAGE_KEY, old],
  );
  await page.reload({ waitUntil: "commit" });
  await expect(heading).toBeVisible();
  expect(requested).toEqual([]);
});
