import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteText } from "#core/domain/alert-findings.ts";
import { ALERTS, type AlertName } from "#core/domain/alerts.ts";
import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import type { Mail } from "#core/ports.ts";
import { checkDatabase } from "#core/services/alerts/database-outage.ts";
import { evaluateAlerts } from "#core/services/alerts/evaluate-alerts.ts";
import { readAlerts } from "#core/storage/alerts.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startInbox } from "#scripts/local/inbox/index.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { memoryOutages } from "#tests/support/outage-log.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { createAlertWebhook } from "#worker/adapters/alert-webhook.ts";
import { createResendMailer } from "#worker/adapters/resend-mailer.ts";
import { openCheckout, type Stage, startPayments } from "./payments-harness.ts";

const API_KEY = "re_tell_nobody";
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const RUNBOOK = "https://wiki.latchkey.test/operations";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Message {
  id: string;
  type: string;
  data: { alert: string; subject: string; severity: string; runbook: string; recovered_at: string | null };
}

let stage: Stage;
let db: Database;
let folder: string;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  stage = await startPayments();
  db = stage.database.db;
  folder = mkdtempSync(join(tmpdir(), "latchkey-alerts-"));
  const [port = 0] = await freePorts(1);
  inbox = await startInbox({ port, folder, mailApiKey: API_KEY });
  receiver = await startReceiver();
  await execute("INSERT INTO models (id, name) VALUES (1, 'demo-small'), (2, 'test')");
});
afterAll(async () => {
  await receiver.stop();
  await inbox.stop();
  rmSync(folder, { recursive: true });
  await stage.stop();
});
beforeEach(async () => {
  receiver.messages.length = 0;
  receiver.status = 204;
});

/** A receiver as an operator would write it: the library verifies, and a message with a known id is ignored. */
async function startReceiver() {
  const webhook = new Webhook(SECRET);
  const messages: Message[] = [];
  const state = { status: 204, messages, requests: 0, url: "", stop: async () => {} };
  const take = (headers: IncomingHttpHeaders, body: string) => {
    const message = webhook.verify(body, headers as Record<string, string>) as Omit<Message, "id">;
    const id = String(headers["webhook-id"]);
    if (!messages.some((known) => known.id === id)) messages.push({ ...message, id });
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    state.requests += 1;
    if (state.status === 204) take(request.headers, body);
    response.writeHead(state.status).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  state.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/alerts`;
  state.stop = () => new Promise((closed) => server.close(() => closed()));
  return state;
}

/** A mailbox of its own for each test. */
const newAddress = () => `oncall-${crypto.randomUUID()}@latchkey.test`;

async function mailsTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${inbox.url}/messages?${new URLSearchParams({ to: email })}`);
  return ((await response.json()) as { items: Mail[] }).items;
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).sort();

interface Run {
  now?: number;
  emails?: string[];
  database?: Database;
}

const outages = memoryOutages();

/** As the cron begins and ends. */
async function run({ now = Date.now(), emails = [], database = db }: Run = {}) {
  const alertTargets = () => ({
    emails,
    runbook: RUNBOOK,
    mailer: createResendMailer({ apiKey: API_KEY, from: "notices@latchkey.test", apiUrl: inbox.url }),
    webhook: createAlertWebhook({ url: receiver.url, secret: SECRET }),
  });
  const ctx = { db: database, clock: { now: () => now }, requestId: "test", outages };
  await checkDatabase({ ...ctx, alertTargets });
  return evaluateAlerts({ ...ctx, ...alertTargets() });
}

const execute = (sql: string, args: Record<string, string | number> = {}) =>
  db.$client.execute({ sql, args });

/** One statement, because a hundred writers at once wait too long for each other on a busy machine. */
const insertUsage = (
  count: number,
  { outcome = 1, status = 200, model = 1, lines = null as string | null },
) =>
  execute(
    `INSERT INTO api_usage (request_id, account_id, key_id, timestamp, endpoint_id, status_code, response_time,
       cost_micros, tokens_in, tokens_out, model_id, outcome, price_lines)
     SELECT value, 1, 1, :at, 1, :status, 10, 0, 0, 0, :model, :outcome, ${lines === null ? "NULL" : `'${lines}'`}
     FROM json_each(:ids)`,
    {
      at: Date.now(),
      status,
      model,
      outcome,
      ids: JSON.stringify(Array.from({ length: count }, () => crypto.randomUUID())),
    },
  );

/** How each alert comes about, and how its cause goes away. */
const CAUSES: Record<
  Exclude<AlertName, "database_unwritable">,
  { begin: () => Promise<unknown>; end: string }
> = {
  cron_step_failing: {
    begin: () =>
      execute(`INSERT INTO cron_steps (name, request_id, started_at, duration, error, succeeded_at, report)
        VALUES ('emails', 'r', ${Date.now()}, 1, 'no sender', ${Date.now() - 10 * MINUTE}, '{}')`),
    end: "UPDATE cron_steps SET error = NULL",
  },
  ledger_unequal: {
    begin: () => execute("INSERT INTO ledger_balances (account, micros) VALUES ('stray', 5)"),
    end: "DELETE FROM ledger_balances WHERE account = 'stray'",
  },
  provider_errors: {
    begin: () => insertUsage(20, { outcome: OUTCOMES.failed, status: 502 }),
    end: "DELETE FROM api_usage",
  },
  provider_throttling: {
    begin: () => insertUsage(20, { outcome: OUTCOMES.failed, status: 429 }),
    end: "DELETE FROM api_usage",
  },
  usage_above_hold: {
    begin: () => insertUsage(1, { lines: '{"tier":"default","lines":[],"above_hold":true}' }),
    end: "DELETE FROM api_usage",
  },
  usage_rejected: {
    begin: () => execute(`INSERT INTO rejected_usage (account_id, since) VALUES (7, ${Date.now()})`),
    end: "DELETE FROM rejected_usage",
  },
  usage_behind: {
    begin: async () => {
      await insertUsage(1, {});
      await execute("UPDATE api_usage SET timestamp = timestamp - 1200000");
    },
    end: "DELETE FROM api_usage",
  },
  payments_differ: {
    begin: () =>
      execute(
        `INSERT INTO reconciliation (one, started_at, found, last) VALUES (1, 0, '{}', '{"problem_count":1,"problems":[]}')`,
      ),
    end: "DELETE FROM reconciliation",
  },
  stripe_events_failing: {
    begin: async () => {
      await stage.control.deliveries("normal");
      const body = JSON.stringify({
        id: "evt_of_nobody",
        object: "event",
        type: "checkout.session.completed",
        created: 1,
        data: { object: { id: "cs_of_nobody", object: "checkout.session" } },
      });
      const { default: Stripe } = await import("stripe");
      const header = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: "whsec_payments" });
      const send = () =>
        fetch(stage.webhookUrl, { method: "POST", body, headers: { "stripe-signature": header } });
      expect([(await send()).ok, (await send()).ok]).toEqual([false, false]);
      const { rows } = await execute("SELECT deliveries, error, object_id FROM payment_events");
      expect(rows).toEqual([{ deliveries: 2, error: "order_unknown", object_id: "cs_of_nobody" }]);
      await execute("UPDATE payment_events SET received_at = received_at - 600000");
    },
    end: "UPDATE payment_events SET error = NULL",
  },
  stripe_events_missing: {
    begin: async () => {
      const customer = await stage.newCustomer();
      await stage.control.pay(await openCheckout(customer, 25));
      await settledOrders();
      await execute("UPDATE checkout_orders SET paid_at = paid_at - 1800000");
      await execute("DELETE FROM payment_events");
    },
    end: `INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries)
      VALUES ('evt_late', 'charge.updated', 'ch', ${Date.now()}, ${Date.now()}, 1)`,
  },
  refunds_overdue: {
    begin: async () => {
      const { account } = await stage.newCustomer();
      await execute(`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at)
        VALUES ('ord_returned', ${account.id}, 'balance', 'usd', 2500, 'expired', 0)`);
      await execute(`INSERT INTO returned_payments (order_id, payment_intent, found_at)
        VALUES ('ord_returned', 'pi_returned', ${Date.now() - 2 * HOUR})`);
    },
    end: "UPDATE returned_payments SET refunded_at = 1",
  },
  emails_waiting: {
    begin: async () => {
      const { account } = await stage.newCustomer();
      const notice = { accountId: account.id, kind: "low_balance", at: Date.now() - 2 * HOUR };
      await writeBatch(stage.context.db, storeNotices([notice]));
    },
    end: "UPDATE notification_deliveries SET mail_at = NULL",
  },
};

/** The webhook of the payment before arrives on its own. */
const settledOrders = () =>
  expect
    .poll(
      async () =>
        (await execute("SELECT count(*) AS n FROM checkout_orders WHERE status = 'paid'")).rows[0]?.n,
    )
    .toBe(1);

const firing = async () =>
  (await readAlerts(db, { since: Number.MAX_SAFE_INTEGER, limit: 100 })).map(({ name }) => name);

describe("each alert", () => {
  it.each(Object.entries(CAUSES))(
    "%s fires once it has held for its duration, and recovers, by email and by webhook",
    async (name, { begin, end }) => {
      const oncall = newAddress();
      const { severity, title, holdsFor } = ALERTS[name as AlertName];
      expect(await firing()).toEqual([]);
      await begin();
      const began = Date.now();
      const runAt = (now: number) => run({ emails: [oncall], now });
      for (let held = 0; held < holdsFor; held += MINUTE) await runAt(began + held);
      expect(await firing()).toEqual([]);
      const held = began + holdsFor;
      await Promise.all([runAt(held), runAt(held), runAt(held)]);
      await runAt(held);
      expect(await firing()).toEqual([name]);
      const word = severity === "critical" ? "Critical" : "Warning";
      expect(await subjectsTo(oncall)).toEqual([`${word}: ${title}`]);
      expect(
        receiver.messages.map(({ type, data }) => [type, data.alert, data.severity, data.recovered_at]),
      ).toEqual([["alert.firing", name, severity, null]]);

      await execute(end);
      await runAt(held + MINUTE);
      expect(await firing()).toEqual([name]);
      const calm = held + 4 * MINUTE;
      await Promise.all([runAt(calm), runAt(calm)]);
      expect(await firing()).toEqual([]);
      expect(await subjectsTo(oncall)).toEqual([`${word}: ${title}`, `Recovered: ${title}`].sort());
      expect(receiver.messages.map(({ type }) => type)).toEqual(["alert.firing", "alert.recovered"]);
      expect(receiver.messages[1]?.data.recovered_at).toBe(new Date(held + MINUTE).toISOString());
      const subject = {
        cron_step_failing: "emails",
        provider_errors: "demo-small",
        provider_throttling: "demo-small",
        usage_above_hold: "demo-small",
      };
      expect(receiver.messages[0]?.data.subject).toBe(subject[name as keyof typeof subject] ?? "");
    },
  );
});

const { ledger_unequal: LEDGER } = CAUSES;

it("failures that a test key requested are none of the provider's", async () => {
  await insertUsage(100, { model: 2, outcome: OUTCOMES.failed, status: 503 });
  expect(await run()).toMatchObject({ found: [] });
  await execute("DELETE FROM api_usage");
});

it("a notice names the rule, its figures and the runbook's section, and escapes what it shows", async () => {
  const oncall = newAddress();
  await execute("UPDATE cron_steps SET name = '<b>usage</b>', error = 'x', succeeded_at = NULL");
  const began = Date.now();
  for (let minutes = 0; minutes <= 5; minutes += 1)
    await run({ emails: [oncall], now: began + minutes * MINUTE });
  const [mail] = await mailsTo(oncall);
  expect(mail?.text).toBe(
    `Critical: Cron step failing\n\nThe step "<b>usage</b>" has never succeeded. Since ${minuteText(began)}.\n\nOpen the runbook:\n${RUNBOOK}#cron-step-failing\n\nYou receive this email because your address is in ALERT_EMAILS.\n`,
  );
  expect(mail?.html).toContain("&lt;b&gt;usage&lt;/b&gt;");
  expect(mail?.html).not.toContain("<b>usage");
  await execute("DELETE FROM cron_steps");
  await run({ now: began + 9 * MINUTE });
});

it("a receiver that is down gets the same message once it is back, and doesn't delay the emails", async () => {
  const oncall = newAddress();
  receiver.status = 503;
  await LEDGER.begin();
  expect(await run({ emails: [oncall] })).toMatchObject({ sent: 1, reasons: ["webhook: 503"] });
  expect(await subjectsTo(oncall)).toEqual(["Critical: Ledger doesn't add up"]);
  const before = receiver.requests;
  await run({ emails: [oncall] });
  expect(receiver.requests).toBe(before);
  receiver.status = 204;
  await run({ emails: [oncall], now: Date.now() + 3 * MINUTE });
  expect(receiver.messages.map(({ type }) => type)).toEqual(["alert.firing"]);
  expect(await subjectsTo(oncall)).toHaveLength(1);
  await execute(LEDGER.end);
  await run({ now: Date.now() + 10 * MINUTE });
});

it("a command lists what fires and what recovered, and says by its code whether one fires", async () => {
  vi.stubEnv("LIBSQL_URL", stage.database.url);
  const operator = async () => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    return { code: await runOperator(["alerts"], { log: note, error: note }), text: lines.join("\n") };
  };
  await LEDGER.begin();
  await run();
  const { code, text } = await operator();
  expect(code).toBe(1);
  expect(text).toMatch(/^ *\d+ {2}FIRING +critical {2}.* UTC, 0 s {2}Ledger doesn't add up: All balances/);
  await execute(LEDGER.end);
  await run({ now: Date.now() + 4 * MINUTE });
  expect(await operator()).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^ *\d+ {2}recovered +critical/),
  });
  vi.unstubAllEnvs();
});

it("an address that is added later learns of what still fires, and one that was removed gets nothing more", async () => {
  const [first, second] = [newAddress(), newAddress()];
  await LEDGER.begin();
  await run({ emails: [first] });
  await run({ emails: [second] });
  expect([await subjectsTo(first), await subjectsTo(second)].map(({ length }) => length)).toEqual([1, 1]);
  await execute(LEDGER.end);
  await run({ emails: [second], now: Date.now() + 4 * MINUTE });
  expect([await subjectsTo(first), await subjectsTo(second)].map(({ length }) => length)).toEqual([1, 2]);
});

it("reports a database that can't be written from the third run on, each target once, and its recovery", async () => {
  const oncall = newAddress();
  const [port = 0] = await freePorts(1);
  const gone = openDatabase({ url: `http://127.0.0.1:${port}` });
  const began = Date.UTC(2030, 0, 1, 12, 30);
  const failing = (minute: number) =>
    expect(run({ emails: [oncall], database: gone, now: began + minute * MINUTE })).rejects.toThrow();
  await failing(0);
  await failing(1);
  expect(receiver.messages).toEqual([]);
  receiver.status = 503;
  await failing(2);
  receiver.status = 204;
  await failing(3);
  await failing(4);
  expect(receiver.messages.map(({ data }) => data.alert)).toEqual(["database_unwritable"]);
  expect(await subjectsTo(oncall)).toEqual(["Critical: Database can't be written"]);
  for (const minute of [5, 6, 7, 8]) await run({ emails: [oncall], now: began + minute * MINUTE });
  expect(receiver.messages.map(({ type }) => type)).toEqual(["alert.firing", "alert.recovered"]);
  const [alert] = await readAlerts(db, { since: began, limit: 1 });
  expect(alert).toMatchObject({
    name: "database_unwritable",
    startedAt: began,
    recoveredAt: began + 5 * MINUTE,
  });
});

it("waits for a busy database", async () => {
  // More than one write takes.
  let refusals = 15;
  const batch: Database["$client"]["batch"] = (...given) => {
    refusals -= 1;
    const busy = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
    return refusals < 0 ? db.$client.batch(...given) : Promise.reject(busy);
  };
  const busy = Object.assign(Object.create(db), {
    $client: Object.assign(Object.create(db.$client), { batch }),
  });
  await run({ database: busy, now: Date.UTC(2030, 0, 2) });
  expect(refusals).toBeLessThan(0);
});

it("forgets alerts three months after they recovered, and their notices", async () => {
  await run({ now: Date.UTC(2030, 3, 15) });
  const { rows } = await execute(
    "SELECT (SELECT count(*) FROM alerts) AS alerts, (SELECT count(*) FROM alert_notices) AS notices",
  );
  expect(rows).toEqual([{ alerts: 0, notices: 0 }]);
});
