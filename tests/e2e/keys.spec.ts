import { keyMessages } from "#app/features/keys/messages.ts";
import { FULL_KEY, newFundedUser } from "./accounts.ts";
import { openCreateDialog, openKeys, openOneKey, rowOf } from "./keys-support.ts";
import { expect, test, toasts } from "./support.ts";

// As the specification has them.
const COPIED_FOR_MS = 2_000;
/** As long as a name can be, and nothing to break it at. */
const LONG_NAME = "W".repeat(100);

/** How far the text of an element goes beyond its right edge, in pixels. */
function beyondItsCard(card: Element): number {
  const text = document.createRange();
  text.selectNodeContents(card);
  return text.getBoundingClientRect().right - card.getBoundingClientRect().right;
}

test("Copy puts the whole key on the clipboard and says “Copied” for two seconds", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  const { key } = await openOneKey(page, "copy");
  const copy = rowOf(page, "Production").getByRole("button", { name: /^Cop(y|ied)$/ });
  await page.clock.pauseAt(Date.now() + 1_000);
  await copy.click();
  await expect(copy).toHaveText("Copied");
  await expect(toasts(page)).toContainText(keyMessages.copied.title);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.clock.runFor(COPIED_FOR_MS - 1);
  await expect(copy).toHaveText("Copied");
  await page.clock.runFor(1);
  await expect(copy).toHaveText("Copy");
});

test("only creating and revealing return a full key, and the browser stores none", async ({ page }) => {
  const user = await newFundedUser("responses");
  const holders = new Set<string>();
  const reading: Promise<unknown>[] = [];
  page.on("response", (response) => {
    const note = (body: string) => {
      const address = new URL(response.url()).pathname.replace(/\/key_\w+|\/[0-9a-f-]{20,}/, "/{id}");
      if (FULL_KEY.test(body)) holders.add(`${response.request().method()} ${address}`);
    };
    // The body of a redirect, or of a page that was left, cannot be read.
    reading.push(response.text().then(note, () => undefined));
  });
  await openKeys(page, user);
  const dialog = await openCreateDialog(page);
  await dialog.getByLabel("Name").fill(LONG_NAME);
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expect(rowOf(page, LONG_NAME)).toBeVisible();
  await expect(toasts(page)).toContainText(LONG_NAME);
  expect(await toasts(page).evaluate(beyondItsCard)).toBeLessThanOrEqual(0);
  await page.getByRole("switch", { name: "Mask API Keys" }).click();
  await expect(rowOf(page, LONG_NAME)).toContainText(FULL_KEY);
  await page.reload();
  await expect(rowOf(page, LONG_NAME)).toBeVisible();
  await Promise.all(reading);
  expect([...holders].sort()).toEqual(["POST /api/keys", "POST /api/keys/{id}/reveal"]);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location]),
  );
  expect(kept).not.toMatch(FULL_KEY);
});
