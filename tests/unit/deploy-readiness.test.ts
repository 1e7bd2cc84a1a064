import { afterEach, describe, expect, it, vi } from "vitest";
import { bundleSizeOf, describeBundle } from "#scripts/deploy/bundle-size.ts";
import { describeFinding } from "#scripts/deploy/findings.ts";
import { checkProvider } from "#scripts/deploy/provider-check.ts";
import { readinessFindings } from "#scripts/deploy/readiness.ts";

const KEY = "sk-operators-own";
const UPSTREAM = { UPSTREAM_URL: "https://provider.test/v1", UPSTREAM_API_KEY: KEY };
const COMPLETE = {
  ...UPSTREAM,
  OPERATORS: "ana:0a8e7c1d-95a1-4b3e-8d77-2c1f0a9b8e64",
  ALERT_EMAILS: "ops@latchkey.test",
  MAIL_FROM: "notices@latchkey.test",
  HEALTH_TOKEN: "t".repeat(32),
  HEARTBEAT_URL: "https://heartbeat.test/1",
};

const ROUTES = { web: ["keys.latchkey.test"], gateway: [], origin: "https://keys.latchkey.test" };

afterEach(() => vi.unstubAllGlobals());

function stubFetch(respond: typeof fetch) {
  const fetched = vi.fn(respond);
  vi.stubGlobal("fetch", fetched);
  return fetched;
}
const provider = (status: number) => stubFetch(async () => new Response(null, { status }));
const broken = (error: Error) => stubFetch(() => Promise.reject(error));
const unreachable = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });

describe("what won't work after a deployment", () => {
  const levelsOf = async (changed: object, routes = ROUTES) => {
    provider(200);
    const findings = await readinessFindings({ ...COMPLETE, ...changed }, routes);
    return findings.flatMap(({ level, name }) => (level === "ok" ? [] : [`${level}: ${name}`]));
  };

  it("is nothing with complete settings", async () => {
    expect(await levelsOf({})).toEqual([]);
  });

  it.each([
    [{ OPERATORS: "" }, "warning: no operator"],
    [{ ALERT_EMAILS: "" }, "warning: nobody to alert"],
    [{ MAIL_FROM: undefined }, "warning: no email"],
    [{ HEALTH_TOKEN: "" }, "warning: no health report"],
    [{ HEARTBEAT_URL: "" }, "hint: no heartbeat"],
  ])("with %j is “%s”, which stops nothing", async (changed, expected) => {
    expect(await levelsOf(changed)).toEqual([expected]);
  });

  it.each([
    ["https://keys.latchkey.test", ["warning: no route"]],
    ["https://latchkey-web.acme.workers.dev", []],
  ])("without a route to %s is %j", async (origin, expected) => {
    expect(await levelsOf({}, { ...ROUTES, web: [], origin })).toEqual(expected);
  });

  it("isn't a missing address for alerts if a webhook gets them", async () => {
    expect(await levelsOf({ ALERT_EMAILS: "", ALERT_WEBHOOK_URL: "https://ops.test/hook" })).toEqual([]);
  });

  it("comes with what to do about each", async () => {
    provider(401);
    const findings = await readinessFindings({ UPSTREAM_URL: UPSTREAM.UPSTREAM_URL }, { ...ROUTES, web: [] });
    expect(findings).toHaveLength(7);
    expect(findings.filter(({ todo }) => !todo)).toEqual([]);
  });
});

describe("the provider, asked with the operator's key", () => {
  it.each([
    [200, "ok", "accepts UPSTREAM_API_KEY"],
    [401, "failed", "refuses UPSTREAM_API_KEY"],
    [403, "warning", "may not list models"],
    [404, "warning", "no list of models"],
    [302, "warning", "doesn't follow redirects"],
    [503, "warning", "isn't known"],
  ])("returns %i: %s", async (status, level, detail) => {
    provider(status);
    expect(await checkProvider(UPSTREAM)).toMatchObject({ level, detail: expect.stringContaining(detail) });
  });

  it.each([
    [unreachable("ENOTFOUND"), "has no DNS record"],
    [unreachable("ECONNREFUSED"), "refused the connection"],
    [new DOMException("", "TimeoutError"), "didn't respond within 10 s"],
  ])("can't be reached (%s), which stops nothing", async (error, detail) => {
    broken(error);
    expect(await checkProvider(UPSTREAM)).toMatchObject({
      level: "warning",
      detail: expect.stringContaining(`provider.test/v1/models ${detail}`),
    });
  });

  it.each([
    [401, "failed"],
    [200, "hint"],
  ])("returns %i without a key: %s", async (status, level) => {
    const fetched = provider(status);
    expect(await checkProvider({ ...UPSTREAM, UPSTREAM_API_KEY: "" })).toMatchObject({ level });
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({});
  });

  it("gets the key as the gateway sends it, and nobody else sees it", async () => {
    for (const [address, header] of [
      ["https://provider.test/v1/", "authorization"],
      ["https://api.anthropic.com/v1", "x-api-key"],
    ] as const) {
      const fetched = provider(401);
      const finding = await checkProvider({ UPSTREAM_URL: address, UPSTREAM_API_KEY: KEY });
      const [url, init] = fetched.mock.lastCall ?? [];
      expect(String(url)).toMatch(/\/v1\/models$/);
      expect(new Headers(init?.headers).get(header)).toContain(KEY);
      expect(describeFinding(finding)).not.toContain(KEY);
    }
  });
});

describe("the size of a bundle", () => {
  it.each([
    [
      "Total Upload: 1234.56 KiB / gzip: 300.20 KiB",
      "ok",
      "1234.56 KiB, 300.2 KiB compressed: 10 % of the 3 MiB",
    ],
    ["Total Upload: 9000.00 KiB / gzip: 3072.01 KiB", "warning", "more than the 3 MiB of the free plan"],
    ["Total Upload: 40000.00 KiB / gzip: 10240.01 KiB", "failed", "more than Cloudflare's limit of 10 MiB"],
  ])("%s: %s", (line, level, detail) => {
    const size = bundleSizeOf(`Attaching modules\n${line}\nYour Worker has access to …`);
    expect(describeBundle("latchkey-web", size)).toMatchObject({
      level,
      name: "latchkey-web",
      detail: expect.stringContaining(detail),
    });
  });
});
