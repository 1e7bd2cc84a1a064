import type { Page } from "@playwright/test";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import { expect, giveSession, holdBack, stack, test } from "./support.ts";

const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name });
const bell = button(/^Notifications/);
const account = button("My Account");
const search = button(menuMessages.placeholder);
const range = button(/^Time range/);
const heading = (page: Page) => page.getByRole("heading", { name: "Dashboard", level: 1 });
const openMenu = (page: Page) => page.getByRole("dialog", { name: menuMessages.name });
const pressShortcut = (page: Page) => page.keyboard.press("ControlOrMeta+k");

/** Shows the dashboard as the server renders it. @returns a function that lets its code load. */
async function openWithoutCode(page: Page): Promise<() => Promise<void>> {
  await page.unrouteAll();
  const release = await holdBack(page, "**/assets/entry.client-*");
  await page.goto("/", { waitUntil: "commit" });
  await expect(heading(page)).toBeVisible();
  return release;
}

/** Counts the clicks that neither a pointer nor a key made. */
const countGiven = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener(
      "click",
      ({ isTrusted }) => {
        const { dataset } = document.documentElement;
        if (!isTrusted) dataset.given = String(Number(dataset.given ?? 0) + 1);
      },
      true,
    );
  });
const given = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.given ?? 0));

const takesInput = (page: Page) =>
  expect
    .poll(() => search(page).evaluate((element) => Object.keys(element).join()))
    .toContain("__reactFiber");

/** React reads the document in one task and hydrates it in a later one, which can take long on a busy machine. */
const slowTasks = (page: Page) =>
  page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      setTimeout(() => Reflect.apply(post, this, message), 300);
    };
  });

test("a click before hydration takes effect once the page is interactive", async ({ page }) => {
  await slowTasks(page);
  await page.goto("/login", { waitUntil: "commit" });
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  await expect(async () => {
    await page.getByRole("heading", { level: 1 }).click();
    expect(await submit.isEnabled()).toBe(true);
  }).toPass({ intervals: [5], timeout: 15_000 });
});

test("the last press before hydration opens its part afterwards, and only once", async ({ page }) => {
  await countGiven(page);
  await giveSession(page);
  const parts = [
    { press: () => bell(page).click(), opened: page.getByRole("dialog", { name: "Notifications" }) },
    { press: () => account(page).click(), opened: page.getByRole("menuitem", { name: "Sign Out" }) },
    { press: () => range(page).click(), opened: page.getByRole("dialog", { name: "Choose a time range" }) },
    { press: () => pressShortcut(page), opened: openMenu(page) },
  ];
  for (const [index, { press, opened }] of parts.entries()) {
    const release = await openWithoutCode(page);
    const before = parts[index - 1];
    await before?.press();
    await press();
    await release();
    await expect(opened).toBeVisible();
    if (before) await expect(before.opened).toHaveCount(0);
    expect(await given(page)).toBe(1);
  }
});

test("going back during hydration works", async ({ page }) => {
  await giveSession(page);
  await page.goto("/");
  await range(page).click();
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
  await expect(range(page)).toHaveText("Time range: Last 24 hours");
  await expect(page.getByText("requests in the last 24 hours")).toBeVisible();
});

test("text typed before hydration stays when the session turns out to have ended", async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem("latchkey-session-ended", "ended earlier@example.com"),
  );
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  for (const typed of ["", stack.demo.email]) {
    const release = await holdBack(page, "**/assets/entry.client-*");
    await page.goto("/login", { waitUntil: "commit" });
    await password.fill(stack.demo.password);
    await email.fill(typed);
    await release();
    await expect(page.getByText("Your session ended")).toBeVisible();
    await expect(email).toHaveValue(typed);
    await expect(password).toHaveValue(stack.demo.password);
    await page.unrouteAll();
  }
});

test("a button whose content changes between press and release is clicked", async ({ page }) => {
  await giveSession(page);
  const release = await holdBack(page, "**/assets/shell-*.js");
  await page.goto("/documentation/authentication");
  await takesInput(page);
  await account(page).hover();
  await page.mouse.down();
  await release();
  await expect(account(page)).toContainText("@");
  await page.mouse.up();
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
});

test("an early press does nothing when it is undone, or when its button is gone", async ({ page }) => {
  await countGiven(page);
  await giveSession(page);
  const ends = [
    () => page.keyboard.press("Escape"),
    // A button of the outline, which the page replaces.
    () => button("Refresh")(page).click({ force: true }),
  ];
  for (const end of ends) {
    const release = await openWithoutCode(page);
    await bell(page).click();
    await end();
    await release();
    await expect(page.getByText("Loading analytics")).toHaveCount(0);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await given(page)).toBe(0);
  }
});

/** Shows the dashboard's outline, which takes input. @returns a function that lets the session be renewed. */
async function openWithExpiredSession(page: Page): Promise<() => void> {
  await giveSession(page);
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? "");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, SESSION_STORAGE_KEY);
  const release = await holdBack(page, "**/auth/v1/token*");
  await page.goto("/");
  await takesInput(page);
  return release;
}

test("a menu opened while the session is renewed stays open", async ({ page }) => {
  const release = await openWithExpiredSession(page);
  await range(page).click();
  await expect(range(page)).toHaveAttribute("data-waiting", "");
  await release();
  await page.getByRole("button", { name: "Last 7 days", exact: true }).click();
  await expect(page).toHaveURL("/?range=7d");
});

test("the shortcut opens the menu while the session is still being renewed", async ({ page }) => {
  const release = await openWithExpiredSession(page);
  await pressShortcut(page);
  await release();
  await expect(openMenu(page)).toBeVisible();
});
