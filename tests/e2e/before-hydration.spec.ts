import type { Page } from "@playwright/test";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { paths } from "#app/lib/paths.ts";
import { expect, giveSession, holdBack, stack, test } from "./support.ts";

// `clicked-early.full.spec.ts` has the cases in between: a page half way to its input.

/** Opens a page as the server renders it. @returns a function that lets its code load. */
async function openWithoutCode(page: Page, address: string): Promise<() => Promise<void>> {
  await page.unrouteAll();
  const release = await holdBack(page, "**/assets/entry.client-*");
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
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

test("the last press before hydration takes effect afterwards, and only once, unless it is undone", async ({
  page,
}) => {
  await countGiven(page);
  await giveSession(page);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  let release = await openWithoutCode(page, paths.dashboard);
  await bell.click();
  await page.getByRole("button", { name: "My Account" }).click();
  await release();
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeVisible();
  await expect(notifications).toHaveCount(0);
  expect(await given(page)).toBe(1);

  release = await openWithoutCode(page, paths.dashboard);
  await page.keyboard.press("ControlOrMeta+k");
  await release();
  await expect(page.getByRole("dialog", { name: menuMessages.name })).toBeVisible();
  expect(await given(page)).toBe(1);

  release = await openWithoutCode(page, paths.dashboard);
  await bell.click();
  await page.keyboard.press("Escape");
  await release();
  await expect(page.getByText("Loading analytics")).toHaveCount(0);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await given(page)).toBe(0);
  await expect(notifications).toHaveCount(0);
});

test("text typed before hydration stays when the session turns out to have ended", async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem("latchkey-session-ended", "ended earlier@example.com"),
  );
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  for (const typed of ["", stack.demo.email]) {
    const release = await openWithoutCode(page, paths.login);
    await password.fill(stack.demo.password);
    await email.fill(typed);
    await release();
    await expect(page.getByText("Your session ended")).toBeVisible();
    await expect(email).toHaveValue(typed);
    await expect(password).toHaveValue(stack.demo.password);
  }
});
