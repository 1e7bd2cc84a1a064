import type { Page } from "@playwright/test";
import { keyMessages } from "#app/features/keys/messages.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { createButton } from "./keys-support.ts";
import { closeByEscape, expect, expectLoaded, giveSession, test, toasts } from "./support.ts";
import { newUserWithKey, recordRequests } from "./usage-support.ts";

/**
 * Does what Chrome does when it translates a page: each text node gives way to a text in two <font> elements, and so
 * does each that appears later. The words stay the same, in marks. Runs in the page.
 */
function translate(start: "once React is there" | "before React"): void {
  const UNTOUCHED = "[translate=no], script, style, textarea, font, svg";
  const translateAll = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data.trim() === "" || text.parentElement?.closest(UNTOUCHED)) continue;
      const font = document.createElement("font");
      font.appendChild(document.createElement("font")).textContent = `«${text.data}»`;
      text.replaceWith(font);
    }
  };
  const begin = () => {
    translateAll();
    new MutationObserver(translateAll).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  };
  if (start === "before React") {
    document.addEventListener("DOMContentLoaded", begin);
    return;
  }
  const waiting = new MutationObserver(() => {
    if (document.documentElement.dataset.hydrated === undefined) return;
    waiting.disconnect();
    begin();
  });
  document.addEventListener("DOMContentLoaded", () =>
    waiting.observe(document.documentElement, { attributes: true }),
  );
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name: `«${name}»`, level: 1 });

/** The words of the page without the marks of a translation, and without times of day. */
async function choicesOf(page: Page): Promise<string> {
  await expectLoaded(page);
  const text = await page.getByRole("main").innerText();
  return text
    .replaceAll(/[«»]/g, "")
    .replaceAll(/\d+:\d\d(:\d\d)?/g, "time")
    .replaceAll(/\s+/g, " ");
}

/** Opens the translated dashboard of a user with usage, and compares its words with those of an untranslated one. */
async function openDashboard(page: Page, start: Parameters<typeof translate>[0]) {
  const { user, key } = await newUserWithKey("translated");
  await recordRequests(key, 12);
  await recordRequests(key, 30, { agoMs: 3 * DAY_MS });
  await giveSession(page, user);
  const untranslated = await page.context().newPage();
  await page.addInitScript(translate, start);
  await page.goto("/");
  await expect(heading(page, "Dashboard")).toBeVisible();
  return {
    async chooseRange(range: string, name: string): Promise<void> {
      await page.getByRole("button", { name: "Time range" }).click();
      await page.getByRole("button", { name }).click();
      await expect(page).toHaveURL(`/?range=${range}`);
      await untranslated.goto(`/?range=${range}`);
      await expect(async () => expect(await choicesOf(page)).toBe(await choicesOf(untranslated))).toPass();
    },
  };
}

test("a translated page shows the new figures after each change, in dialogs and on other pages too", async ({
  page,
}) => {
  const { chooseRange } = await openDashboard(page, "once React is there");
  await chooseRange("7d", "Last 7 days");
  await chooseRange("24h", "Last 24 hours");

  await page.getByRole("link", { name: "API Keys" }).first().click();
  await expect(heading(page, "API Keys")).toBeVisible();
  await expect(page.getByText("Showing 1 active key")).toBeVisible();
  await createButton(page).click();
  const dialog = page.getByRole("dialog");
  await closeByEscape(page, dialog);
  await createButton(page).click();
  await dialog.getByLabel("Name").fill("Staging");
  await dialog.getByRole("button", { name: "Create API Key" }).click();
  await expect(toasts(page)).toContainText(keyMessages.created.title);
  await expect(page.getByText("Showing 2 active keys")).toBeVisible();
  await page.getByRole("button", { name: "Revoke Staging" }).click();
  await dialog.getByRole("button", { name: "Revoke API Key" }).click();
  await expect(toasts(page)).toContainText(keyMessages.revoked.title);
  await expect(page.getByText("Showing 1 active key")).toBeVisible();
  await page.goBack();
  await expect(heading(page, "Dashboard")).toBeVisible();
});

test.describe("a page that is translated before React is there", () => {
  // React renders the page again if it finds another text than the server's.
  test.use({ expectedErrors: [/Minified React error #4(18|2\d)/] });

  test("works", async ({ page }) => {
    const { chooseRange } = await openDashboard(page, "before React");
    await chooseRange("7d", "Last 7 days");
  });
});
