import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessToken } from "#core/contract/access-tokens.ts";
import { apiKeyList } from "#core/contract/keys.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import { describeFinding } from "#scripts/deploy/findings.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startInbox } from "#scripts/local/inbox/index.ts";
import { verifyService } from "#scripts/verify/verify-service.ts";
import { type AllWorkers, signInNewUser, startAllWorkers } from "#tests/support/all-workers.ts";

/**
 * The real workers, whole and with one part broken after the other. tests/unit/verify-service.test.ts breaks those that a
 * test can't break here.
 */
const MAIL_API_KEY = "re_verify";
const folder = mkdtempSync(join(tmpdir(), "latchkey-verify-"));
let workers: AllWorkers;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let operator: Awaited<ReturnType<typeof signInNewUser>>;
let token: string;

beforeAll(async () => {
  workers = await startAllWorkers();
  const [port = 0] = await freePorts(1);
  inbox = await startInbox({ port, folder, mailApiKey: MAIL_API_KEY });
  operator = await signInNewUser(workers, "operator@example.com");
  const scopes = ["keys:read", "keys:write"];
  const created = await operator.call("/tokens", { name: "Verify", scopes, expires_in_days: 1 });
  token = accessToken.parse(await created.json()).token;
  await workers.runCron();
});
afterAll(async () => {
  await inbox.stop();
  await workers.stop();
  rmSync(folder, { recursive: true });
});

async function verify(changed: Record<string, string> = {}, isLocal = true) {
  const mail = { MAIL_FROM: "notices@latchkey.test", MAIL_API_KEY, MAIL_API_URL: inbox.url };
  const settings = { ...workers.settings, ...mail, VERIFY_TOKEN: token, ...changed };
  const findings = await verifyService({ origin: workers.origin, isLocal, settings }, () => {});
  return {
    ok: findings.filter(({ level }) => level === "ok").length,
    problems: findings.filter(({ level }) => level !== "ok"),
  };
}

const rowsOf = async (query: string) => (await workers.database.db.$client.execute(query)).rows;

it("finds every part of the real workers working", async () => {
  const { ok, problems } = await verify();
  expect(problems.map(describeFinding)).toEqual([]);
  expect(ok).toBe(11);
});

it("leaves no working key, no open checkout and no record of its own event", async () => {
  expect((await verify()).problems).toEqual([]);
  const keys = apiKeyList.parse(await (await operator.call("/keys")).json());
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter(({ status }) => status === "active")).toEqual([]);
  const headers = { authorization: `Bearer ${workers.settings.STRIPE_SECRET_KEY}` };
  const listed = await fetch(`${workers.stripe.url}/v1/checkout/sessions?limit=100`, { headers });
  const { data } = (await listed.json()) as { data: { status: string }[] };
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(["expired"]));
  expect(
    await rowsOf(
      "SELECT type FROM payment_events WHERE type NOT LIKE 'checkout.session.%' OR error IS NOT NULL",
    ),
  ).toEqual([]);
});

it.each<[string, Record<string, string>, string, string]>([
  [
    "the webhook has another secret",
    { STRIPE_WEBHOOK_SECRET: "whsec_other" },
    "Stripe webhook",
    "the service has another secret",
  ],
  [
    "Stripe refuses the key",
    { STRIPE_SECRET_KEY: "sk_test_other" },
    "Stripe checkout",
    "Stripe refuses STRIPE_SECRET_KEY",
  ],
  [
    "the health token is another",
    { HEALTH_TOKEN: "t".repeat(32) },
    "cron",
    "HEALTH_TOKEN isn't the deployed one",
  ],
  [
    "the access token is made up",
    { VERIFY_TOKEN: "lkp_made_up" },
    "access token",
    "The service refuses VERIFY_TOKEN",
  ],
  [
    "the provider refuses the key",
    { UPSTREAM_API_KEY: "sk-other" },
    "upstream provider",
    "the provider refuses UPSTREAM_API_KEY",
  ],
  ["the email provider refuses the key", { MAIL_API_KEY: "re_other" }, "email", "403 invalid_api_key"],
])("says so if %s", async (_, changed, name, detail) => {
  const { problems } = await verify(changed);
  expect(problems).toEqual([
    { level: "failed", name, detail: expect.stringContaining(detail), todo: expect.any(String) },
  ]);
});

it("says so if Cloudflare has placed the api nowhere", async () => {
  const { problems } = await verify({}, false);
  expect(problems).toMatchObject([{ level: "warning", name: "placement" }]);
});

it("says so if the access token may not create keys", async () => {
  const body = { name: "Reader", scopes: ["keys:read"], expires_in_days: 1 };
  const reader = accessToken.parse(await (await operator.call("/tokens", body)).json());
  const { problems } = await verify({ VERIFY_TOKEN: reader.token });
  expect(problems).toMatchObject([{ name: "access token", detail: expect.stringContaining("403") }]);
});

it("says so if the cron has stopped", async () => {
  await rowsOf(`UPDATE cron_steps SET started_at = started_at - ${10 * MINUTE_MS}`);
  const { problems } = await verify();
  expect(problems).toMatchObject([
    { name: "cron", detail: expect.stringMatching(/^Its last run was 6\d\d s ago/) },
  ]);
  await workers.runCron();
  expect((await verify()).problems).toEqual([]);
});
