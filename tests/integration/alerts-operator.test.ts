import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { operatorAuditQuery } from "#core/contract/operator.ts";
import {
  alertHistoryResponse,
  operatorAlertsResponse,
  testAlertResponse,
} from "#core/contract/operator-alerts.ts";
import type { MailOutcome, OutageLog } from "#core/ports.ts";
import { exportAlertHistory, listAlertHistory } from "#core/services/alerts/alert-history.ts";
import { getAlertsPage } from "#core/services/alerts/alerts-page.ts";
import { checkDatabase } from "#core/services/alerts/database-outage.ts";
import { evaluateAlerts } from "#core/services/alerts/evaluate-alerts.ts";
import { closeAlert } from "#core/services/alerts/handle-alert.ts";
import { muteRule, unmuteRule } from "#core/services/alerts/mute-rule.ts";
import { sendTestAlert } from "#core/services/alerts/send-test-alert.ts";
import { recordRun } from "#core/services/health/cron-run.ts";
import { getOperator } from "#core/services/operator/get-operator.ts";
import { listOperatorLog } from "#core/services/operator/list-operator-log.ts";
import type { Database } from "#core/storage/database.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { memoryOutages } from "#tests/support/outage-log.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { BUILD } from "#worker/build-info.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ONCALL = "oncall@latchkey.test";
const RUNBOOK = "https://wiki.latchkey.test/operations";
const RULE = "ledger_unequal";
const REASON = "Known, ticket 2401";

interface Sent {
  type: string;
  id: string;
  alert: string;
}

let database: TestDatabase;
let db: Database;
let now: number;
let sent: Sent[];
let outcome: MailOutcome;
let outages: OutageLog;
beforeAll(async () => {
  database = await startTestDatabase();
  db = database.db;
});
afterAll(() => database.stop());
beforeEach(async () => {
  now = Date.UTC(2030, 0, 1, 12);
  sent = [];
  outages = memoryOutages();
  outcome = { outcome: "sent", reason: "" };
  await db.$client.batch(
    [
      "alert_notices",
      "alerts",
      "alert_mutes",
      "alert_settings",
      "cron_steps",
      "ledger_balances",
      "payment_events",
    ].map((table) => `DELETE FROM ${table}`),
    "write",
  );
});

/** A run of the cron, with a receiver that takes a repeated id as one. */
async function cron({ webhook = true, on = db } = {}) {
  const send = async (message: object, id: string) => {
    const { type, data } = message as { type: string; data: { alert: string } };
    const isKnown = sent.some((known) => known.id === id);
    if (outcome.outcome === "sent" && !isKnown) sent.push({ type, id, alert: data.alert });
    return outcome;
  };
  const alertTargets = () => ({
    runbook: RUNBOOK,
    emails: [ONCALL],
    mailer: { send: async () => outcome },
    webhook: webhook ? { host: "hooks.latchkey.test", send } : null,
  });
  const ctx = { db: on, clock: { now: () => now }, requestId: "cron", outages };
  await checkDatabase({ ...ctx, alertTargets });
  return evaluateAlerts({ ...ctx, ...alertTargets() });
}
const cronIn = (ms: number) => {
  now += ms;
  return cron();
};
const begin = () => execute("INSERT INTO ledger_balances (account, micros) VALUES ('stray', 5)");
const end = () => execute("DELETE FROM ledger_balances WHERE account = 'stray'");
const execute = (sql: string) => db.$client.execute(sql);
const types = () => sent.map(({ type }) => type);

const operator = () => testOperator(db, { operator: "ana", now: () => now });
const mute = (hours: 1 | 4 | 24 = 1) => muteRule(operator(), { rule: RULE, hours, reason: REASON });
const page = async () => operatorAlertsResponse.strict().parse(await getAlertsPage(operator()));
const logged = async () =>
  (await listOperatorLog(operator(), operatorAuditQuery.parse({}))).items.map(
    ({ action, reason, detail }) => ({
      action,
      reason,
      detail,
    }),
  );

describe("a muted rule", () => {
  it("fires and is listed without a notice, and sends exactly one when the mute ends and it still fires", async () => {
    await mute();
    await begin();
    await cron();
    await cronIn(30 * MINUTE);
    const { firing, rules } = await page();
    expect(firing).toMatchObject([{ rule: RULE, notified_at: null, notified_by: [], notices_sent: 0 }]);
    expect(rules.find(({ name }) => name === RULE)).toMatchObject({ state: "muted", firing: 1 });
    expect((await getOperator(operator(), "")).firing_alerts).toBe(1);
    expect(types()).toEqual([]);
    await cronIn(31 * MINUTE);
    await cronIn(MINUTE);
    expect(types()).toEqual(["alert.firing"]);
    expect((await page()).firing).toMatchObject([{ notified_by: ["email", "webhook"], muted_until: null }]);
  });

  it("sends exactly one when the mute is ended early", async () => {
    await mute(24);
    await begin();
    await cron();
    await unmuteRule(operator(), { rule: RULE, reason: "Fixed" });
    await Promise.all([cron(), cron(), cron()]);
    expect(types()).toEqual(["alert.firing"]);
  });

  it("sends nothing about an alert that begins and recovers while it is muted", async () => {
    await mute();
    await begin();
    await cron();
    await end();
    await cronIn(4 * MINUTE);
    await cronIn(2 * HOUR);
    expect((await page()).firing).toEqual([]);
    expect(types()).toEqual([]);
  });

  it("still sends the recovery of an alert that was announced before", async () => {
    await begin();
    await cron();
    await mute();
    await end();
    await cronIn(4 * MINUTE);
    await cronIn(2 * HOUR);
    expect(types()).toEqual(["alert.firing", "alert.recovered"]);
  });

  it("drops what still waits to be sent, and sends it after the mute", async () => {
    outcome = { outcome: "later", reason: "503" };
    await begin();
    await cron();
    await mute(24);
    outcome = { outcome: "sent", reason: "" };
    await cronIn(2 * HOUR);
    expect(types()).toEqual([]);
    await cronIn(23 * HOUR);
    expect(types()).toEqual(["alert.firing"]);
  });

  it("leaves other rules alone", async () => {
    await muteRule(operator(), { rule: "provider_errors", hours: 1, reason: REASON });
    await begin();
    await cron();
    expect(types()).toEqual(["alert.firing"]);
  });

  it("sends no notice of a database that can't be written either, as long as it can be read", async () => {
    const failing = { ...db.$client, batch: () => Promise.reject(new Error("read-only")) };
    const readOnly = Object.assign(Object.create(db), { $client: failing });
    await muteRule(operator(), { rule: "database_unwritable", hours: 1, reason: REASON });
    for (let minute = 0; minute < 60; minute += 1) {
      await expect(cron({ on: readOnly })).rejects.toThrow("read-only");
      now += MINUTE;
    }
    expect(sent).toEqual([]);
    await expect(cron({ on: readOnly })).rejects.toThrow("read-only");
    expect(sent.map(({ alert }) => alert)).toEqual(["database_unwritable"]);
  });
});

describe("muting", () => {
  it("is recorded with its reason, also when it is changed or ended, and not when there is nothing to end", async () => {
    const before = (await logged()).length;
    expect(await mute(4)).toEqual({ muted_until: "2030-01-01T16:00:00.000Z" });
    await mute(1);
    expect((await page()).rules.find(({ name }) => name === RULE)?.muted_until).toBe(
      "2030-01-01T13:00:00.000Z",
    );
    const done = await unmuteRule(operator(), { rule: RULE, reason: " Fixed " });
    expect(done).toEqual({ muted_until: null });
    await unmuteRule(operator(), { rule: RULE, reason: "Again" });
    const title = "Ledger doesn't add up";
    const entries = await logged();
    expect(entries).toHaveLength(before + 3);
    expect(entries.slice(0, 3)).toEqual([
      { action: "alert.unmuted", reason: "Fixed", detail: { rule: RULE, title } },
      {
        action: "alert.muted",
        reason: REASON,
        detail: { rule: RULE, title, until: "2030-01-01T13:00:00.000Z" },
      },
      {
        action: "alert.muted",
        reason: REASON,
        detail: { rule: RULE, title, until: "2030-01-01T16:00:00.000Z" },
      },
    ]);
  });

  it("refuses an unknown rule and a missing reason, and records neither", async () => {
    const before = (await logged()).length;
    const input = { hours: 1, reason: REASON } as const;
    await expect(muteRule(operator(), { ...input, rule: "toString" })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(muteRule(operator(), { ...input, rule: RULE, reason: " " })).rejects.toMatchObject({
      details: { field: "reason" },
    });
    await expect(unmuteRule(operator(), { rule: "nothing", reason: REASON })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await page()).rules.filter(({ state }) => state === "muted")).toEqual([]);
    expect(await logged()).toHaveLength(before);
  });
});

describe("a closed alert", () => {
  const close = async () => {
    const [alert] = (await page()).firing;
    if (!alert) throw new Error("nothing fires");
    await closeAlert(operator(), { alert: alert.id, note: REASON });
  };

  it("ends for its targets, stays closed while the same is found, and fires again with new facts", async () => {
    await begin();
    await cron();
    await close();
    for (let run = 0; run < 5; run += 1) await cronIn(MINUTE);
    expect(types()).toEqual(["alert.firing", "alert.recovered"]);
    expect((await page()).firing).toEqual([]);
    await execute("UPDATE ledger_balances SET micros = 7");
    await cronIn(MINUTE);
    expect(types()).toEqual(["alert.firing", "alert.recovered", "alert.firing"]);
    const { items } = await listAlertHistory(operator(), { limit: 10 });
    expect(items.map(({ started_at, closed_by }) => [started_at, closed_by])).toEqual([
      ["2030-01-01T12:06:00.000Z", null],
      ["2030-01-01T12:00:00.000Z", "ana"],
    ]);
  });

  it("fires again when its condition ended and returns, also with the same facts", async () => {
    await begin();
    await cron();
    await close();
    await end();
    for (let run = 0; run < 4; run += 1) await cronIn(MINUTE);
    await begin();
    await cronIn(MINUTE);
    expect(types()).toEqual(["alert.firing", "alert.recovered", "alert.firing"]);
  });

  it("that never reached anybody says nothing more", async () => {
    await mute();
    await begin();
    await cron();
    await close();
    await cronIn(2 * HOUR);
    expect(types()).toEqual([]);
  });
});

describe("a test alert", () => {
  const test = async () =>
    testAlertResponse.strict().parse(await sendTestAlert(operator(), { reason: "New receiver" }));

  it("goes once to every destination, is recorded, and is no alert", async () => {
    await cron();
    expect(await Promise.all([test(), test()])).toContainEqual({ destinations: 2, repeated: false });
    expect(await test()).toEqual({ destinations: 2, repeated: true });
    expect(await cron()).toMatchObject({ sent: 2 });
    expect(sent).toEqual([{ type: "alert.test", alert: "test", id: expect.stringMatching(/-test$/) }]);
    await cronIn(4 * MINUTE);
    expect(types()).toEqual(["alert.test"]);
    const { firing, destinations } = await page();
    expect(firing).toEqual([]);
    expect(destinations.map(({ last_sent_at }) => last_sent_at)).toEqual(
      Array.from({ length: 2 }, () => "2030-01-01T12:00:00.000Z"),
    );
    expect((await listAlertHistory(operator(), { limit: 10 })).items).toEqual([]);
    expect((await logged())[0]).toEqual({
      action: "alert.tested",
      reason: "New receiver",
      detail: { destinations: 2 },
    });
    expect(await test()).toEqual({ destinations: 2, repeated: false });
  });

  it("without a destination says what to set", async () => {
    await expect(test()).rejects.toThrow(/Set ALERT_EMAILS or ALERT_WEBHOOK_URL/);
  });
});

describe("the page", () => {
  it("names each destination without a secret, and what fails there", async () => {
    outcome = { outcome: "later", reason: "503" };
    await begin();
    await cron();
    await cronIn(MINUTE);
    const { destinations } = await page();
    expect(destinations).toEqual([
      {
        kind: "email",
        name: ONCALL,
        last_sent_at: null,
        failing: { error: "503", attempts: 2, next_at: "2030-01-01T12:03:00.000Z" },
      },
      {
        kind: "webhook",
        name: "hooks.latchkey.test",
        last_sent_at: null,
        failing: { error: "503", attempts: 2, next_at: "2030-01-01T12:03:00.000Z" },
      },
    ]);
    outcome = { outcome: "sent", reason: "" };
    await cronIn(10 * MINUTE);
    expect((await page()).destinations.map(({ failing }) => failing)).toEqual([null, null]);
    await cron({ webhook: false });
    expect((await page()).destinations.map(({ kind }) => kind)).toEqual(["email"]);
  });

  it("has each rule with its section of the runbook, and says when they were checked", async () => {
    expect(await page()).toMatchObject({ checked_at: null, late: true, destinations: [] });
    await cron();
    const run = { name: "alerts", startedAt: now, duration: 5, error: null, report: {} };
    await recordRun({ db, clock: { now: () => now }, requestId: "cron" }, [run], BUILD);
    now += 5 * MINUTE;
    const { rules, checked_at, late } = await page();
    expect({ checked_at, late }).toEqual({ checked_at: "2030-01-01T12:00:00.000Z", late: false });
    expect(rules).toHaveLength(13);
    expect(rules.every(({ state }) => state === "ok")).toBe(true);
    expect(rules.find(({ name }) => name === RULE)?.runbook).toBe(`${RUNBOOK}#ledger-doesnt-add-up`);
    expect((await getOperator(operator(), "")).runbook).toBe(RUNBOOK);
    now += 1;
    expect((await page()).late).toBe(true);
  });

  it("counts events that keep failing, and payments that aren't credited", async () => {
    const counted = async () => (await getOperator(operator(), "")).failing_payments;
    expect(await counted()).toBe(0);
    await execute(`INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
      VALUES ('evt_1', 't', 'o', ${now - 6 * MINUTE}, ${now}, 2, 'order_unknown'),
        ('evt_2', 't', 'o', ${now - MINUTE}, ${now}, 1, 'order_unknown'),
        ('evt_3', 't', 'o', ${now - HOUR}, ${now}, 2, NULL)`);
    expect(await counted()).toBe(1);
    await execute("INSERT INTO accounts (id, user_id, email, created_at) VALUES (7, 'u7', 'a@b.test', 0)");
    await execute(`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at, paid_at)
      VALUES ('ord_1', 7, 'balance', 'usd', 2500, 'paid', 0, ${now - 3 * HOUR})`);
    expect(await counted()).toBe(2);
    await execute(`INSERT INTO ledger_transfers (debit, credit, micros, kind, source, created_at, order_id)
      VALUES ('stripe:usd', 'customer:7', 25000000, 'top_up', 'test:1', 0, 'ord_1')`);
    expect(await counted()).toBe(1);
  });
});

describe("the history", () => {
  async function recordAlerts(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      await begin();
      await cron();
      await end();
      await cronIn(4 * MINUTE);
    }
  }

  it("is paged, newest first, with what was sent; an alert that begins meanwhile moves nothing", async () => {
    await recordAlerts(4);
    await begin();
    await cron();
    const first = await listAlertHistory(operator(), { limit: 2 });
    await execute(
      "INSERT INTO alerts (name, subject, summary, started_at, seen_at) VALUES ('usage_behind', '', '', 9, 9)",
    );
    const second = await listAlertHistory(operator(), { limit: 2, cursor: first.next_cursor ?? "" });
    const third = await listAlertHistory(operator(), { limit: 2, cursor: second.next_cursor ?? "" });
    const items = [first, second, third].flatMap((part) => alertHistoryResponse.strict().parse(part).items);
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort((a, b) => b - a));
    expect(
      items.map(({ rule, recovered_at, notices_sent }) => [rule, recovered_at !== null, notices_sent]),
    ).toEqual([[RULE, false, 2], ...Array.from({ length: 4 }, () => [RULE, true, 4])]);
    expect(third.next_cursor).toBeNull();
    await expect(listAlertHistory(operator(), { limit: 2, cursor: "1-2" })).rejects.toMatchObject({
      details: { field: "cursor" },
    });
  });

  it("is the same as a file", async () => {
    await recordAlerts(2);
    const file = await new Response(await exportAlertHistory(operator())).text();
    const lines = file.trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      "started_at,recovered_at,rule,title,severity,subject,summary,notices_sent,acknowledged_at,acknowledged_by,closed_at,closed_by,note",
    );
    expect(lines[1]).toMatch(
      /^2030-01-01T12:04:00\.000Z,2030-01-01T12:08:00\.000Z,ledger_unequal,Ledger doesn't add up,/,
    );
  });
});

it("commands do the same as the desk", async () => {
  vi.stubEnv("LIBSQL_URL", database.url);
  const command = async (...words: string[]) => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    return { code: await runOperator(words, { log: note, error: note }), text: lines.join("\n") };
  };
  now = Date.now();
  await cron();
  const by = ["--reason", REASON, "--by", "ben"];
  expect(await command("mute", RULE, "--hours", "4", ...by)).toMatchObject({ code: 0 });
  expect((await command("alerts")).text).toMatch(/^No alerts\.\nmuted {5}ledger_unequal until /);
  expect(await command("unmute", RULE, ...by)).toEqual({ code: 0, text: "ledger_unequal isn't muted." });
  expect((await command("test-alert", ...by)).text).toBe(
    "The next run of the cron sends a test to 2 destinations.",
  );
  expect((await command("test-alert", ...by)).text).toMatch(/Nothing more is sent/);
  expect(await command("mute", RULE, "--hours", "2", ...by)).toMatchObject({ code: 2 });
  expect(await command("mute", "nothing", "--hours", "4", ...by)).toMatchObject({ code: 1 });
  expect((await logged()).slice(0, 3).map(({ action }) => action)).toEqual([
    "alert.tested",
    "alert.unmuted",
    "alert.muted",
  ]);
  vi.unstubAllEnvs();
});
