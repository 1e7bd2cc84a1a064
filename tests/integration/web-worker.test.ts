import { Agent, request as openRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import { readBuildInfo } from "#scripts/deploy/build-info.ts";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";
import { APP_ORIGIN, PAGES, pathIn, type Result, SAFE, SUPABASE_URL, serveSite } from "./web/served-site.ts";

const site = serveSite();
const { send } = site;

const MOST_PAGE_BYTES = 34_000;
const nonceOf = (headers: Result["headers"]) =>
  /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";

test.each([
  "/api/keys",
  "/api",
  "/v1/models",
  "/models",
  "//v1/models",
  "/V1/models",
  "/x/../api/keys",
  "/x/%2e%2e/api/keys",
])("%s, when the api worker throws, is JSON with a request ID and no reason", async (path) => {
  const response = await send(path);
  const { code, request_id } = errorBody.parse(JSON.parse(response.body));
  expect([response.status, code]).toEqual([502, "api_unreachable"]);
  expect(response.headers["x-request-id"]).toBe(request_id);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.body).not.toMatch(/STRIPE|PEPPER|configuration|\.ts/);
});

test.each([
  "/api%2Fkeys",
  "/API/keys",
  "//api/keys",
  "//evil.test/api/keys",
  "/apikeys",
  `/${"a".repeat(8000)}`,
])("%s is neither a path of the api nor a page, and is 404 like the desk", async (path) => {
  const { status, body } = await send(path);
  expect([status, (await send("/operator")).status]).toEqual([404, 404]);
  expect(body).toContain("<title>Latchkey</title>");
});

test.each(["/%ff%00", "/%E0%A4%A", "/login?next=%00%ff", "/..%2f..%2fetc/passwd"])(
  "%s breaks nothing",
  async (path) => {
    expect((await send(path)).status).toBeLessThan(500);
  },
);

test("a script of an older deployment is 404, not a page", async () => {
  const { status, headers } = await send("/assets/gone-12345678.js");
  expect([status, headers["content-type"]]).toEqual([404, undefined]);
});

test("a page responds to HEAD without a body, and only reads are allowed", async () => {
  const head = await send("/login", { method: "HEAD" });
  expect([head.status, head.body]).toEqual([200, ""]);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    expect((await send("/login", { method })).status, method).toBe(405);
  }
});

test("a page is the same for everybody except for its nonce, which is never reused", async () => {
  const stranger = await send("/login");
  const headers = { authorization: "Bearer a.b.c", cookie: "session=1", "accept-language": "de" };
  const reader = await send("/login", { headers });
  expect(nonceOf(stranger.headers).length).toBeGreaterThan(20);
  expect(nonceOf(reader.headers)).not.toBe(nonceOf(stranger.headers));
  const without = (response: Result) => response.body.replaceAll(nonceOf(response.headers), "");
  expect(without(reader)).toBe(without(stranger));
  for (const name of ["set-cookie", "vary", "access-control-allow-origin"]) {
    expect(reader.headers[name], name).toBeUndefined();
  }
});

test.each(["/", "/login", "/api-keys"])("%s inlines its styles, and is still small", async (path) => {
  const { body } = await send(path);
  expect(body).toMatch(/<style id="styles">\s*[^<\s]/);
  expect(body).not.toContain('rel="stylesheet"');
  expect(gzipSync(body).byteLength).toBeLessThan(MOST_PAGE_BYTES);
});

test.each([...PAGES, "/documentation", "/api-keys/key_1/usage", "/reset-password/token"])(
  "%s, a page, runs only its own scripts, and can't be framed, sniffed or loaded over plain HTTP again",
  async (path) => {
    const { status, headers, body } = await send(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...SAFE, "cache-control": "private, no-cache" });
    expect(headers["permissions-policy"]).toContain("payment=()");
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(policy).toContain("script-src-attr 'none'");
    expect(policy).toContain(`connect-src 'self' ${SUPABASE_URL}`);
    const nonce = nonceOf(headers);
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
    expect(body).not.toMatch(/ on[a-z]+="/);
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(3);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
  },
);

test.each([
  ["/assets/gone-12345678.js", "no-cache"],
  ["/documentation/nothing", "no-cache"],
  ["/login.data", "no-cache"],
  ["/documentation/sections.json", "public, max-age=300"],
  ["/documentation/quickstart.md", "public, max-age=300"],
  ["/documentation/nothing.md", "no-cache"],
  ["/llms.txt", "public, max-age=300"],
])("%s, which is not a page, is just as safe and runs nothing", async (path, cached) => {
  const { headers } = await send(path);
  expect(headers).toMatchObject({ ...SAFE, "cache-control": cached });
  expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
});

test("a page is rendered once for all readers, and each gets it with their own nonce and request ID", async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => send("/terms")));
  const of = (pick: (response: Result) => unknown) => new Set(responses.map(pick)).size;
  expect([of(({ headers }) => nonceOf(headers)), of(({ headers }) => headers["x-request-id"])]).toEqual([
    8, 8,
  ]);
  expect(of(({ headers, body }) => body.replaceAll(nonceOf(headers), ""))).toBe(1);
  // The query is not cached for others.
  expect((await send("/login?token_hash=t&type=magiclink")).body).not.toContain('name="password"');
  expect((await send("/login")).body).toContain('name="password"');
});

const SAFE_FILE = {
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "strict-transport-security": STRICT_TRANSPORT,
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

test("browsers cache scripts and fonts permanently", async () => {
  const { body } = await send("/login");
  const files = [...body.matchAll(/"(\/assets\/[^"]+\.(?:js|woff2))"/g)].map(([, path = ""]) => path);
  expect(new Set(files.map((path) => path.split(".").at(-1)))).toEqual(new Set(["js", "woff2"]));
  for (const path of new Set(files)) {
    const { status, headers } = await send(path);
    expect([path, status, headers["cache-control"]]).toEqual([
      path,
      200,
      "public, max-age=31536000, immutable",
    ]);
    expect(headers).toMatchObject(SAFE_FILE);
  }
  for (const path of ["/favicon.svg", "/favicon.ico", "/manifest.webmanifest", "/icon-512.png"])
    expect((await send(path)).headers).toMatchObject(SAFE_FILE);
});

test("the manifest and the pages name icons that exist", async () => {
  const manifest = JSON.parse((await send("/manifest.webmanifest")).body);
  const icons = manifest.icons.map(({ src }: { src: string }) => src);
  const { body } = await send("/login");
  const linked = [...body.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)];
  const preview = /property="og:image" content="([^"]+)"/.exec(body)?.[1];
  const files = [...icons, ...linked.map(([, href]) => href), "/favicon.ico", pathIn(preview)];
  expect(files.length).toBeGreaterThan(6);
  for (const path of files) {
    const { status, headers } = await send(path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers["content-type"], path).toMatch(/^(image\/|application\/manifest\+json)/);
  }
});

test("security.txt says where to report a vulnerability, for less than a year (RFC 9116)", async () => {
  const { status, headers, body } = await send("/.well-known/security.txt");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  const fields = Object.fromEntries(
    body
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toMatchObject({
    Contact: "mailto:support@example.com",
    Canonical: `${APP_ORIGIN}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("a connection goes on after a request that was refused before its body was read", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = () =>
    new Promise<number | string>((resolve) => {
      const { hostname, port } = site.origin();
      const headers = { "content-type": "application/json", "content-length": 30_000 };
      openRequest({ agent, hostname, port, path: "/api/keys", method: "POST", headers }, (response) =>
        response.resume().on("end", () => resolve(response.statusCode ?? 0)),
      )
        .on("error", ({ message }) => resolve(message))
        .end("x".repeat(30_000));
    });
  const statuses: unknown[] = [];
  for (let i = 0; i < 20; i++) statuses.push(await post());
  agent.destroy();
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 502));
});

test("it serves the version it was bundled from, which is never cached", async () => {
  const { status, headers, body } = await send("/version.json");
  const { version, commit } = readBuildInfo();
  expect(JSON.parse(body)).toEqual({ version, commit, built_at: expect.stringMatching(/^20\d\d-/) });
  expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(headers).toMatchObject(SAFE_FILE);
});
