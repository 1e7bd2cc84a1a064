import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { docsMessages } from "#app/features/docs/messages.ts";
import { DESCRIPTIONS } from "#app/lib/documentation/descriptions.ts";
import { CHARGES, TOPICS } from "#app/lib/documentation/topics.ts";
import { paths } from "#app/lib/paths.ts";
import { createKey, get, newFundedUser } from "./accounts.ts";
import { expect, expectLoaded, giveSession, holdBack, newUser, stack, test } from "./support.ts";

const AUTHENTICATION = paths.documentationTopic("authentication");
/** Has two samples in each language. */
const ROTATING_KEYS = paths.documentationTopic("rotating-keys");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Topics", exact: true }).getByRole("link", { name, exact: true });
const inNavigation = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Documentation", exact: true })
    .getByRole("link", { name, exact: true });
const article = (page: Page) => page.getByRole("article");
const section = (page: Page, name: string) => article(page).getByRole("heading", { name, exact: true });
const contents = (page: Page) => page.getByRole("complementary", { name: "On this page" });
const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const back = (page: Page) => page.getByRole("link", { name: /^Back to/ });
const search = (page: Page) => page.getByRole("searchbox", { name: docsMessages.search });
const results = (page: Page) => page.getByRole("list", { name: "Results" }).getByRole("link");
const sample = (page: Page) => page.getByRole("tabpanel").first();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("a signed-out reader walks from the sign-in page through tabs, guides and links, without a reload, and back", async ({
  page,
}) => {
  await page.goto("/login");
  await page.locator("footer").getByRole("link", { name: "Documentation" }).click();
  await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await expect(tab(page, "Authentication")).toHaveAttribute("aria-current", "page");
  for (const { name, title } of TOPICS.toReversed()) {
    await tab(page, title).click();
    await expect(page).toHaveURL(new RegExp(`/documentation/${name}$`));
    await expect(tab(page, title)).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(DESCRIPTIONS[name], { exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "All errors" }).click();
  await expect(page.getByRole("heading", { name: "Errors and retries", level: 1 })).toBeVisible();
  const shown = JSON.parse(await page.getByRole("figure", { name: "Error" }).innerText());
  await inNavigation(page, CHARGES.title).click();
  await expect(inNavigation(page, CHARGES.title)).toHaveAttribute("aria-current", "page");
  await expect(page.getByText(DESCRIPTIONS.charges, { exact: true })).toBeVisible();
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
  await expect(sidebar(page)).toBeHidden();
  await inNavigation(page, "Authentication").click();
  await expect(back(page)).toHaveText("Back to Login");
  await back(page).click();
  await expect(page).toHaveURL(/\/login$/);

  // The documented error is the one that the API returns.
  const headers = { Authorization: "Bearer YOUR_API_KEY" };
  const response = await fetch(new URL("/v1/keys/self/revoke", stack.web), { method: "POST", headers });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual(shown);
});

test("a signed-in reader keeps the shell, whose links work before the session is known", async ({ page }) => {
  const user = await newUser("reader");
  await giveSession(page, user);
  const release = await holdBack(page, "**/assets/shell-*.js");
  await page.goto(AUTHENTICATION);
  await contents(page).getByRole("link", { name: "Rate limits" }).click();
  await expect(section(page, "Rate limits")).toBeFocused();
  await tab(page, "Integration").click();
  await expect(page).toHaveTitle(/^Integration/);
  await expect(section(page, "Environment variables")).toBeVisible();
  const account = page.getByRole("button", { name: "My Account" });
  await expect(account).not.toContainText(user.email);
  await release();
  await expect(account).toContainText(user.email);
  await expect(sidebar(page).getByRole("link", { name: "Documentation" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("button", { name: "Quick Actions" })).toBeVisible();
  await expect(back(page)).toHaveText("Back to Dashboard");
  await back(page).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "API Keys" }).first().click();
  await page.getByRole("link", { name: "Read the documentation" }).click();
  await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
});

test("the table of contents leads to every section, on a phone folded above the text", async ({ page }) => {
  await page.goto(AUTHENTICATION);
  await expect(page.getByText("The default rate limit is 100 requests per minute")).toBeVisible();
  const titles = await article(page).getByRole("heading").allInnerTexts();
  expect(titles.length).toBeGreaterThan(4);
  await expect(contents(page).getByRole("link")).toHaveText(titles);
  for (const title of titles.toReversed()) {
    await contents(page).getByRole("link", { name: title, exact: true }).click();
    await expect(section(page, title)).toBeInViewport();
    await expect(section(page, title)).toBeFocused();
    expect(new URL(page.url()).hash).toBe(`#${await section(page, title).getAttribute("id")}`);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(contents(page).locator("[aria-current=location]")).toHaveText(titles[0] ?? "");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(contents(page)).toBeHidden();
  const link = page
    .locator("details")
    .filter({ hasText: "On this page" })
    .getByRole("link", { name: "Rate limits" });
  await expect(link).toBeHidden();
  const summary = page.locator("summary").filter({ hasText: "On this page" });
  await summary.click();
  await link.click();
  const chosen = section(page, "Rate limits");
  await expect(chosen).toBeFocused();
  await expect(link).toBeHidden();
  const place = (await chosen.boundingBox())?.y ?? 0;
  const below = await summary.boundingBox();
  expect(place).toBeGreaterThan((below?.y ?? 0) + (below?.height ?? 0));
  await summary.click();
  await expect(link).toBeVisible();
  expect((await chosen.boundingBox())?.y).toBe(place);
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(summary).toBeFocused();
});

test("samples in the chosen language, links and the whole page are copied, and a copied sample works", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const user = await newFundedUser("leaked");
  const key = await createKey(user, "Leaked");
  await page.goto(ROTATING_KEYS);
  await expect(page.locator("body")).not.toContainText("latchkey.example");
  await page.getByRole("tab", { name: "cURL" }).first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Python" }).first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  for (const chosen of await page.getByRole("tab", { name: "TypeScript" }).all())
    await expect(chosen).toHaveAttribute("aria-selected", "true");
  const copy = article(page).getByRole("button", { name: "Copy", exact: true });
  await copy.first().click();
  await expect(article(page).getByRole("button", { name: "Copied" })).toBeVisible();
  const code = await clipboard(page);
  expect(code).toBe(await sample(page).innerText());
  const env = { LATCHKEY_API_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    env,
  });
  expect(stdout).toContain("status: 'revoked'");
  expect(await get<{ status: string }[]>(user, "/api/keys")).toMatchObject([{ status: "revoked" }]);

  await inNavigation(page, "Integration").click();
  await expect(sample(page)).toContainText('import OpenAI from "openai"');
  await page.reload();
  await expect(sample(page)).toContainText('import OpenAI from "openai"');

  await page.goto(AUTHENTICATION);
  await page.getByRole("link", { name: "Copy link to “Rate limits”" }).click();
  await expect(article(page).getByRole("link", { name: "Copied", exact: true })).toBeVisible();
  const address = await clipboard(page);
  expect(address).toBe(`${stack.web}${AUTHENTICATION}#rate-limits`);
  await page.getByRole("button", { name: docsMessages.copyMarkdown }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^# Authentication/);
  await page.goto("about:blank");
  await page.goto(address);
  await expect(section(page, "Rate limits")).toBeInViewport();

  await page.getByRole("button", { name: docsMessages.moreFormats }).click();
  await page.getByRole("menuitem", { name: docsMessages.viewMarkdown }).click();
  await expect(page).toHaveURL(`${AUTHENTICATION}.md`);
  await expect(page.locator("body")).toContainText(`curl ${stack.web}/v1/chat/completions`);
});

test.describe("when requests fail", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the search loads on demand, again after a failure, and leads to a section by keyboard or on a phone", async ({
    page,
  }) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(AUTHENTICATION);
    await expectLoaded(page);
    expect(requested).not.toContain(paths.documentationSections);
    await page.route(`**${paths.documentationSections}`, (route) => route.abort());
    await search(page).fill("key");
    await expect(page.getByRole("status")).toHaveText(docsMessages.searchFailed);
    await page.unrouteAll();
    await search(page).fill("elephant");
    await expect(page.getByRole("status")).toHaveText(docsMessages.noResults("elephant"));
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.getByRole("status")).toHaveCount(0);

    await search(page).fill("retry-after seconds");
    await expect(results(page)).toHaveCount(6);
    await expect(page.getByRole("status")).toHaveText("6 results");
    await page.keyboard.press("ArrowDown");
    await expect(results(page).first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(search(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(results(page)).toHaveCount(0);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("overlap ends");
    await expect(results(page).first()).toContainText("Rotating a key");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/documentation\/rotating-keys#rotating-a-key$/);
    await expect(section(page, "Rotating a key")).toBeFocused();
    await expect(search(page)).toHaveValue("");

    await page.setViewportSize({ width: 390, height: 844 });
    await search(page).fill("disconnect 499");
    await expect(results(page)).not.toHaveCount(0);
    // Above the rest of the page.
    for (const result of await results(page).all()) await result.click({ trial: true });
    await results(page).first().click();
    await expect(page).toHaveURL(/\/documentation\/charges#what-you-pay$/);
  });

  test("before its code has loaded, a page has the shell and the samples of its reader", async ({ page }) => {
    await giveSession(page, await newUser("early"));
    await page.addInitScript(() => localStorage.setItem("latchkey-docs-language", "python"));
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.goto(AUTHENTICATION, { waitUntil: "load" });
    await expect(back(page)).toHaveText("Back to Dashboard");
    await expect(sidebar(page)).toBeVisible();
    await expect(sample(page)).toContainText("from openai import OpenAI");
    await page.evaluate(() => localStorage.clear());
    await page.reload({ waitUntil: "load" });
    await expect(back(page)).toHaveText("Back to Login");
    await expect(sidebar(page)).toBeHidden();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page can be read whole, with the first sample of each, and so can an operation", async ({
    page,
  }) => {
    await page.goto(AUTHENTICATION, { waitUntil: "load" });
    await expect(sample(page)).toContainText("curl");
    await expect(back(page)).toHaveText("Back to Login");
    await contents(page).getByRole("link").last().click();
    await expect(article(page).getByRole("heading", { level: 2 }).last()).toBeInViewport();
    await inNavigation(page, "API Reference").click();
    await article(page).getByRole("link", { name: "Rotate an API key" }).click();
    await expect(page.getByRole("heading", { name: "Rotate an API key", level: 1 })).toBeVisible();
    await expect(page.getByText("/api/keys/{id}/rotate")).toBeVisible();
    await expect(sample(page)).toContainText(`${stack.web}/api/keys/key_`);
  });
});
