import { join } from "node:path";
import { HtmlValidate, type RuleConfig } from "html-validate";
import { expect, test } from "vitest";
import { createTestHarness } from "wrangler";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { APP_ORIGIN, PAGES, pathIn, SAFE, serveSite } from "./web/served-site.ts";

const { folder, send } = serveSite();

const RULES = {
  // React decides how tags and attributes are written.
  "doctype-style": "off",
  "void-style": "off",
  "no-inline-style": "off",
  "prefer-native-element": ["error", { exclude: ["checkbox"] }],
  // Of the headers for signed-in and signed-out readers, one is hidden. The browser tests check the visible one.
  "unique-landmark": "off",
} satisfies RuleConfig;
/** Narrow screens show the documentation's tables as blocks, which have these roles only if they are written. */
const isTablePart = (selector: string | null) => /article .*table/.test(selector ?? "");

test("no page of the documentation is larger than 256 KB, and each is also Markdown", async () => {
  const list = (await send("/llms.txt")).body;
  const found = [...list.matchAll(/(\/documentation\/[^)]+)\.md\)/g)].map(([, path = ""]) => path);
  expect(found.length).toBeGreaterThan(60);
  for (const path of found) {
    const { status, body } = await send(path);
    expect([path, status, body.length < 256 * 1024]).toEqual([path, 200, true]);
    const file = await send(`${path}.md`);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  }
  expect((await send("/documentation/nothing.md")).status).toBe(404);
});

test("the sitemap, which robots.txt names, lists every public page, each at its canonical address", async () => {
  const robots = (await send("/robots.txt")).body;
  expect(robots).toContain("Disallow: /api/\nDisallow: /v1/\n");
  const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1];
  expect(sitemap).toBe(`${APP_ORIGIN}/sitemap.xml`);
  const { headers, body } = await send(pathIn(sitemap));
  expect(headers["content-type"]).toContain("application/xml");
  const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  const documents = [...(await send("/llms.txt")).body.matchAll(/\(([^)]+)\.md\)/g)].map(
    ([, address]) => address,
  );
  expect(listed).toEqual(expect.arrayContaining(documents));
  for (const path of ["/login", "/signup", "/reset-password", "/terms", "/pricing"])
    expect(listed).toContain(APP_ORIGIN + path);
  for (const address of listed) {
    const page = await send(pathIn(address), { headers: { host: "evil.test" } });
    expect([address, page.status]).toEqual([address, 200]);
    expect(page.body).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(page.body).toContain(`<meta property="og:url" content="${address}"/>`);
    expect(page.body).not.toContain("evil.test");
  }
});

test("every page is valid HTML, and ends with its closing tags", async () => {
  const { body } = await send("/sitemap.xml");
  const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => pathIn(address));
  const pages = new Set([
    ...PAGES,
    ...listed,
    "/activity",
    "/api-keys/key_1/usage",
    "/billing/receipts/order_1",
  ]);
  const checker = new HtmlValidate({
    extends: ["html-validate:standard", "html-validate:a11y"],
    rules: RULES,
  });
  const wrong: string[] = [];
  for (const path of pages) {
    const page = await send(path);
    expect(page.body.endsWith("</body></html>"), path).toBe(true);
    const { results } = await checker.validateString(page.body);
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      if (ruleId === "no-redundant-role" && isTablePart(selector)) continue;
      wrong.push(`${path}: ${ruleId}: ${message} (${selector})`);
    }
  }
  expect(pages.size).toBeGreaterThan(70);
  expect(wrong).toEqual([]);
});

test("without its configuration no page is shown, and the response is just as safe and gives no reason", async () => {
  const unset = writeWorkerConfigs(join(folder, "unset"), {
    web: { vars: { SUPABASE_URL: "", SUPABASE_PUBLISHABLE_KEY: "sb_secret_never_shown" } },
    api: { vars: {} },
    gateway: { vars: {} },
    rollup: { vars: {} },
  });
  const unconfigured = createTestHarness({
    workers: [unset.web, unset.api, unset.gateway].map((configPath) => ({ configPath })),
  });
  try {
    const response = await fetch(new URL("/login", (await unconfigured.listen()).url));
    expect(response.status).toBe(500);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...SAFE, "cache-control": "no-cache" });
    expect(await response.text()).toBe("This page cannot be shown. Please try again shortly.");
  } finally {
    await unconfigured.close();
  }
});
