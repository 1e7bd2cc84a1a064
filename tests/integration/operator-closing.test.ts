import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PaymentEvent } from "#core/ports.ts";
import { exportAlertHistory, listAlertHistory } from "#core/services/alerts/alert-history.ts";
import { getAlertsPage } from "#core/services/alerts/alerts-page.ts";
import { acknowledgeAlert, closeAlert } from "#core/services/alerts/handle-alert.ts";
import { closeDifference } from "#core/services/operator/close-difference.ts";
import { showComparison } from "#core/services/operator/compare-now.ts";
import { getOperator } from "#core/services/operator/get-operator.ts";
import { getOverview } from "#core/services/operator/get-overview.ts";
import { summarizePayments } from "#core/services/operator/list-payments.ts";
import { closePaymentEvent, listPaymentEvents } from "#core/services/operator/payment-events.ts";
import { comparePayments } from "#core/services/payments/compare-payments.ts";
import type { Database } from "#core/storage/database.ts";
import { notePaymentEvent } from "#core/storage/payment-events.ts";
import { storeReconciliation } from "#core/storage/reconciliation.ts";
import { runOperator } from "#scripts/operator/run-operator.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOTE = "A test payment, ticket 2401";
const AT = "2030-01-01T12:00:00.000Z";

let database: TestDatabase;
let db: Database;
let now: number;
beforeAll(async () => {
  database = await startPatientDatabase();
  db = database.db;
  await execute("INSERT INTO accounts (id, user_id, email, created_at) VALUES (7, 'u7', 'a@b.test', 0)");
});
afterAll(() => database.stop());

/** The operator log can't be emptied. */
let logBefore = 0;
beforeEach(async () => {
  now = Date.parse(AT);
  const tables = [
    "alert_notices",
    "alerts",
    "payment_events",
    "closed_differences",
    "reconciliation",
    "checkout_orders",
  ];
  for (const table of tables) await execute(`DELETE FROM ${table}`);
  logBefore = Number((await execute("SELECT coalesce(max(id), 0) AS id FROM operator_log")).rows[0]?.id);
});

const execute = (sql: string) => db.$client.execute(sql);
const operator = (name = "ana") => testOperator(db, { operator: name, now: () => now });
async function logged() {
  const { rows } = await execute(
    `SELECT action, operator, account_id, reason, detail FROM operator_log WHERE id > ${logBefore} ORDER BY id`,
  );
  return rows.map(({ action, operator: name, account_id, reason, detail }) => ({
    action,
    operator: name,
    account_id,
    reason,
    detail: JSON.parse(String(detail)),
  }));
}

describe("a failing event", () => {
  const deliver = (id: string, error: string | null) => {
    const event: PaymentEvent = {
      id,
      type: "charge.updated",
      createdAt: 0,
      objectId: "ch_1",
      paymentIntentId: null,
      isCardSetup: false,
      isForeign: false,
    };
    return notePaymentEvent(db, event, { at: now, error });
  };
  const close = (event: string, note = NOTE, name = "ana") =>
    closePaymentEvent(operator(name), { event, note });
  const listed = async (failing: boolean) =>
    (await listPaymentEvents(operator(), { failing, limit: 25 })).items;

  it("that is closed leaves every list and count of what fails, and stays in the list of all with its note", async () => {
    await deliver("evt_1", "order_unknown");
    await deliver("evt_2", "order_unknown");
    now += 10 * MINUTE;
    const counts = async () => {
      const { failing } = (await listPaymentEvents(operator(), { failing: true, limit: 1 })).counts;
      const { stuck } = await getOverview(operator(), "24h");
      const { events } = await summarizePayments(operator(), "24h");
      const { failing_payments } = await getOperator(operator(), "");
      return [(await listed(true)).length, failing, stuck.events.count, failing_payments, events];
    };
    expect(await counts()).toEqual([2, 2, 2, 2, { total: 2, failing: 2, closed: 0 }]);
    const closed = { at: "2030-01-01T12:10:00.000Z", by: "ana", note: NOTE };
    expect(await close("evt_1", ` ${NOTE} `)).toMatchObject({ error: "order_unknown", closed });
    expect(await counts()).toEqual([1, 1, 1, 1, { total: 2, failing: 1, closed: 1 }]);
    expect((await listed(false)).find(({ id }) => id === "evt_1")).toMatchObject({ closed });
    expect(await logged()).toEqual([
      {
        action: "event.closed",
        operator: "ana",
        account_id: null,
        reason: NOTE,
        detail: { event: "evt_1", type: "charge.updated", error: "order_unknown", order: null },
      },
    ]);
  });

  it("comes back exactly if it fails for another reason than the one that was closed", async () => {
    const act = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("order_unknown", "order_mismatch", null) },
      { weight: 1, arbitrary: fc.constant("close" as const) },
    );
    let event = 0;
    const property = fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      event += 1;
      const id = `evt_of_${event}`;
      await deliver(id, "order_unknown");
      let [error, closed]: [string | null, string | null] = ["order_unknown", null];
      for (const [at, done] of acts.entries()) {
        if (done !== "close") {
          await deliver(id, done);
          if (done !== error) closed = null;
          error = done;
        } else if (error === null) {
          await expect(close(id)).rejects.toMatchObject({ details: { field: "event" } });
        } else {
          closed ??= `Step ${at}`;
          expect((await close(id, `Step ${at}`)).closed?.note).toBe(closed);
        }
        const found = (await listed(false)).find((known) => known.id === id);
        expect(found).toMatchObject({ error, closed: closed && { note: closed } });
        const fails = (await listed(true)).some((known) => known.id === id);
        expect(fails).toBe(error !== null && closed === null);
      }
      await execute("DELETE FROM payment_events");
    });
    await fc.assert(property, { numRuns: runs(60) });
  });

  it("is closed once, however many do it at the same time; an unknown one and a missing note are refused", async () => {
    await deliver("evt_1", "internal_error");
    const names = ["ana", "ben", "cleo"];
    const done = await Promise.all(names.map((name) => close("evt_1", `By ${name}`, name)));
    expect(new Set(done.map(({ closed }) => closed?.note)).size).toBe(1);
    expect(await logged()).toHaveLength(1);
    await expect(close("evt_of_nobody")).rejects.toMatchObject({ code: "not_found" });
    await expect(close("evt_1", " ")).rejects.toMatchObject({ details: { field: "note" } });
    await expect(close("evt_1", "x".repeat(201))).rejects.toMatchObject({ details: { field: "note" } });
  });
});

describe("a difference", () => {
  const chargeOf = (at: number) => ({
    id: `ch_${at}`,
    paymentIntentId: `pi_${at}`,
    orderId: `order_${at}`,
    amountMinor: 2500,
    currency: "usd",
  });
  const nothing = async () => ({ items: [], next: null });
  /** With a provider that has so many charges of orders that nobody knows. */
  async function compare(charges: number) {
    now += HOUR;
    const items = Array.from({ length: charges }, (_, at) => chargeOf(at));
    const payments = {
      ...noPayments,
      listCharges: async () => ({ items, next: null }),
      listReversals: nothing,
    };
    const keySecrets = { pepper: new Uint8Array(32), sealing: new Uint8Array(32) };
    const ctx = { ...operator(), payments, keySecrets, metering: noMetering };
    return (await comparePayments(ctx, { startNow: true })).last;
  }
  const close = (subject: string, code = "order_unknown", note = NOTE) =>
    closeDifference(operator(), { subject, code, note });
  const subjects = (last: { problems: { subject: string }[] } | null | undefined) =>
    last?.problems.map(({ subject }) => subject) ?? [];

  it("that is closed makes room at once, and the next comparison lists another one", async () => {
    expect(await compare(22)).toMatchObject({ problem_count: 22, closed: 0 });
    const { last } = await close("ch_0");
    expect(last).toMatchObject({ problem_count: 21, closed: 1 });
    expect(subjects(last)).toHaveLength(19);
    for (const at of [1, 2, 3]) await close(`ch_${at}`);
    expect((await showComparison(operator())).last).toMatchObject({ problem_count: 18, closed: 4 });
    const next = await compare(22);
    expect(next).toMatchObject({ problem_count: 18, closed: 4 });
    expect(subjects(next)).toEqual(Array.from({ length: 18 }, (_, at) => `ch_${at + 4}`));
    expect(await logged()).toHaveLength(4);
    expect((await logged())[0]).toMatchObject({
      action: "difference.closed",
      reason: NOTE,
      detail: { subject: "ch_0", code: "order_unknown" },
    });
  });

  it("of the same payment with another code is a new one", async () => {
    await compare(1);
    await close("ch_0");
    expect(await compare(1)).toMatchObject({ problem_count: 0, closed: 1 });
    await execute(`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at)
      VALUES ('order_0', 7, 'balance', 'usd', 100, 'open', 0)`);
    const last = await compare(1);
    expect(last?.problems).toEqual([{ subject: "ch_0", code: "order_mismatch" }]);
    await close("ch_0", "order_mismatch");
    expect(await compare(1)).toMatchObject({ problem_count: 0, closed: 1 });
  });

  it("is closed once, and only if the last comparison found it", async () => {
    await compare(1);
    await Promise.all([close("ch_0"), close("ch_0", "order_unknown", "Another"), close("ch_0")]);
    await close("ch_0");
    expect(await logged()).toHaveLength(1);
    for (const [subject, code] of [
      ["ch_0", "order_mismatch"],
      ["ch_1", "order_unknown"],
    ] as const)
      await expect(close(subject, code)).rejects.toMatchObject({ code: "not_found" });
    await expect(close("ch_0", "order_unknown", "")).rejects.toMatchObject({ details: { field: "note" } });
  });

  it("of the operator's own account is left to another operator", async () => {
    await execute(`INSERT INTO checkout_orders (id, account_id, product, currency, amount_minor, status, created_at)
      VALUES ('order_own', 7, 'balance', 'usd', 100, 'open', 0)`);
    const difference = { subject: "order_own", code: "payment_unknown" };
    const counts = { compared: 1, repaired: [], repairs: 0, problems: [difference], problem_count: 1 };
    // As a version stored it that couldn't close any.
    const last = JSON.stringify({ ...counts, started_at: AT, finished_at: AT });
    await storeReconciliation(db, { startedAt: now, stage: null, after: null, found: "{}", last });
    const own = { ...operator(), operatorUserId: "u7" };
    await expect(closeDifference(own, { ...difference, note: NOTE })).rejects.toMatchObject({
      code: "own_account",
    });
    await close(difference.subject, difference.code);
    expect(await logged()).toMatchObject([{ action: "difference.closed", account_id: 7 }]);
  });
});

const begin = async (name: string, subject = "") => {
  const { lastInsertRowid } = await execute(
    `INSERT INTO alerts (name, subject, summary, started_at, seen_at)
     VALUES ('${name}', '${subject}', 'What was found', ${now - HOUR}, ${now})`,
  );
  return Number(lastInsertRowid);
};

describe("an alert", () => {
  const recover = (id: number) => execute(`UPDATE alerts SET recovered_at = ${now} WHERE id = ${id}`);
  const badge = async () => (await getOperator(operator(), "")).firing_alerts;
  const shown = async () => (await getAlertsPage(operator())).firing;
  const history = async () => (await listAlertHistory(operator(), { limit: 25 })).items;

  it("that is acknowledged stays on the page with who and when, and no longer counts", async () => {
    const id = await begin("ledger_unequal");
    await begin("provider_errors", "demo-large");
    expect(await badge()).toBe(2);
    const acknowledged = { acknowledged_at: AT, acknowledged_by: "ana", closed_at: null, closed_by: null };
    expect(await acknowledgeAlert(operator(), { alert: id, note: " " })).toEqual({
      ...acknowledged,
      note: null,
    });
    now += MINUTE;
    expect(await acknowledgeAlert(operator("ben"), { alert: id, note: "Me too" })).toMatchObject(
      acknowledged,
    );
    expect(await badge()).toBe(1);
    expect((await shown()).find((alert) => alert.id === id)).toMatchObject(acknowledged);
    expect(
      (await getAlertsPage(operator())).rules.find(({ name }) => name === "ledger_unequal"),
    ).toMatchObject({
      state: "firing",
      firing: 1,
    });
    expect(await logged()).toEqual([
      {
        action: "alert.acknowledged",
        operator: "ana",
        account_id: null,
        reason: null,
        detail: { alert: id, rule: "ledger_unequal", title: "Ledger doesn't add up", subject: "" },
      },
    ]);
  });

  it("that is closed leaves the page, stands in the history and its file, and sends nothing that still waits", async () => {
    const id = await begin("ledger_unequal");
    const notice = (target: string, due: number | null, sent: number | null) =>
      execute(`INSERT INTO alert_notices (alert_id, kind, target, created_at, due_at, sent_at)
        VALUES (${id}, 'firing', '${target}', ${now}, ${due}, ${sent})`);
    await notice("webhook", now, null);
    await notice("a@b.test", null, now);
    await acknowledgeAlert(operator(), { alert: id, note: "Looking into it" });
    now += MINUTE;
    const closed = { closed_at: "2030-01-01T12:01:00.000Z", closed_by: "ben", note: NOTE };
    expect(await closeAlert(operator("ben"), { alert: id, note: NOTE })).toMatchObject(closed);
    expect([await badge(), await shown()]).toEqual([0, []]);
    expect(await history()).toMatchObject([
      { id, acknowledged_by: "ana", recovered_at: null, notices_sent: 1, ...closed },
    ]);
    const [head = [], row = []] = parseCsv(await new Response(await exportAlertHistory(operator())).text());
    expect(Object.fromEntries(head.map((name, at) => [name, row[at]]))).toMatchObject({
      recovered_at: "",
      acknowledged_by: "ana",
      ...closed,
    });
    expect((await execute("SELECT target, due_at, error FROM alert_notices ORDER BY target")).rows).toEqual([
      { target: "a@b.test", due_at: null, error: null },
      { target: "webhook", due_at: null, error: "closed" },
    ]);
  });

  it("is closed once, however many do it at the same time and afterwards", async () => {
    const id = await begin("ledger_unequal");
    const close = (name: string) => closeAlert(operator(name), { alert: id, note: `By ${name}` });
    const done = await Promise.all(["ana", "ben", "cleo"].map(close));
    expect(new Set(done.map(({ note }) => note)).size).toBe(1);
    await recover(id);
    expect(await close("dana")).toEqual(done[0]);
    expect(await acknowledgeAlert(operator(), { alert: id })).toEqual(done[0]);
    expect(await logged()).toHaveLength(1);
  });

  it("that has recovered, isn't known or is a test is refused, and so is a missing or long note", async () => {
    const id = await begin("ledger_unequal");
    const test = await begin("test");
    await recover(id);
    for (const handle of [acknowledgeAlert, closeAlert]) {
      const act = (alert: number, note = NOTE) => handle(operator(), { alert, note });
      await expect(act(id)).rejects.toThrow("This alert has already recovered.");
      await expect(act(test)).rejects.toMatchObject({ code: "not_found" });
      await expect(act(999_999)).rejects.toMatchObject({ code: "not_found" });
      await expect(act(id, "x".repeat(201))).rejects.toMatchObject({ details: { field: "note" } });
    }
    await expect(closeAlert(operator(), { alert: id, note: " " })).rejects.toMatchObject({
      details: { field: "note" },
    });
    expect(await logged()).toEqual([]);
  });
});

it("commands list and close the same", async () => {
  vi.stubEnv("LIBSQL_URL", database.url);
  const command = async (...words: string[]) => {
    const lines: string[] = [];
    const note = (line: string) => void lines.push(line);
    return { code: await runOperator(words, { log: note, error: note }), text: lines.join("\n") };
  };
  now = Date.now();
  const by = ["--note", NOTE, "--by", "ben"];
  await execute(`INSERT INTO payment_events (id, type, object_id, received_at, last_at, deliveries, error)
    VALUES ('evt_1', 'charge.updated', 'ch_1', ${now}, ${now}, 2, 'order_unknown')`);
  expect((await command("events")).text).toMatch(
    /evt_1 {2}charge\.updated {2}2 attempts {2}order_unknown\n1 failing, 1 in all\.$/,
  );
  expect(await command("events", "close", "evt_1")).toMatchObject({ code: 2 });
  expect(await command("events", "close", ...by)).toMatchObject({ code: 2 });
  expect(await command("events", "close", "evt_1", ...by)).toEqual({
    code: 0,
    text: `evt_1 (order_unknown) is closed by ben: ${NOTE}`,
  });
  expect((await command("events")).text).toBe("0 failing, 1 in all.");
  expect((await command("events", "--all")).text).toContain(`order_unknown, closed by ben: ${NOTE}`);

  expect(await command("differences")).toMatchObject({ code: 0 });
  const problems = [{ subject: "ch_1", code: "order_unknown" }];
  const found = { compared: 1, repaired: [], repairs: 0, problems, problem_count: 1, closed: 0 };
  const last = JSON.stringify({ ...found, started_at: AT, finished_at: AT });
  await storeReconciliation(db, { startedAt: now, stage: null, after: null, found: "{}", last });
  expect(await command("differences")).toEqual({
    code: 1,
    text: `ch_1  order_unknown\n1 to check, 0 closed, as of ${AT}.`,
  });
  expect(await command("differences", "close", "ch_1", ...by)).toMatchObject({ code: 2 });
  expect(await command("differences", "close", "ch_2", "order_unknown", ...by)).toMatchObject({ code: 1 });
  expect(await command("differences", "close", "ch_1", "order_unknown", ...by)).toEqual({
    code: 0,
    text: "ch_1 (order_unknown) is closed. 0 left to check.",
  });
  expect(await command("differences")).toMatchObject({ code: 0 });

  const id = await begin("ledger_unequal");
  const number = String(id);
  expect((await command("alerts")).text).toMatch(new RegExp(`^ *${id}  FIRING `));
  expect(await command("alerts", "acknowledge", "all")).toMatchObject({ code: 2 });
  expect(await command("alerts", "acknowledge", number, "--by", "ben")).toEqual({
    code: 0,
    text: `Alert ${id} is acknowledged by ben.`,
  });
  expect(await command("alerts")).toMatchObject({
    code: 0,
    text: expect.stringMatching(/ acknowledged .*What was found \(acknowledged by ben\)$/),
  });
  expect(await command("alerts", "close", number)).toMatchObject({ code: 2 });
  expect(await command("alerts", "close", number, ...by)).toEqual({
    code: 0,
    text: `Alert ${id} is closed by ben: ${NOTE}`,
  });
  expect((await command("alerts")).text).toMatch(/ closed .*\(closed by ben: A test payment, ticket 2401\)$/);
  expect((await logged()).map(({ action, operator: name }) => [action, name])).toEqual(
    ["event.closed", "difference.closed", "alert.acknowledged", "alert.closed"].map((action) => [
      action,
      "ben",
    ]),
  );
  vi.unstubAllEnvs();
});
