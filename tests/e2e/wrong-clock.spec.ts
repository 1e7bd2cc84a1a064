import type { Page } from "@playwright/test";
import { authMessages } from "#app/features/auth/messages.ts";
import { dashboard } from "./login-support.ts";
import { expireToken, FAILED_RESOURCE } from "./settings.ts";
import { expect, fillSignIn, giveSession, newUser, test } from "./support.ts";

test.use({ expectedErrors: [FAILED_RESOURCE] });

const MINUTE_MS = 60_000;
const RENEWAL = /\/auth\/v1\/token\?grant_type=refresh_token/;

/** Counts the renewals of the browser's session from now on. */
function renewals(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (RENEWAL.test(request.url()) && request.method() === "POST") count += 1;
  });
  return () => count;
}

for (const minutes of [70, -70]) {
  test(`a clock that is ${minutes} minutes off changes nothing`, async ({ page }) => {
    const user = await newUser("clock");
    await page.clock.install({ time: Date.now() + minutes * MINUTE_MS });
    const count = renewals(page);
    await page.goto("/login");
    await fillSignIn(page, user);
    await expect(dashboard(page)).toBeVisible();
    await page.clock.runFor(6 * MINUTE_MS);
    await page.goto("/api-keys");
    await expect(page.getByText("Showing 0 active keys")).toBeVisible();
    await page.clock.runFor(6 * MINUTE_MS);
    await expect(page.getByText("Showing 0 active keys")).toBeVisible();
    expect(count()).toBe(0);

    // A session that was received under another clock is renewed at most once.
    await giveSession(page, user);
    await page.goto("/api-keys");
    await expect(page.getByText("Showing 0 active keys")).toBeVisible();
    await page.clock.runFor(6 * MINUTE_MS);
    expect(count()).toBeLessThanOrEqual(1);
    await expect(page.getByText(authMessages.sessionEnded.title)).toHaveCount(0);
  });
}

test("a session outlives a provider that has too many requests", async ({ page }) => {
  await giveSession(page, await newUser("busy"));
  await page.goto("/terms");
  await expireToken(page);
  const count = renewals(page);
  await page.route(RENEWAL, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 429,
          headers: { "access-control-allow-origin": "*" },
          json: { code: 429, error_code: "over_request_rate_limit", msg: "Slow down" },
        })
      : route.continue(),
  );
  await page.goto("/api-keys");
  await expect(page.getByText("Showing 0 active keys")).toBeVisible();
  await page.unroute(RENEWAL);
  const before = count();
  expect(before).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByText("Showing 0 active keys")).toBeVisible();
  await expect.poll(count).toBe(before + 1);
});
