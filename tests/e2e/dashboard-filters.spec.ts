import type { Page } from "@playwright/test";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { statusName } from "#app/lib/http-status.ts";
import { createKey, type User } from "./accounts.ts";
import { expect, signIn, test } from "./support.ts";
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

test("filtering by key and endpoint applies to every figure, stays in the address, and Back undoes it", async ({
  page,
}) => {
  const { user, production } = await twoKeys("filters");
  await signIn(page, user);
  await expect(total(page)).toHaveText("43");
  await expect(card(page, "API Requests")).toContainText(/Daily request limit.*10,000$/);
  await rowsOf(page).getByRole("link", { name: "Production" }).click();
  await expect(page).toHaveURL(`/?key=${production}`);
  await expect(total(page)).toHaveText("33");
  await expect(card(page, "API Requests")).toContainText("1 per hour on average");
  await expect(card(page, refusalMessages.title).getByRole("listitem")).toHaveText([`${statusName("429")}3`]);

  await card(page, "Top Endpoints").getByRole("link", { name: CHAT }).press("Enter");
  await expect(total(page)).toHaveText("30");
  await expect(chips(page)).toHaveText(["KeyProduction", `Endpoint${CHAT}`]);
  await expect(rowsOf(page)).toHaveText([row("Production", 30, "$3.00", "100.0%")]);

  await page.reload();
  await expect(total(page)).toHaveText("30");
  await page.getByRole("link", { name: "Remove the key filter" }).press("Enter");
  await expect(chips(page)).toHaveText([`Endpoint${CHAT}`]);
  await expect(page.getByRole("group", { name: "Filters" })).toBeFocused();
  await page.goBack();
  await expect(chips(page)).toHaveCount(2);
  await page.goBack();
  await expect(total(page)).toHaveText("33");
  await page.goBack();
  await expect(total(page)).toHaveText("43");
  await expect(chips(page)).toHaveCount(0);
});
