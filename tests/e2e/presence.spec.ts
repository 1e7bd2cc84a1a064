import type { Session } from "@supabase/supabase-js";
import { presenceMessages as words } from "#app/features/presence/messages.ts";
import { FAILED_RESOURCE } from "./login-support.ts";
import { CODE, refuseCode } from "./missing-code.ts";
import { SETTINGS } from "./paying.ts";
import { agedSession, confirming, creating, fillToken, openWith, submitToken } from "./presence-support.ts";
import { section } from "./settings.ts";
import { browserOf, expect, expectNoAxeViolations, newSession, newUser, stack, test } from "./support.ts";

const browser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const thiefsBrowser = browserOf({ expectedErrors: [FAILED_RESOURCE] });
const statusOf = async ({ access_token }: Session, route: string) => {
  const [method = "", path] = route.split(" ");
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const body = method === "GET" ? null : "{}";
  const response = await fetch(`${stack.web}${path}`, { method, headers, body });
  const { code } = (await response.json()) as { code?: string };
  return `${response.status} ${code ?? ""}`;
};

test("whoever stole a session gets nothing lasting out of it, and loses it when the owner confirms", async () => {
  const [page, thief] = [browser(), thiefsBrowser()];
  const user = await newUser("stolen");
  const session = await agedSession((await newSession(user)).session);
  await openWith(thief, session, "/profile");
  const question = await submitToken(thief);
  await question.getByLabel("Password", { exact: true }).fill("a guess");
  await question.getByRole("button", { name: words.confirm }).click();
  await expect(question.getByText(words.wrongPassword)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(creating(thief).getByRole("alert")).toContainText("Confirm that it's you");
  await thief.goto(SETTINGS);
  await thief.getByRole("button", { name: "Add card" }).click();
  await confirming(thief).getByRole("button", { name: "Cancel" }).click();
  await expect(thief).toHaveURL(new RegExp(`^${stack.web}/billing`));
  for (const route of [
    "POST /api/tokens",
    "POST /api/payment-method",
    "POST /api/account/recovery-codes",
    "PUT /api/auto-top-up",
    "DELETE /api/account",
  ])
    expect([route, await statusOf(session, route)]).toEqual([route, "403 presence_required"]);

  // The owner, in the same session and in two tabs.
  await openWith(page, session, "/profile");
  const secondTab = await page.context().newPage();
  await secondTab.goto("/usage");
  const dialog = await submitToken(page);
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(creating(page)).toBeVisible();
  await creating(page).getByRole("button", { name: "Create token" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Copy your access token" })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(section(page, "Active sessions").getByText("This device")).toHaveCount(1);
  await expect(section(page, "Active sessions").getByRole("listitem")).toHaveCount(1);
  await secondTab.getByRole("link", { name: "API Keys" }).first().click();
  await expect(secondTab.getByText("Showing 0 active keys")).toBeVisible();
  await expect(secondTab).toHaveURL(/\/api-keys$/);
  expect(await statusOf(session, "POST /api/tokens")).toBe("401 unauthorized");
});

test("without its code, the form says that the dialog couldn't be loaded, and the next attempt loads it", async () => {
  const page = browser();
  const user = await newUser("presence-code");
  await openWith(page, await agedSession((await newSession(user)).session), "/profile");
  const submit = await fillToken(page);
  await page.route(CODE, refuseCode);
  const refused = page.waitForResponse("**/api/tokens");
  await submit.click();
  expect((await refused).status()).toBe(403);
  await expect(creating(page).getByRole("alert")).toContainText("couldn’t be loaded");
  await page.unroute(CODE);
  await submit.click();
  await expect(confirming(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(creating(page).getByLabel("Name")).toHaveValue("Weekly report");
});
