import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { DESCRIPTIONS } from "#app/features/docs/descriptions.ts";
import { docsMessages } from "#app/features/docs/messages.ts";
import { CHARGES, REFERENCE, TOPICS } from "#app/features/docs/topics.ts";
import { paths } from "#app/lib/paths.ts";
import type { OperationObject } from "#worker/api/openapi/operations.ts";
import { createKey, newFundedUser } from "./accounts.ts";
import {
  expect,
  expectLoaded,
  expectNoAxeViolations,
  expectReadable,
  giveSession,
  holdBack,
  newUser,
  signIn,
  stack,
  test,
} from "./support.ts";

const AUTHENTICATION = paths.documentationTopic("authentication");
/** Has two samples in each language. */
const ROTATING_KEYS = paths.documentationTopic("rotating-keys");
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Topics", exact: true }).getByRole("link", { name, exact: true });
const inNavigation = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Documentation", exact: true })
    .getByRole("link", { name, exact: true });
const sections = (page: Page) => page.getByRole("article").getByRole("heading", { level: 2 });
const contents = (page: Page) => page.getByRole("complementary", { name: "On this page" });
const sidebar = (page: Page) => page.getByRole("complementary", { name: "Sidebar" });
const back = (page: Page) => page.getByRole("link", { name: /^Back to/ });
const search = (page: Page) => page.getByRole("searchbox", { name: docsMessages.search });
const sample = (page: Page) => page.getByRole("tabpanel").first();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const chooseLanguage = (page: Page, language: string) =>
  page.addInitScript((choice) => localStorage.setItem("latchkey-docs-language", choice), language);
/** As the API itself describes them. */
async function describedSummaries(page: Page): Promise<string[]> {
  const document = await page.request.get(`${stack.web}/api/openapi.json`);
  const { paths: described }: { paths: Record<string, Record<string, OperationObject>> } =
    await document.json();
  return Object.values(described).flatMap((methods) => Object.values(methods).map(({ summary }) => summary));
}
/** All that comes after the first paint. */
const withoutReact = (page: Page) => page.route("**/assets/*.js", (route) => route.abort());

test("a signed-out reader finds all topics, and the way back to the sign-in page", async ({ page }) => {
  await page.goto(paths.documentation);
  await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
  const names = page.getByRole("navigation", { name: "Topics", exact: true }).getByRole("link");
  await expect(names).toHaveText(["Authentication", "API Usage", "Integration"]);
  await expect(tab(page, "Authentication")).toHaveAttribute("aria-current", "page");
  for (const { name, title } of TOPICS.toReversed()) {
    await tab(page, title).click();
    await expect(page).toHaveURL(new RegExp(`/documentation/${name}$`));
    await expect(page).toHaveTitle(`${title} · Documentation · Latchkey`);
    await expect(tab(page, title)).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(DESCRIPTIONS[name], { exact: true })).toBeVisible();
  }
  await expect(sidebar(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Quick Actions" })).toBeHidden();
  await expect(back(page)).toHaveText("Back to Login");
  await back(page).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a signed-out reader finds how requests are charged: beside the topics, by search and in the terms", async ({
  page,
}) => {
  const address = new RegExp(`${paths.documentationTopic(CHARGES.name)}$`);
  await page.goto(paths.documentation);
  await inNavigation(page, CHARGES.title).click();
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(`${CHARGES.title} · Documentation · Latchkey`);
  await expect(inNavigation(page, CHARGES.title)).toHaveAttribute("aria-current", "page");
  await expect(page.getByText(DESCRIPTIONS.charges, { exact: true })).toBeVisible();
  const ends = page.getByRole("table").filter({ hasText: "How the request ends" });
  for (const status of [499, 502, 503, 504])
    await expect(ends.getByRole("cell", { name: String(status) }).first()).toBeVisible();
  await expectReadable(page);
  await page.goto(AUTHENTICATION);
  await search(page).fill("disconnect 499");
  await page.getByRole("list", { name: "Results" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/documentation\/charges#what-you-pay$/);
  await page.goto(paths.terms);
  await page.getByRole("link", { name: CHARGES.title }).click();
  await expect(page).toHaveURL(address);
});

test("a signed-in reader keeps the shell, and finds the way back to the dashboard", async ({ page }) => {
  const user = await newUser("reader");
  await giveSession(page, user);
  await page.goto(AUTHENTICATION);
  await expect(sidebar(page).getByRole("link", { name: "Documentation" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(sidebar(page).getByText(user.email)).toBeVisible();
  await expect(page.getByRole("button", { name: "Quick Actions" })).toBeVisible();
  await expect(back(page)).toHaveText("Back to Dashboard");
  await back(page).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
});

test("signing out while reading leads to the sign-in page", async ({ page }) => {
  await giveSession(page, await newUser("reader-leaves"));
  await page.goto(AUTHENTICATION);
  await page.getByRole("button", { name: /My Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(AUTHENTICATION);
  await expect(back(page)).toHaveText("Back to Login");
});

test("an invalid stored session signs nobody in", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("latchkey-auth-token", "{}"));
  await page.goto(AUTHENTICATION);
  await expect(back(page)).toHaveText("Back to Login");
  await expect(sidebar(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${AUTHENTICATION}$`));
});

test("links work before the session is known", async ({ page }) => {
  const user = await newUser("hasty");
  await signIn(page, user);
  const release = await holdBack(page, "**/assets/shell-*.js");
  await page.goto(AUTHENTICATION);
  await contents(page).getByRole("link", { name: "Rate limits" }).click();
  await expect(sections(page).filter({ hasText: "Rate limits" })).toBeFocused();
  await tab(page, "Integration").click();
  await expect(page).toHaveTitle(/^Integration/);
  await expect(sections(page).first()).toHaveText("Environment variables");
  const account = page.getByRole("button", { name: "My Account" });
  await expect(account).not.toContainText(user.email);
  await release();
  await expect(account).toContainText(user.email);
});

test("every documentation link in the shell works", async ({ page }) => {
  await signIn(page, await newUser("ways"));
  const arrived = async () => {
    await expect(page).toHaveURL(new RegExp(`${paths.documentation}$`));
    await expect(page.getByRole("heading", { name: "Documentation", level: 1 })).toBeVisible();
    await back(page).click();
    await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  };
  await expect(sidebar(page).getByRole("heading", { name: "Insights" })).toBeVisible();
  await sidebar(page).getByRole("link", { name: "Documentation" }).click();
  await arrived();
  await page.getByRole("button", { name: "Quick Actions" }).click();
  await page.getByRole("menuitem", { name: "Documentation" }).click();
  await arrived();
  await page.getByRole("link", { name: "API Keys" }).first().click();
  await page.getByRole("link", { name: "Read the documentation" }).click();
  await arrived();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Documentation" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await arrived();
});

test("the sign-in page links to the documentation", async ({ page }) => {
  await page.goto("/login");
  await page.locator("footer").getByRole("link", { name: "Documentation" }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.documentation}$`));
  await expect(back(page)).toHaveText("Back to Login");
});

for (const { name, title } of [...TOPICS, CHARGES]) {
  test(`the table of contents leads to every section of ${title}`, async ({ page }) => {
    await page.goto(paths.documentationTopic(name));
    const headings = page.getByRole("article").getByRole("heading");
    const titles = await headings.allInnerTexts();
    expect(titles.length).toBeGreaterThan(4);
    await expect(contents(page).getByRole("link")).toHaveText(titles);
    for (const section of titles.toReversed()) {
      await contents(page).getByRole("link", { name: section, exact: true }).click();
      const heading = page.getByRole("article").getByRole("heading", { name: section, exact: true });
      await expect(heading).toBeInViewport();
      await expect(heading).toBeFocused();
      expect(new URL(page.url()).hash).toBe(`#${await heading.getAttribute("id")}`);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    const current = contents(page).locator("[aria-current=location]");
    await expect(current).toHaveText(titles[0] ?? "");
  });
}

test("on a phone the table of contents is folded above the text, in reach from everywhere", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(AUTHENTICATION);
  await expect(contents(page)).toBeHidden();
  const link = page
    .locator("details")
    .filter({ hasText: "On this page" })
    .getByRole("link", { name: "Rate limits" });
  await expect(link).toBeHidden();
  const summary = page.locator("summary").filter({ hasText: "On this page" });
  await summary.click();
  await link.click();
  const chosen = sections(page).filter({ hasText: "Rate limits" });
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

test("the sign beside a heading copies an address that leads there", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(AUTHENTICATION);
  await page.getByRole("link", { name: "Copy link to “Rate limits”" }).click();
  await expect(page.getByRole("article").getByRole("link", { name: "Copied", exact: true })).toBeVisible();
  const address = await clipboard(page);
  expect(address).toBe(`${stack.web}${AUTHENTICATION}#rate-limits`);
  const other = await context.newPage();
  await other.goto(address);
  await expect(sections(other).filter({ hasText: "Rate limits" })).toBeInViewport();
});

test("links in the text lead to other sections and pages without a reload", async ({ page }) => {
  await page.goto(AUTHENTICATION);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole("link", { name: "All errors" }).click();
  await expect(page).toHaveURL(/\/documentation\/errors$/);
  await expect(page.getByRole("heading", { name: "Errors and retries", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
});

test("the default rate limit is 100 requests per minute", async ({ page }) => {
  for (const topic of ["authentication", "api-usage"]) {
    await page.goto(paths.documentationTopic(topic));
    await expect(page.getByText("The default rate limit is 100 requests per minute")).toBeVisible();
  }
});

test("the code contains this site's base URL, and is copied as shown", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(AUTHENTICATION);
  await expect(sample(page)).toContainText(`curl ${stack.web}/v1/chat/completions \\`);
  await expect(page.locator("body")).not.toContainText("latchkey.example");
  const copy = page.getByRole("article").getByRole("button", { name: "Copy", exact: true });
  await copy.nth(1).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await clipboard(page)).toBe(await sample(page).innerText());
  await page.getByRole("tab", { name: "Python" }).first().click();
  await page.getByRole("article").getByRole("button", { name: "Copied" }).waitFor({ state: "detached" });
  await copy.nth(1).click();
  expect(await clipboard(page)).toContain(`base_url="${stack.web}/v1"`);
});

test("one choice of language, by keyboard too, holds for all samples, pages and visits", async ({ page }) => {
  await page.goto(ROTATING_KEYS);
  const shown = page.getByRole("tabpanel");
  await page.getByRole("tab", { name: "cURL" }).first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Python" }).first()).toBeFocused();
  await page.keyboard.press("ArrowRight");
  for (const chosen of await page.getByRole("tab", { name: "TypeScript" }).all())
    await expect(chosen).toHaveAttribute("aria-selected", "true");
  await expect(shown.first()).toContainText("await fetch(");
  await expect(shown.last()).toContainText('from "node:fs/promises"');
  await inNavigation(page, "Integration").click();
  await expect(page).toHaveURL(/integration$/);
  await expect(shown.first()).toContainText('import OpenAI from "openai"');
  await page.reload();
  await expect(shown.first()).toContainText('import OpenAI from "openai"');
});

test("the call that revokes a leaked key works as it is written", async ({ page }) => {
  const user = await newFundedUser("leaked");
  const key = await createKey(user, "Leaked");
  await chooseLanguage(page, "typescript");
  await page.goto(ROTATING_KEYS);
  const code = await sample(page).innerText();
  const env = { LATCHKEY_API_KEY: key };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    env,
  });
  expect(stdout).toContain("status: 'revoked'");
  await giveSession(page, user);
  await page.goto("/api-keys");
  await expect(page.getByText("No Active API Keys")).toBeVisible();
});

test("the documented error is the one the API returns", async ({ page }) => {
  await page.goto(paths.documentationTopic("errors"));
  const shown = JSON.parse(await page.getByRole("region", { name: "Error" }).innerText());
  const address = new URL("/v1/keys/self/revoke", stack.web);
  const headers = { Authorization: "Bearer YOUR_API_KEY" };
  const response = await fetch(address, { method: "POST", headers });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual(shown);
});

test.describe("the search", () => {
  test("finds a section by its text, and goes there by keyboard", async ({ page }) => {
    await page.goto(AUTHENTICATION);
    await search(page).focus();
    await page.keyboard.type("retry-after seconds");
    const results = page.getByRole("list", { name: "Results" }).getByRole("link");
    await expect(results).toHaveCount(6);
    await expect(page.getByRole("status")).toHaveText("6 results");
    await expectNoAxeViolations(page);
    await page.keyboard.press("ArrowDown");
    await expect(results.first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(search(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(results).toHaveCount(0);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("overlap ends");
    await expect(results.first()).toContainText("Rotating a key");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/documentation\/rotating-keys#rotating-a-key$/);
    await expect(sections(page).filter({ hasText: "Rotating a key" })).toBeFocused();
    await expect(search(page)).toHaveValue("");
  });

  test("its results are above the rest of the page on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(AUTHENTICATION);
    await search(page).fill("retry");
    const results = page.getByRole("list", { name: "Results" }).getByRole("link");
    await expect(results).not.toHaveCount(0);
    for (const result of await results.all()) await result.click({ trial: true });
  });

  test("says when it finds nothing, and closes when something else is chosen", async ({ page }) => {
    await page.goto(AUTHENTICATION);
    await search(page).fill("elephant");
    await expect(page.getByRole("status")).toHaveText(docsMessages.noResults("elephant"));
    await page.getByRole("heading", { level: 1 }).click();
    await expect(page.getByRole("status")).toHaveCount(0);
  });

  test("is loaded on demand, not before", async ({ page }) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(AUTHENTICATION);
    await expectLoaded(page);
    expect(requested).not.toContain(paths.documentationSections);
    await search(page).fill("key");
    await expect(page.getByRole("list", { name: "Results" }).getByRole("link")).not.toHaveCount(0);
    expect(requested.filter((path) => path === paths.documentationSections)).toHaveLength(1);
  });
});

test.describe("before the page's own code has loaded", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the shell and the samples match the signed-in user", async ({ page }) => {
    await signIn(page, await newUser("early"));
    await chooseLanguage(page, "python");
    await withoutReact(page);
    await page.goto(AUTHENTICATION);
    await expect(back(page)).toHaveText("Back to Dashboard");
    await expect(sidebar(page)).toBeVisible();
    await expect(sample(page)).toContainText("from openai import OpenAI");
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(back(page)).toHaveText("Back to Login");
    await expect(sidebar(page)).toBeHidden();
  });

  test("a search that fails to load shows an error, and can be retried", async ({ page }) => {
    await page.goto(AUTHENTICATION);
    await page.route(`**${paths.documentationSections}`, (route) => route.abort());
    await search(page).fill("key");
    await expect(page.getByRole("status")).toHaveText(docsMessages.searchFailed);
    await page.unrouteAll();
    await search(page).fill("keys");
    await expect(page.getByRole("list", { name: "Results" }).getByRole("link")).not.toHaveCount(0);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const { name, title } of [
    { name: "authentication", title: "Authentication" },
    { name: "integration", title: "Integration" },
  ]) {
    test(`${title} can be read whole, with the first sample of each`, async ({ page }) => {
      await page.goto(paths.documentationTopic(name));
      await expect(sections(page).first()).toBeVisible();
      await expect(page.getByRole("tabpanel").first()).toContainText("curl");
      await expect(back(page)).toHaveText("Back to Login");
      await contents(page).getByRole("link").last().click();
      await expect(sections(page).last()).toBeInViewport();
      await page.getByRole("navigation", { name: "Other topics" }).getByRole("link").first().click();
      await expect(page).not.toHaveURL(new RegExp(`${name}$`));
    });
  }

  test("the reference lists every operation, and each has a page", async ({ page }) => {
    await page.goto(paths.documentationTopic(REFERENCE.name));
    const article = page.getByRole("article");
    for (const summary of await describedSummaries(page))
      await expect(article.getByRole("link", { name: summary, exact: true })).toHaveCount(1);
    await article.getByRole("link", { name: "Rotate an API key" }).click();
    await expect(page.getByRole("heading", { name: "Rotate an API key", level: 1 })).toBeVisible();
    await expect(page.getByText("/api/keys/{id}/rotate")).toBeVisible();
    await expect(page.getByRole("tabpanel").first()).toContainText(`${stack.web}/api/keys/key_`);
    await expect(page.locator("body")).not.toContainText("latchkey.example");
  });
});

test("an operation’s old address on the reference leads to its page", async ({ page }) => {
  await page.goto(`${paths.documentationTopic(REFERENCE.name)}#rotate-an-api-key`);
  await expect(page).toHaveURL(/\/documentation\/reference\/rotate-an-api-key$/);
});
