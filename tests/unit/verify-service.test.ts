import { afterEach, expect, it, vi } from "vitest";
import { describeFinding, type Finding } from "#scripts/deploy/findings.ts";
import {
  AT,
  BUILD,
  type Changes,
  json,
  notOk,
  ORIGIN,
  PLACED,
  RUN,
  returns,
  SETTINGS,
  verify,
  workingService,
} from "./verify-service-support.ts";

/** A faked service, also broken where the real one is hard to break: deploy-verify.full.test.ts verifies the real workers. */
afterEach(() => vi.unstubAllGlobals());

it("passes a service whose parts all work, and leaves no key or checkout behind", async () => {
  const { findings, requested, output, keys } = await verify();
  expect(notOk(findings)).toEqual([]);
  expect(output).toContain(`${ORIGIN} passes: 11 ok, 0 warnings, 0 failed.`);
  expect(output).toContain("latchkey-api runs near FRA.");
  expect(keys).toMatchObject([{ status: "revoked" }]);
  const sessions = requested.filter((name) => name.startsWith("POST /v1/checkout/sessions"));
  expect(sessions.map((name) => name.includes("/expire"))).toEqual([false, true, false, true]);
});

it.each<[string, Changes, Partial<Finding>]>([
  [
    "a page fails",
    { routes: { "GET /pricing": returns(500) } },
    { name: "pages", detail: `${ORIGIN}/pricing returned 500.` },
  ],
  [
    "a page's code is missing",
    { routes: { "GET /assets/login.js": returns(404) } },
    { name: "pages", detail: `${ORIGIN}/assets/login.js returned 404.` },
  ],
  [
    "the database is away",
    { routes: { "GET /api/health": () => new Response(null, { status: 503, headers: PLACED }) } },
    {
      name: "api and database",
      detail: `${ORIGIN}/api/health returned 503: the database can't be read and written.`,
    },
  ],
  [
    "web and api are different builds",
    { routes: { "GET /version.json": () => json({ ...BUILD, commit: "old" }) } },
    {
      name: "api and database",
      detail: "latchkey-web is 0.1.0+old, but latchkey-api is 0.1.0+3f2a91c07be4.",
    },
  ],
  [
    "/v1 leads to no gateway",
    { routes: { "GET /v1/models": returns(404) } },
    { name: "gateway", detail: `${ORIGIN}/v1/models returned 404 without an API key, not 401.` },
  ],
  [
    "the cron has never run",
    { routes: { "GET /api/health?verbose": () => json({ as_of: AT, last_run: null }) } },
    { name: "cron", detail: "latchkey-rollup has never run." },
  ],
  [
    "the cron has stopped",
    {
      routes: { "GET /api/health?verbose": () => json({ as_of: "2026-11-28T12:03:01.000Z", last_run: RUN }) },
    },
    { name: "cron", detail: "Its last run was 181 s ago; it should run every minute." },
  ],
  [
    "a step of the cron fails",
    {
      routes: {
        "GET /api/health?verbose": () => json({ as_of: AT, last_run: { ...RUN, failed: ["mail"] } }),
      },
    },
    { name: "cron", detail: "It ran 0 s ago, and failed at: mail." },
  ],
  [
    "the account's object is unreachable when a key is made",
    { routes: { "POST /api/keys": returns(503) } },
    {
      name: "account's object",
      detail:
        "POST /api/keys returned 503: the account's object doesn't respond, or can't read the database.",
    },
  ],
  [
    "the account's object is unreachable when the key is used",
    { routes: { "GET /v1/key": returns(503) } },
    {
      name: "account's object",
      detail:
        "GET /v1/key returned 503 for a new key: the account's object doesn't respond, or can't read the database.",
    },
  ],
  [
    "requests with a key fail",
    { routes: { "POST /v1/chat/completions": returns(500) } },
    { name: "request with a key", detail: "POST /v1/chat/completions with a test key returned 500." },
  ],
  [
    "the webhook accepts anything",
    { routes: { "POST /api/stripe/webhook": returns(200) } },
    { name: "Stripe webhook", detail: "/api/stripe/webhook accepted an event that Stripe hadn't signed." },
  ],
  [
    "the webhook is behind a firewall",
    { routes: { "POST /api/stripe/webhook": returns(403) } },
    {
      name: "Stripe webhook",
      detail: "/api/stripe/webhook returned 403 to an event with a wrong signature, not 400.",
    },
  ],
  [
    "Stripe doesn't let the key create checkout sessions",
    {
      routes: {
        "POST /v1/checkout/sessions at api.stripe.com": () =>
          json({ error: { type: "invalid_request_error" } }, 403),
      },
    },
    {
      name: "Stripe checkout",
      detail: "STRIPE_SECRET_KEY is a restricted key that may not create checkout sessions (403).",
    },
  ],
  [
    "the sender's domain isn't verified",
    { routes: { "POST /emails at api.resend.com": () => json({ name: "invalid_from_address" }, 422) } },
    {
      name: "email",
      detail: "The provider refused a test email from MAIL_FROM (422 invalid_from_address).",
    },
  ],
])("says so if %s, and what to do", async (_, changes, expected) => {
  const { findings, output } = await verify(changes);
  expect(notOk(findings)).toEqual([{ level: "failed", todo: expect.any(String), ...expected }]);
  expect(output).toContain(`${ORIGIN} doesn't pass: `);
});

it("warns if the api isn't placed near the database, which needs no fix to work", async () => {
  const { findings, output } = await verify({ routes: { "GET /api/health": () => json(BUILD) } });
  expect(notOk(findings)).toMatchObject([{ level: "warning", name: "placement" }]);
  expect(output).toContain("passes: ");
});

it("revokes the test key although a request with it fails, and says if it can't", async () => {
  const failing = { "GET /v1/key": returns(503) };
  const { keys } = await verify({ routes: failing });
  expect(keys).toMatchObject([{ status: "revoked" }]);
  const stuck = await verify({ routes: { ...failing, "POST /api/keys/key_1/revoke": returns(503) } });
  expect(notOk(stuck.findings).at(-1)?.detail).toContain(
    "may be left: POST /api/keys/key_1/revoke returned 503",
  );
});

it("makes no checkout session with a live key, and says so", async () => {
  const { findings, requested } = await verify({
    routes: { "GET /v1/checkout/sessions?limit=1 at api.stripe.com": () => json({ data: [] }) },
    settings: { STRIPE_SECRET_KEY: "sk_live_stripe" },
  });
  expect(notOk(findings)).toEqual([]);
  expect(findings.map(({ detail }) => detail).join()).toContain("live key, so no checkout session was made");
  expect(requested.filter((name) => name.startsWith("POST /v1/checkout/sessions"))).toEqual([]);
});

it.each([
  ["HEALTH_TOKEN", "cron"],
  ["VERIFY_TOKEN", "request with a key"],
  ["STRIPE_SECRET_KEY", "Stripe checkout"],
  ["STRIPE_WEBHOOK_SECRET", "Stripe webhook"],
  ["MAIL_API_KEY", "email"],
])("without %s, names it as the reason why a part wasn't checked", async (setting, name) => {
  const { findings } = await verify({ settings: { [setting]: "" } });
  expect(notOk(findings)).toEqual([
    {
      level: "warning",
      name,
      detail: `Not checked, because ${setting} isn't set.`,
      todo: expect.any(String),
    },
  ]);
});

it("prints none of the settings, whatever the parts say", async () => {
  const everything = Object.values(SETTINGS).join(" ");
  const { output, findings } = await verify({
    routes: Object.fromEntries(
      Object.keys(workingService().routes).map((name) => [
        name,
        () => json({ error: { message: everything } }, 401),
      ]),
    ),
  });
  expect(notOk(findings).length).toBeGreaterThan(5);
  for (const { todo } of notOk(findings)) expect(todo).toBeTruthy();
  const secrets = [
    ...Object.values(SETTINGS).filter((value) => value !== SETTINGS.UPSTREAM_URL),
    "lk_test_secret",
  ];
  for (const secret of secrets) expect(output + findings.map(describeFinding).join()).not.toContain(secret);
});
