import type { Page } from "@playwright/test";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { expect, giveSession, holdBack, test } from "./support.ts";

const account = (page: Page) => page.getByRole("button", { name: "My Account" });
const rangeOf = (page: Page) => page.getByRole("button", { name: /^Time range/ });

/** React reads the document in one task and hydrates it in a later one, which can take long on a busy machine. */
const slowTasks = (page: Page) =>
  page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, message), 300);
    };
  });

test("going back during hydration works", async ({ page }) => {
  await giveSession(page);
  await page.goto("/");
  await rangeOf(page).click();
  await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
  await expect(page).toHaveURL("/?range=7d");
  await slowTasks(page);
  await page.addInitScript(() => {
    let router: unknown;
    Object.defineProperty(window, "__remixRouter", {
      get: () => router,
      set(made: unknown) {
        router = made;
        history.back();
      },
    });
  });
  await page.reload();
  await expect(page).toHaveURL("/?range=24h");
  await expect(rangeOf(page)).toHaveText("Time range: Last 24 hours");
  await expect(page.getByText("requests in the last 24 hours")).toBeVisible();
});

test("a press during hydration leaves the page working", async ({ page }) => {
  await giveSession(page);
  await slowTasks(page);
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      if (document.documentElement.dataset.hydrated !== undefined) clearInterval(timer);
      document.querySelector("h1")?.click();
    }, 10);
  });
  await page.goto("/");
  await rangeOf(page).click();
  await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
  await expect(page).toHaveURL("/?range=7d");
});

test("a button whose content changes between press and release is clicked", async ({ page }) => {
  await giveSession(page);
  const release = await holdBack(page, "**/assets/shell-*.js");
  await page.goto("/documentation/authentication");
  await account(page).hover();
  await page.mouse.down();
  await release();
  await expect(account(page)).toContainText("@");
  await page.mouse.up();
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
});

test("the command menu opens while the session is renewed, and stays open", async ({ page }) => {
  await giveSession(page);
  await page.goto("/favicon.svg");
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION_STORAGE_KEY);
  const release = await holdBack(page, "**/auth/v1/token*");
  await page.goto("/");
  await page.keyboard.press("ControlOrMeta+k");
  await release();
  await expect(page.getByRole("dialog", { name: menuMessages.name })).toBeVisible();
});
