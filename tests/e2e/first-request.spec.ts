import type { Page } from "@playwright/test";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";
import { keyMessages, nextStepMessages } from "#app/features/keys/messages.ts";
import { usageLogMessages } from "#app/features/usage-log/messages.ts";
import { paths } from "#app/lib/paths.ts";
import type { UsageResponse } from "#core/contract/usage.ts";
import { get } from "./accounts.ts";
import { COMPLETION, card, clipboard, pasted, seenBy, userWithKey, watch } from "./first-request-support.ts";
import { linkMailedTo } from "./mail.ts";
import { confirmAddress, newAddress, open, signUp } from "./sign-up-support.ts";
import { expect, giveSession, test } from "./support.ts";
import { storedKey } from "./usage-support.ts";

/** Counts presses of the pointer from now on, on every page that is opened. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction("notePress", () => {
    presses += 1;
  });
  await page.addInitScript(() => {
    const { notePress } = window as unknown as { notePress: () => void };
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && notePress(), true);
  });
  return () => presses;
}

test("from signing up to the first response, for free, it takes seven clicks and one paste", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const presses = await countPresses(page);
  const email = newAddress("quick");
  await open(page);
  await signUp(page, email);
  await expect(page.getByRole("status").filter({ hasText: /Account created/ })).toBeVisible();
  await page.goto(await linkMailedTo(email));
  await confirmAddress(page);
  const clickInMail = 1;
  await page.getByRole("link", { name: "Create Test Key" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: "Test key" })).toBeChecked();
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  const step = page.getByRole("region", { name: nextStepMessages.title });
  await expect(step.getByText(nextStepMessages.waiting)).toBeVisible();
  await step.getByRole("button", { name: "Copy sample request" }).click();
  const command = await clipboard(page);
  expect(JSON.parse(await pasted(command))).toMatchObject({ object: "chat.completion" });
  await expect(step.getByText(nextStepMessages.arrived)).toBeVisible();
  expect(presses() + clickInMail).toBeLessThanOrEqual(7);

  const [key = "no key"] = /lkt_[0-9A-Za-z]{49}/.exec(command) ?? [];
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect([page.url(), stored].filter((text) => text.includes(key))).toEqual([]);
  await step.getByRole("link", { name: nextStepMessages.receipt }).click();
  await expect(page.getByRole("dialog", { name: usageLogMessages.receipt })).toContainText(
    "/v1/chat/completions",
  );
});

test("a key's first request appears on its page without a reload, and its cost in the log and on the dashboard", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { user, key } = await userWithKey("live");
  const { publicId } = await storedKey(user, "Production");
  await giveSession(page, user);
  await page.goto(paths.keyUsage(publicId));
  await expect(page.getByRole("heading", { name: keyUsageMessages.noRequests })).toBeVisible();
  await page.getByRole("button", { name: "Copy sample request" }).click();
  const command = await clipboard(page);
  await watch(page);

  expect(JSON.parse(await pasted(command.replace("YOUR_API_KEY", key)))).toMatchObject(COMPLETION);
  const log = card(page, usageLogMessages.log).locator("tbody tr:has(time)");
  await expect(log).toHaveCount(1);
  await expect(log).toContainText("/v1/chat/completions");
  await expect(card(page, "API Requests").locator("p").first()).toHaveText("1");
  await expect(page.getByText(keyMessages.neverUsed)).toHaveCount(0);
  expect(await seenBy(page)).toEqual(["none", "1, 1 listed"]);
  const { items } = await get<UsageResponse>(user, "/api/usage");
  const cost = items[0]?.cost ?? 0;
  expect(cost).toBeGreaterThan(0);
  await expect(log).toContainText(`$${cost.toFixed(6)}`);
  await page.goto(paths.dashboard);
  const spend = page.getByRole("listitem").filter({ hasText: "ProductionRequests 1" });
  await expect(spend).toHaveAttribute("title", new RegExp(`^Production · \\$${cost.toFixed(6)} · `));
});
