import { getTableName, is, Table } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setAccountBudgets } from "#core/services/accounts/account-budgets.ts";
import { setSpendAlerts } from "#core/services/accounts/spend-alerts.ts";
import type { ExportContext } from "#core/services/export/account-records.ts";
import { exportAccount } from "#core/services/export/export-account.ts";
import { FILE_NAMES } from "#core/services/export/readme.ts";
import { createKey } from "#core/services/keys/create-key.ts";
import { changeNotificationSettings } from "#core/services/notifications/settings.ts";
import { replaceCodes } from "#core/services/recovery/recovery-codes.ts";
import { findKey } from "#core/storage/keys.ts";
import { rollChunk } from "#core/storage/rollup.ts";
import * as accountTables from "#core/storage/schema/accounts.ts";
import * as cardTables from "#core/storage/schema/cards.ts";
import * as ledgerTables from "#core/storage/schema/ledger.ts";
import * as notificationTables from "#core/storage/schema/notifications.ts";
import * as operationTables from "#core/storage/schema/operations.ts";
import * as planTables from "#core/storage/schema/plans.ts";
import * as rollupTables from "#core/storage/schema/rollup.ts";
import * as usageTables from "#core/storage/schema/usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { contextNow } from "#tests/support/account.ts";
import { spend } from "#tests/support/money.ts";
import { parseCsv } from "#tests/support/parse-csv.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { markedAccount, signedIn } from "./deletion/marked-account.ts";
import { type Customer, land, openPlanCheckout, type Stage, startPayments } from "./payments-harness.ts";
import { faultyDatabase } from "./rollup/faulty-database.ts";

/** By the table in SQL: the file that has its rows, and a text that the test's account has there. */
const EXPORTED: Record<string, [file: (typeof FILE_NAMES)[number], text: string]> = {
  accounts: ["profile.json", '"email": "mark'],
  recovery_codes: ["recovery-codes.json", '"left": 10'],
  account_limits: ["spending-limits.json", '"amount": 7.77'],
  spend_alerts: ["spend-alerts.json", '"amount": 8.88'],
  api_keys: ["api-keys.json", '"name": "Renamed mark'],
  key_budgets: ["api-keys.json", '"amount": 3.33'],
  access_tokens: ["access-tokens.json", '"name": "Token mark'],
  audit_log: ["activity.csv", "key.changed"],
  payment_customers: ["auto-top-up.json", '"payment_provider_customer": "cus_'],
  saved_cards: ["auto-top-up.json", '"last4": "4242"'],
  auto_top_ups: ["auto-top-up.json", '"monthly_limit": 150'],
  auto_top_up_charges: ["payments.csv", "expired_card"],
  ledger_transfers: ["ledger.csv", "top_up"],
  ledger_entries: ["ledger.csv", "top_up"],
  ledger_balances: ["profile.json", '"balance": 49.99877'],
  usage_days: ["ledger.csv", ",usage,-0.001230,49.998770,,,"],
  returned_payments: ["payments.csv", "2026-01-01T00:00:00.001Z"],
  checkout_orders: ["payments.csv", "balance,50,USD,paid"],
  notifications: ["notifications.csv", "Payment received"],
  notification_deliveries: ["notifications.csv", ",true,"],
  notification_settings: ["notification-settings.json", '"by_mail": true'],
  subscriptions: ["plan.json", '"subscription_type": "Premium"'],
  plan_changes: ["plan.json", '"change": "purchase"'],
  daily_series: ["usage/daily-by-key.csv", ",0.001230,31,11,47,"],
  daily_models: ["usage/daily-by-model.csv", "demo-small"],
  daily_endpoints: ["usage/daily-by-endpoint.csv", "/v1/chat/completions"],
  daily_units: ["usage/daily-units.csv", "image,2"],
  key_refusals: ["usage/refused-requests.csv", "rate_limit_exceeded,5"],
  api_usage: ["usage/requests.csv", "req_exported"],
};

/** The other tables, and why the archive doesn't have them. */
const LEFT_OUT: Record<string, string> = {
  seen_sessions: "ids of sessions, which sessions.json and activity.csv show",
  known_places: "hashes that only tell whether a place is new",
  playground_sessions: "ids of sessions, until their grants end",
  detached_cards: "numbers of cards that are being deleted at the payment provider, of no account",
  hourly_usage: "the same usage as by day",
  hourly_series: "the same usage as by day",
  hourly_totals: "the same usage as by day",
  hourly_totals_state: "of the service",
  open_days: "which days the roll-up builds next",
  rollup_chunk: "empty between two transactions",
  refusal_stretches: "which of the refusals to notify of",
  rejected_usage: "which account the operator has an alert about",
  operator_log: "the operators' own record; what they did to the account is in activity.csv",
  rollup_state: "of the service",
  usage_books: "of the service",
  usage_marks: "the request that was stored last, which usage/requests.csv has",
  usage_retention: "of the service",
  usage_imports: "of the service",
  usage_import_marks: "of the service",
  usage_import_set_aside: "rows of another service that belong to no account here",
  endpoints: "names that all accounts share",
  models: "names that all accounts share",
  price_lists: "of the service",
  health_probe: "of the service",
  cron_steps: "of the service",
  operator_sessions: "ids of operators' sessions, forgotten after twelve hours",
  reconciliation: "of the service",
  payment_events: "of the service",
  closed_differences: "of the service",
  alert_conditions: "of the service",
  alerts: "of the service",
  alert_notices: "of the service",
  alert_mutes: "of the service",
  alert_settings: "of the service",
};

const SCHEMA = [
  accountTables,
  cardTables,
  ledgerTables,
  notificationTables,
  operationTables,
  planTables,
  rollupTables,
  usageTables,
];

let stage: Stage;
let guest: Customer;
beforeAll(async () => {
  stage = await startPayments();
  ({ guest } = await markedAccount(stage));
  await furnish(guest);
});
afterAll(() => stage.stop());

const person = {
  email: "person@example.com",
  createdAt: 0,
  lastSignInAt: 0,
  metadata: { name: "Ana Person" },
  identities: [{ provider: "google", email: "ana@gmail.example", createdAt: 0 }],
  factors: [{ type: "totp", name: "Phone", status: "verified", createdAt: 0 }],
};
const session = {
  id: crypto.randomUUID(),
  createdAt: 0,
  lastActiveAt: 0,
  userAgent: null,
  ip: "203.0.113.7",
};

const exporting = (customer: Customer): ExportContext => {
  const ctx = signedIn(customer);
  const directory = { ...ctx.directory, readRecord: async () => person, listSessions: async () => [session] };
  return { ...ctx, directory };
};
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer());
const archiveOf = async (customer: Customer) =>
  readZip(await bytesOf(await exportAccount(exporting(await contextNow(customer)))));

/** What `markedAccount` lacks. */
async function furnish(customer: Customer) {
  const { db, account } = customer;
  const budgets = [{ period: "day" as const, amount: 3.33 }];
  const { id } = await createKey(customer, { name: "=cmd()", budgets });
  await setAccountBudgets(customer, [{ period: "month", amount: 7.77 }]);
  await setSpendAlerts(customer, [8.88]);
  await changeNotificationSettings(customer, { kind: "payment_received", by_mail: true });
  await replaceCodes(customer);
  const session = await openPlanCheckout(customer);
  await stage.control.pay(session);
  await land(customer, session);
  const order = {
    accountId: account.id,
    product: "balance",
    currency: "usd",
    amountMinor: 5000,
    createdAt: 1,
  } as const;
  const declined = { ...order, id: "order_declined", status: "failed", origin: "auto_top_up" } as const;
  const returned = { ...order, id: "order_returned", status: "expired" } as const;
  await db.insert(ledgerTables.checkoutOrders).values([declined, returned]);
  const charge = {
    orderId: declined.id,
    customerId: "cus_1",
    paymentMethod: "pm_1",
    declineCode: "expired_card",
  };
  await db.insert(cardTables.autoTopUpCharges).values(charge);
  const refundedAt = Date.UTC(2026, 0, 1) + 1;
  const payment = { orderId: returned.id, paymentIntent: "pi_returned", foundAt: 1, refundedAt };
  await db.insert(ledgerTables.returnedPayments).values(payment);
  const key = await findKey(db, account.id, id);
  await use(customer, key?.id ?? 0);
}

async function use({ db, account }: Customer, keyId: number) {
  const lines = [{ dimension: "image:1024x1024:high", quantity: 2 }];
  await spend(db, account.id, 1_230, {
    requestId: "req_exported",
    keyId,
    tokensIn: 31,
    tokensCached: 11,
    tokensOut: 47,
    model: "demo-small",
    priceListId: 1,
    priceLines: JSON.stringify({ tier: "default", lines }),
  });
  await rollChunk(db, 100);
  const refused = { accountId: account.id, keyId, hour: 1, code: "rate_limit_exceeded" };
  await db.insert(usageTables.keyRefusals).values([
    { ...refused, epoch: "one", requests: 2 },
    { ...refused, epoch: "two", requests: 3 },
  ]);
}

it("knows every table of the schema, those it leaves out with the reason", () => {
  const tables = SCHEMA.flatMap((module) => Object.values(module)).filter((value) => is(value, Table));
  const names = tables.map((table) => getTableName(table));
  expect(names.toSorted()).toEqual([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted());
});

it("has the rows of every exported table, and of the person and their sessions, in files that its README names", async () => {
  const files = await archiveOf(guest);
  expect(Object.keys(files)).toEqual(FILE_NAMES);
  for (const [table, [file, text]] of Object.entries(EXPORTED)) expect(files[file], table).toContain(text);
  for (const name of FILE_NAMES) expect(files["README.txt"]).toContain(`\n${name} `);
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith(".json")) JSON.parse(text);
    if (name.endsWith(".csv")) expect(parseCsv(text).length, name).toBeGreaterThan(1);
  }
  expect(files["profile.json"]).toContain("Ana Person");
  expect(files["profile.json"]).toContain("ana@gmail.example");
  expect(files["sessions.json"]).toContain("203.0.113.7");
  expect(files["invitations.csv"]).toContain("friend-mark");
  expect(files["usage/requests.csv"]).toContain("'=cmd()");
});

it("has no secret, and nothing of another account", async () => {
  const { guest: other, marks } = await markedAccount(stage);
  const { key } = await createKey(guest, { name: "Secret" });
  const text = JSON.stringify(await archiveOf(guest));
  for (const mark of [...marks, other.account.userId, key]) expect(text).not.toContain(mark);
  const { rows } = await guest.db.$client.execute({
    sql: `SELECT lookup AS secret FROM api_keys WHERE account_id = :id UNION ALL
      SELECT sealed FROM api_keys WHERE account_id = :id AND sealed IS NOT NULL UNION ALL
      SELECT lookup FROM access_tokens WHERE account_id = :id UNION ALL
      SELECT hash FROM recovery_codes WHERE account_id = :id`,
    args: { id: guest.account.id },
  });
  expect(rows.length).toBeGreaterThan(10);
  for (const { secret } of rows) expect(text).not.toContain(String(secret));
});

const LONG = 12_001;

/** With more requests than fit into two reads. */
async function busyCustomer(): Promise<Customer> {
  const { guest: customer } = await markedAccount(stage);
  const { id } = await createKey(customer, { name: "Busy" });
  const key = await findKey(customer.db, customer.account.id, id);
  const row = {
    accountId: customer.account.id,
    keyId: key?.id ?? 0,
    endpoint: "/v1/models",
    statusCode: 200,
  };
  const figures = { responseTime: 1, costMicros: 1, tokensIn: 1, tokensOut: 1 };
  const now = Date.now();
  const rows = Array.from({ length: LONG }, (_, i) => ({
    ...row,
    ...figures,
    requestId: `req_${account(customer)}_${i}`,
    timestamp: now - i,
  }));
  await insertUsage(customer.db, rows);
  return customer;
}
const account = ({ account: { id } }: Customer) => id;

it("reads a long history in pages, only as the archive is read, and has every request once", async () => {
  const customer = await busyCustomer();
  const { db, trips } = faultyDatabase(customer.db, -1, { at: "before" });
  const reader = (await exportAccount(exporting({ ...customer, db }))).getReader();
  const begun = trips.length;
  const chunks: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    // At most a page ahead of each file that it has come to.
    if (chunks.length === 3) expect(trips.length).toBeLessThan(begun + 3);
  }
  expect(Math.max(...chunks.map(({ byteLength }) => byteLength))).toBeLessThan(2_000_000);
  // A page for each 5,000 requests, and at most a few for every other file.
  expect(trips.length - begun).toBeLessThan(40);
  const files = readZip(new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()));
  const ids = parseCsv(files["usage/requests.csv"] ?? "").map(([, id]) => id);
  expect(ids).toEqual([
    "request_id",
    ...Array.from({ length: LONG }, (_, i) => `req_${account(customer)}_${i}`),
  ]);
});

it("ends in an error, and can't be opened, if the database fails while it is read", async () => {
  const customer = await busyCustomer();
  const whole = faultyDatabase(customer.db, -1, { at: "before" });
  await bytesOf(await exportAccount(exporting({ ...customer, db: whole.db })));
  for (const fromTheEnd of [1, 2, 5]) {
    const { db } = faultyDatabase(customer.db, whole.trips.length - fromTheEnd, { at: "before" });
    const reader = (await exportAccount(exporting({ ...customer, db }))).getReader();
    const chunks: Uint8Array[] = [];
    const read = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) chunks.push(part.value);
    };
    await expect(read()).rejects.toThrow();
    const bytes = new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
    expect(bytes.length).toBeGreaterThan(1_000);
    expect(() => readZip(bytes)).toThrow("The archive has no directory at its end.");
  }
});
