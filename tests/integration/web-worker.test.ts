import { mkdtempSync, rmSync } from "node:fs";
import { request as openRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHarness } from "wrangler";
import { errorBody } from "#core/contract/errors.ts";
import { writeWorkerConfigs } from "#scripts/local/worker-configs.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-web-"));
const SUPABASE_URL = "http://supabase.test";

/** The web worker beside an api worker whose secrets are missing, so that its every request throws. */
const configs = writeWorkerConfigs(folder, {
  web: { vars: { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test" } },
  api: { vars: {} },
  rollup: { vars: {} },
});
const harness = createTestHarness({
  workers: [{ configPath: configs.web }, { configPath: configs.api }],
});
let origin: URL;
beforeAll(async () => {
  origin = (await harness.listen()).url;
}, 120_000);
afterAll(async () => {
  await harness.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Sends the path as it is written: `fetch` would tidy it. */
const send = (path: string, { method = "GET", headers = {} } = {}) =>
  new Promise<Answer>((resolve, reject) => {
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

test.each(["/api/keys", "/api", "/v1/models", "/x/../api/keys", "/x/%2e%2e/api/keys"])(
  "%s, when the api worker throws, is JSON with a request id and without a word of why",
  async (path) => {
    const answer = await send(path);
    const { code, request_id } = errorBody.parse(JSON.parse(answer.body));
    expect([answer.status, code]).toEqual([502, "api_unreachable"]);
    expect(answer.headers["x-request-id"]).toBe(request_id);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).not.toMatch(/STRIPE|PEPPER|configuration|\.ts/);
  },
);

test.each([
  "/api%2Fkeys",
  "/API/keys",
  "//api/keys",
  "//evil.test/api/keys",
  "/apikeys",
  `/${"a".repeat(8000)}`,
])("%s is no path of the api and no page, and leads to the dashboard of this origin", async (path) => {
  const { status, headers } = await send(path);
  expect([status, headers.location]).toEqual([302, "/"]);
});

test.each(["/%ff%00", "/%E0%A4%A", "/login?next=%00%ff", "/..%2f..%2fetc/passwd"])(
  "%s breaks nothing",
  async (path) => {
    expect((await send(path)).status).toBeLessThan(500);
  },
);

test("a script of an older deployment is not found, rather than a page", async () => {
  const { status, headers } = await send("/assets/gone-12345678.js");
  expect([status, headers["content-type"]]).toEqual([404, undefined]);
});

test("a page answers HEAD without a body, and nothing but reading is allowed", async () => {
  const head = await send("/login", { method: "HEAD" });
  expect([head.status, head.body]).toEqual([200, ""]);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    expect((await send("/login", { method })).status, method).toBe(405);
  }
});

test("a page is the same for everybody but for its nonce, which is never given twice", async () => {
  const stranger = await send("/login");
  const headers = { authorization: "Bearer a.b.c", cookie: "session=1", "accept-language": "de" };
  const reader = await send("/login", { headers });
  const nonceOf = ({ headers }: Answer) =>
    /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
  expect(nonceOf(stranger).length).toBeGreaterThan(20);
  expect(nonceOf(reader)).not.toBe(nonceOf(stranger));
  const without = (answer: Answer) => answer.body.replaceAll(nonceOf(answer), "");
  expect(without(reader)).toBe(without(stranger));
  for (const name of ["set-cookie", "vary", "access-control-allow-origin"]) {
    expect(reader.headers[name], name).toBeUndefined();
  }
});

test("a page may not be framed, sniffed or fetched in the clear again", async () => {
  const { headers } = await send("/");
  expect(headers).toMatchObject({
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "strict-transport-security": expect.stringContaining("max-age="),
    "content-security-policy": expect.stringContaining(`connect-src 'self' ${SUPABASE_URL}`),
  });
});
