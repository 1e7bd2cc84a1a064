import { expect, inject, it } from "vitest";
import { openDatabase } from "#core/storage/database.ts";
import { scrapeOf } from "#tests/support/prometheus.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { call, createKeyAs, errorOf, keySecrets, newUser, testApi } from "./support/test-api.ts";

const TOKEN = "the-operators-token-0123456789abcdef";
const HEALTH = "another-operators-token-0123456789ab";
const PATH = "/api/metrics";
const sum = (figures: number[]) => figures.reduce((all, figure) => all + figure, 0);
const withToken = () => testApi({ metricsToken: TOKEN, healthToken: HEALTH });

it("without the operator's setting there are no metrics for anyone", async () => {
  for (const presented of [null, "undefined", TOKEN]) {
    const response = await call(testApi({ healthToken: HEALTH }), presented, PATH);
    expect([response.status, (await errorOf(response)).code]).toEqual([404, "not_found"]);
  }
});

it("the metrics require their own token", async () => {
  const { token } = await newUser();
  const api = withToken();
  expect((await call(api, TOKEN, PATH)).status).toBe(200);
  const wrong = [null, token, HEALTH, TOKEN.slice(1), `${TOKEN}0`, TOKEN.toUpperCase(), "x"];
  for (const presented of wrong) {
    const response = await call(api, presented, PATH);
    const text = await response.text();
    expect([response.status, text.includes("latchkey_")]).toEqual([401, false]);
    expect(text).not.toContain(TOKEN);
  }
  expect((await call(api, TOKEN, "/api/health?verbose")).status).toBe(401);
});

it("the metrics are text that Prometheus reads, without a secret or an email", async () => {
  const user = await newUser();
  const api = withToken();
  const { key } = await createKeyAs(api, user);
  const response = await call(api, TOKEN, PATH);
  const type = response.headers.get("content-type");
  expect([type, response.headers.get("cache-control")]).toEqual([
    "text/plain; version=0.0.4; charset=utf-8",
    "no-store",
  ]);
  const text = await response.text();
  expect(scrapeOf(text).value("latchkey_database_writable")).toBe(1);
  const secrets = Object.values(keySecrets).map((bytes) => btoa(String.fromCharCode(...bytes)));
  for (const secret of [TOKEN, HEALTH, key, user.email, user.userId, ...secrets])
    expect(text).not.toContain(secret);
});

it("an isolate reads the database again after five seconds, and not before", async () => {
  const clock = { at: Date.now(), now: () => clock.at };
  const api = testApi({ metricsToken: TOKEN, clock });
  const accounts = async () => {
    const { by } = scrapeOf(await (await call(api, TOKEN, PATH)).text());
    return sum(Object.values(by("latchkey_accounts", "state")));
  };
  const first = await accounts();
  await newUser();
  clock.at += 4_999;
  expect(await accounts()).toBe(first);
  clock.at += 1;
  expect(await accounts()).toBeGreaterThan(first);
});

it("returns 503 when the database can't be read", async () => {
  const takeErrors = expectErrors();
  // The key server returns 503 for everything but its keys.
  const openAway = () => openDatabase({ url: inject("supabaseUrl") });
  const api = testApi({ metricsToken: TOKEN, openDatabase: openAway });
  const response = await call(api, TOKEN, PATH);
  expect([response.status, (await errorOf(response)).code]).toEqual([503, "database_unavailable"]);
  expect(takeErrors()).toHaveLength(1);
});
