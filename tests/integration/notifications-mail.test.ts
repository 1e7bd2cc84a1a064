import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Mail, Mailer, MailOutcome } from "#core/ports.ts";
import { sendEmails } from "#core/services/notifications/send-emails.ts";
import { changeNotificationSettings } from "#core/services/notifications/settings.ts";
import { resendEmail } from "#core/services/operator/account-emails.ts";
import type { Database } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startInbox } from "#scripts/local/inbox/index.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { createResendMailer } from "#worker/adapters/resend-mailer.ts";
import { newAccount } from "./keys/key-shop.ts";
import { storedNotifications } from "./notifications/stored-notifications.ts";

const API_KEY = "re_tell_nobody";
const FROM = "Latchkey <notices@latchkey.example>";
const MINUTE = 60_000;

let server: TestDatabase;
let folder: string;
let inbox: Awaited<ReturnType<typeof startInbox>>;
beforeAll(async () => {
  server = await startPatientDatabase();
  const [port = 0] = await freePorts(1);
  folder = mkdtempSync(join(tmpdir(), "latchkey-inbox-"));
  inbox = await startInbox({ port, folder, mailApiKey: API_KEY });
});
afterAll(async () => {
  await inbox.stop();
  rmSync(folder, { recursive: true });
  await server.stop();
});
// A run processes what is due for all accounts.
beforeEach(() => server.db.$client.execute("UPDATE notification_deliveries SET mail_at = NULL"));

const provider = (apiKey = API_KEY) =>
  createResendMailer({ apiKey, from: FROM, apiUrl: inbox.url, timeoutMs: PATIENCE_MS });

async function emailsTo(email: string): Promise<Mail[]> {
  const respond = await fetch(`${inbox.url}/messages?${new URLSearchParams({ to: email })}`);
  const { items } = (await respond.json()) as { items: Mail[] };
  return items;
}

const run = (mailer: Mailer | null, now = Date.now(), db: Database = server.db) =>
  sendEmails({
    db,
    clock: { now: () => now },
    requestId: "test",
    mailer,
    appOrigin: "https://latchkey.test",
  });

/** A new account that is notified at `at`. */
async function notifiedAccount(kind = "low_balance", at = Date.now(), name = "Laptop") {
  const account = await newAccount(server.db);
  const data = { key: "key_1", name, expires_at: at, days: 7, balance: 1, email: "guest@example.com" };
  await writeBatch(server.db, storeNotices([{ accountId: account.id, kind, data, at }]));
  return account;
}

/** A mailer that responds as the test tells it to, and remembers its requests. */
function scripted(respond: (mail: Mail) => MailOutcome["outcome"]) {
  const requests: { to: string; key: string }[] = [];
  const mailer: Mailer = {
    async send(mail, key) {
      requests.push({ to: mail.to, key });
      return { outcome: respond(mail), reason: "scripted" };
    },
  };
  return { mailer, requests };
}

it("each notification reaches the account's mailbox once, in both formats, however many runs there are", async () => {
  const account = await notifiedAccount("key_expiring", Date.now(), "<b>Laptop</b>");
  const reports = await Promise.all([run(provider()), run(provider()), run(provider())]);
  expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
  expect((await run(provider(), Date.now() + 90 * MINUTE)).sent).toBe(0);
  const [mail, ...more] = await emailsTo(account.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: "API key “<b>Laptop</b>” expires in 7 days" });
  expect(mail?.html).toContain("&lt;b&gt;Laptop&lt;/b&gt;");
  expect(mail?.text).toContain("https://latchkey.test/api-keys");
  const [stored] = await storedNotifications(server.db, account.id);
  expect(stored).toMatchObject({ mailAt: null, mailedAt: expect.any(Number) });
});

it("an email whose successful sending was never reported is not sent again within the provider's day", async () => {
  const account = await notifiedAccount();
  const real = provider();
  const deaf: Mailer = {
    async send(mail, key) {
      await real.send(mail, key);
      return { outcome: "later", reason: "no response" };
    },
  };
  expect(await run(deaf)).toMatchObject({ sent: 0, later: 1, reasons: ["no response"] });
  expect(await run(real, Date.now() + 2 * MINUTE)).toMatchObject({ sent: 1 });
  expect(await emailsTo(account.email)).toHaveLength(1);
});

it("an email that an operator resends reaches the mailbox again, though it is old and switched off since", async () => {
  const old = Date.now() - 30 * 24 * 60 * MINUTE;
  const account = await notifiedAccount("low_balance", old);
  expect(await run(provider(), old)).toMatchObject({ sent: 1 });
  const [email] = await storedNotifications(server.db, account.id);
  const ctx = { db: server.db, clock: { now: () => Date.now() }, requestId: "test" };
  await changeNotificationSettings({ ...ctx, account }, { kind: "low_balance", by_mail: false });
  const operator = testOperator(server.db, { operator: "ana" });
  const input = { account: account.email, email: email?.email ?? 0, reason: "Ticket 2391", id: "once" };
  const results = await Promise.all([resendEmail(operator, input), resendEmail(operator, input)]);
  expect(results.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
  expect(await run(provider())).toMatchObject({ sent: 1, dropped: 0 });
  expect(await run(provider(), Date.now() + 90 * MINUTE)).toMatchObject({ sent: 0 });
  const [first, second, ...more] = await emailsTo(account.email);
  expect(more).toEqual([]);
  expect(second?.subject).toBe(first?.subject);
  const shown = (await storedNotifications(server.db, account.id)).filter(({ inApp }) => inApp);
  expect(shown.map(({ id }) => id)).toEqual([email?.id]);
});

it("an email that has to wait is retried after growing pauses, for less than a day, and then never", async () => {
  const start = Date.now();
  const account = await notifiedAccount("low_balance", start);
  const { mailer, requests } = scripted(() => "later");
  const tried: number[] = [];
  for (let minute = 0; minute < 26 * 60; minute += minute < 130 ? 1 : 10) {
    const before = requests.length;
    await run(mailer, start + minute * MINUTE);
    if (requests.length > before) tried.push(minute);
  }
  expect(tried.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
  expect(tried.at(-1)).toBeLessThan(23 * 60);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect((await storedNotifications(server.db, account.id))[0]).toMatchObject({
    mailAt: null,
    mailedAt: null,
  });
});

it("the first email that has to wait ends the run, one that is refused does not", async () => {
  const [first, second] = [
    await notifiedAccount("low_balance", 1e12),
    await notifiedAccount("low_balance", 1e12 + 1),
  ];
  const refusing = scripted(({ to }) => (to === first.email ? "refused" : "later"));
  const report = await run(refusing.mailer, 1e12 + 2);
  expect(report).toMatchObject({ refused: 1, later: 1, reasons: ["scripted"] });
  expect(refusing.requests.map(({ to }) => to)).toEqual([first.email, second.email]);
  const patient = scripted(() => "later");
  await notifiedAccount("low_balance", 1e12 + 3);
  await notifiedAccount("low_balance", 1e12 + 4);
  await run(patient.mailer, 1e12 + 5);
  expect(patient.requests).toHaveLength(1);
});

it("sends no email if the account switched it off, is closed, or the kind is not emailed by default", async () => {
  const now = Date.now();
  await notifiedAccount("invitation_accepted", now);
  const closed = await notifiedAccount("low_balance", now);
  await server.db.$client.execute({
    sql: "UPDATE accounts SET closed_at = 1, email = '' WHERE id = ?",
    args: [closed.id],
  });
  const off = await newAccount(server.db);
  const ctx = { db: server.db, clock: { now: () => now }, requestId: "test", account: off };
  await changeNotificationSettings(ctx, { kind: "low_balance", by_mail: false });
  const on = await newAccount(server.db);
  await changeNotificationSettings(
    { ...ctx, account: on },
    { kind: "invitation_accepted", by_mail: true, in_app: false },
  );
  const notices = [off.id, on.id].flatMap((accountId) => [
    { accountId, kind: "low_balance", data: { balance: 1 }, at: now },
    { accountId, kind: "invitation_accepted", data: { email: "guest@example.com" }, at: now },
  ]);
  await writeBatch(server.db, storeNotices(notices));
  const { mailer, requests } = scripted(() => "sent");
  await run(mailer, now);
  expect(requests.map(({ to }) => to)).toEqual([on.email, on.email]);
  expect((await storedNotifications(server.db, on.id)).map(({ inApp }) => inApp)).toEqual([true, false]);
});

it("without a mailer nothing is sent or lost, until it is too old", async () => {
  const now = Date.now();
  const account = await notifiedAccount("low_balance", now);
  expect(await run(null, now)).toEqual({ sent: 0, later: 0, refused: 0, dropped: 0, reasons: [] });
  expect((await storedNotifications(server.db, account.id))[0]).toMatchObject({ mailAt: now, attempts: 0 });
  expect(await run(null, now + 24 * 60 * MINUTE)).toMatchObject({ dropped: 1 });
});

it("a wrong key waits for the operator, a wrong email does not, and a missing response is not a failure", async () => {
  const mail = { to: "maya@example.com", subject: "Subject", text: "Text", html: "<p>Text</p>" };
  expect(await provider("re_wrong").send(mail, "1")).toEqual({
    outcome: "later",
    reason: "403 invalid_api_key",
  });
  expect(await provider().send({ ...mail, to: "nobody" }, "2")).toEqual({
    outcome: "refused",
    reason: "422 validation_error",
  });
  const nowhere = createResendMailer({ apiKey: API_KEY, from: FROM, apiUrl: "http://127.0.0.1:9" });
  expect(await nowhere.send(mail, "3")).toEqual({ outcome: "later", reason: "no response" });
  expect(await provider().send(mail, "4")).toEqual({ outcome: "sent", reason: "" });
  expect(await provider().send({ ...mail, text: "Other" }, "4"), "taken before").toMatchObject({
    outcome: "sent",
  });
  expect(await emailsTo(mail.to)).toHaveLength(1);
});
