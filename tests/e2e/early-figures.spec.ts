import type { Page } from "@playwright/test";
import { layoutShift, MOST_SHIFT } from "./layout-shift.ts";
import { expect, giveSession, test } from "./support.ts";

const figure = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("the large figures appear before the page's code, which then needs no client and requests nothing twice", async ({
  page,
}) => {
  await giveSession(page);
  // However long the page's code takes here, the early responses don't become too old for it.
  await page.clock.setFixedTime(Date.now());
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  const client = Promise.withResolvers<void>();
  await page.route("**/assets/supabase.client-*.js", async (route) => {
    await client.promise;
    await route.continue();
  });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "commit" });
  const shown = ["API Requests", "Response Time", "Error Rate", "Account Balance"];
  const early = shown.map((title) => figure(page, title).locator("[data-known]"));
  for (const place of early) await expect(place).toContainText(/\d/);
  const texts = await Promise.all(early.map((place) => place.innerText()));
  await expect(page.getByText("Account:")).toBeHidden();

  code.resolve();
  await expect(page.getByText(/^requests in the last/)).toBeVisible();
  await expect(page.locator("[data-early]")).toHaveCount(0);
  for (const [at, title] of shown.entries()) await expect(figure(page, title)).toContainText(texts[at] ?? "");
  expect(await layoutShift(page)).toBeLessThanOrEqual(MOST_SHIFT);
  await expect(page.getByText("Account: Free")).toBeVisible();
  // All of it without the identity provider's client.
  client.resolve();
  for (const path of ["figures", "figures/breakdown", "account/balance", "account/runway", "keys"]) {
    expect(
      requested.filter((one) => one === `/api/${path}`),
      path,
    ).toHaveLength(1);
  }
});
