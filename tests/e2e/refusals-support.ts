import type { Page } from "@playwright/test";
import { refusalMessages } from "#app/features/refusals/messages.ts";
import { createKey, get, newFundedUser, type User } from "./accounts.ts";
import { expect, giveSession, stack } from "./support.ts";
import { storedKey } from "./usage-support.ts";

export const chat = (key: string, model = "demo-small") =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] }),
  });

export const banner = (page: Page) => page.getByRole("status").filter({ hasText: "refused since" });
export const card = (page: Page) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: refusalMessages.title }) });

/** A funded user with one successful request, and the dashboard open. */
export async function working(page: Page, name: string): Promise<{ user: User; key: string; id: string }> {
  const user = await newFundedUser(name);
  const key = await createKey(user, "Production");
  expect((await chat(key)).status).toBe(200);
  await giveSession(page, user);
  await page.goto("/");
  await expect(card(page)).toContainText("No errors or refusals");
  return { user, key, id: (await storedKey(user, "Production")).publicId };
}

export const expectNoticed = (user: User, title: RegExp) =>
  expect(async () => {
    const { items } = await get<{ items: { title: string }[] }>(user, "/api/notifications");
    expect(items.filter((item) => title.test(item.title))).toHaveLength(1);
  }).toPass();
