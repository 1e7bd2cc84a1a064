import { mkdtempSync, rmSync } from "node:fs";
import { request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HtmlValidate, type RuleConfig } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHarness } from "wrangler";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-web-"));
const APP_ORIGIN = "https://latchkey.test";
const SUPABASE_URL = "http://supabase.test";

/** The web worker with an api worker whose secrets are missing, so that every request throws. */
const configs = writeWorkerConfigs(folder, {
  web: { vars: { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test", APP_ORIGIN } },
  api: { vars: {} },
  rollup: { vars: {} },
});
const harness = createTestHarness({
  workers: [{ configPath: configs.web }, { configPath: configs.api }],
});
let origin: URL;
beforeAll(async () => {
  origin = (await harness.listen()).url;
});
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Result {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}
const UUID = /^[0-9a-f-]{36}$/;
const PAGES = [
  "/",
  "/login",
  "/signup",
  "/reset-password",
  "/terms",
  "/api-keys",
  "/usage",
  "/billing",
].concat([
  "/add-balance",
  "/purchase-api-key",
  "/user-management",
  "/profile",
  "/payment/success",
  "/payment-success",
]);
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

/** Sends the path as written: `fetch` would normalize it. */
const send = (path: string, { method = "GET", headers = {} } = {}) =>
  new Promise<Result>((resolve, reject) => {
    const { hostname, port } = origin;
    const sent = openRequest({ hostname, port, path, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        body += part;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on("error", reject).end();
  });

const SAFE = {
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "strict-transport-security": STRICT_TRANSPORT,
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "x-request-id": expect.stringMatching(UUID),
};

test("no page of the documentation is larger than 240 KB, and each is also Markdown", async () => {
  const list = (await send("/llms.txt")).body;
  const found = [...list.matchAll(/(\/documentation\/[^)]+)\.md\)/g)].map(([, path = ""]) => path);
  expect(found.length).toBeGreaterThan(60);
  for (const path of found) {
    const { status, body } = await send(path);
    expect([path, status, body.length < 240 * 1024]).toEqual([path, 200, true]);
    const file = await send(`${path}.md`);
    expect([file.status, file.headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  }
  expect((await send("/documentation/nothing.md")).status).toBe(404);
});

/** Of an address of ours in a page or file. */
const pathIn = (address = "") => address.replace(APP_ORIGIN, "");

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
    rollup: { vars: {} },
  });
  const unconfigured = createTestHarness({ workers: [{ configPath: unset.web }, { configPath: unset.api }] });
  try {
    const response = await fetch(new URL("/login", (await unconfigured.listen()).url));
    expect(response.status).toBe(500);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...SAFE, "cache-control": "no-cache" });
    expect(await response.text()).toBe("This page cannot be shown. Please try again shortly.");
  } finally {
    await unconfigured.close();
  }
});
