import { brokenServer, FAILED_RESOURCE, openBudgets, openOneKey, tried } from "./keys-support.ts";
import { expect, expectReadable, test } from "./support.ts";

const TRIAL = "**/api/keys/*/budgets/trial";

test.use({ expectedErrors: [FAILED_RESOURCE] });

test("the budgets' dialog is readable at every width, and keeps its height when the preview fails and is retried", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOneKey(page, "notrial");
  const failure = Promise.withResolvers<void>();
  await page.route(TRIAL, async (route) => {
    await failure.promise;
    await route.fulfill(brokenServer);
  });
  const dialog = await openBudgets(page);
  const height = async () => Math.round((await dialog.boundingBox())?.height ?? 0);
  const before = await height();
  failure.resolve();
  await expect(dialog.getByRole("alert")).toHaveText("Couldn’t load this estimate.");
  expect(await height()).toBe(before);
  await page.unroute(TRIAL);
  await dialog.getByRole("button", { name: "Try Again" }).click();
  await expect(dialog.getByText("$0.00 today")).toBeVisible();
  expect(await height()).toBe(before);
  await dialog.getByLabel("Per day").fill("1000000");
  await expect(tried(dialog, "Per day").getByRole("cell")).toHaveText(["$0.00", "0", "0"]);
  expect(await height()).toBe(before);

  await dialog.getByLabel("Per week").fill("0.000001");
  await dialog.getByLabel("Per month").fill("1,50");
  await dialog.getByLabel("Per day").focus();
  await expect(tried(dialog, "Per week").getByRole("cell")).toHaveText(["$0.00", "0", "0"]);
  for (const width of [1280, 390, 320]) {
    await expectReadable(page, [width]);
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  }
});
