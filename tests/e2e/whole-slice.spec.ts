import { expect, signIn, stack, test } from "./support.ts";

test("a developer signs in and sees 30 days of usage that the cron rolled up", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login/);
  await signIn(page);
  expect((await fetch(stack.cron)).status).toBe(200);

  await page.getByRole("button", { name: /^Time range/ }).click();
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await expect(page).toHaveURL(/range=30d/);
  await expect(page.getByText("requests in the last 30 days")).toBeVisible();
  const responsePromise = page.waitForResponse((response) => /\/api\/figures\?/.test(response.url()));
  await page.getByRole("button", { name: "Refresh" }).click();
  const { total_requests, series } = await (await responsePromise).json();
  expect(total_requests).toBeGreaterThan(15_000);
  expect(series.filter((point: { requests: number }) => point.requests > 0).length).toBeGreaterThanOrEqual(
    30,
  );
  await expect(page.getByText(total_requests.toLocaleString("en-US"), { exact: true }).first()).toBeVisible();
  await expect(page.getByText("/v1/chat/completions")).toBeVisible();

  await page.getByText("View as table").click();
  await expect(page.getByRole("row").filter({ hasText: /\d/ })).not.toHaveCount(0);
});
