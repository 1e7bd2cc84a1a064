import type { Page } from "@playwright/test";
import { paths } from "#app/lib/paths.ts";
import { expect, holdBack, stack, test } from "./support.ts";

/** Opens a page as the server renders it. @returns a function that lets its code load. */
async function openWithoutCode(page: Page, address: string): Promise<() => Promise<void>> {
  await page.unrouteAll();
  const release = await holdBack(page, "**/assets/entry.client-*");
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return release;
}

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
