import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { keyUsageMessages } from "#app/features/key-usage/messages.ts";
import { createKey, newFundedUser, type User } from "./accounts.ts";

export const COMPLETION = { object: "chat.completion", model: "demo-small" };

export const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The output of a shell for pasted text. */
export async function pasted(text: string, env: Record<string, string> = {}): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  const { stdout } = await promisify(execFile)("bash", ["-c", text], options);
  return stdout;
}

export async function userWithKey(name: string): Promise<{ user: User; key: string }> {
  const user = await newFundedUser(name);
  return { user, key: await createKey(user, "Production") };
}

/** Records what a key's page shows while it goes from no request to one: it should change only once. */
export const watch = (page: Page) =>
  page.evaluate((none) => {
    const titled = (name: string) =>
      [...document.querySelectorAll("main section")].find(
        (section) => section.querySelector("h2, h3")?.textContent === name,
      );
    const now = () => {
      if (document.querySelector("main")?.textContent?.includes(none)) return "none";
      const figure = titled("API Requests")?.querySelector("p")?.textContent ?? "no figure";
      return `${figure}, ${document.querySelectorAll("main tbody time").length} listed`;
    };
    const seen = [now()];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (now() !== seen.at(-1)) seen.push(now());
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, keyUsageMessages.noRequests);
export const seenBy = (page: Page) =>
  page.evaluate(() => (window as { seen?: string[] }).seen ?? ["a reload"]);
