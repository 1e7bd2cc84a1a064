import type { Page } from "@playwright/test";
import { menuMessages } from "#app/features/command-menu/messages.ts";
import { newFundedUser } from "./accounts.ts";
import { closeByEscape, expect, expectLoaded, signIn, test } from "./support.ts";

const menu = (page: Page) => page.getByRole("dialog", { name: menuMessages.name });
const field = (page: Page) => menu(page).getByRole("combobox");

async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
}

test("the command menu, opened while it or another dialog is closing, starts fresh and keeps what is typed", async ({
  page,
}) => {
  await signIn(page, await newFundedUser("menu-slow"));
  await expectLoaded(page);
  const client = await page.context().newCDPSession(page);
  await client.send("Animation.enable");
  await client.send("Animation.setPlaybackRate", { playbackRate: 0.1 });
  await openMenu(page);
  await page.keyboard.type("dark");
  await page.keyboard.press("Escape");
  await openMenu(page);
  await expect(field(page)).toHaveValue("");

  await page.keyboard.type("create");
  const create = menu(page).getByRole("option", { name: /^Create API Key/ });
  await expect(create).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Create New API Key", includeHidden: true });
  await expect(form.getByLabel("Name")).toBeFocused();
  await closeByEscape(page, form);
  await openMenu(page);
  await page.keyboard.type("bil");
  await expect(form).toHaveCount(0);
  await page.keyboard.type("ling");
  await expect(field(page)).toHaveValue("billing");
});
