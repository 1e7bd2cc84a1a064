import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import { setAccountBudgets } from "#core/services/accounts/account-budgets.ts";
import { closeAccount } from "#core/services/accounts/close-account.ts";
import { setSpendAlerts } from "#core/services/accounts/spend-alerts.ts";
import { listAudit } from "#core/services/audit/list-audit.ts";
import { topUpAccounts } from "#core/services/auto-top-up/top-up-accounts.ts";
import { syncCards } from "#core/services/cards/remove-card.ts";
import { ensureCustomer } from "#core/services/cards/set-up-card.ts";
import { inviteUser } from "#core/services/invitations/invite-user.ts";
import { listNotifications } from "#core/services/notifications/notifications.ts";
import { changeNotificationSettings } from "#core/services/notifications/settings.ts";
import { noteSignIn } from "#core/services/sessions/note-session.ts";
import { notifyOfChange } from "#core/storage/notifications.ts";
import { findCustomer } from "#core/storage/payment-customers.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { spend, transferMoney } from "#tests/support/money.ts";
import { markedAccount, signedIn } from "./deletion/marked-account.ts";
import { tracesInDatabase, tracesInStripe } from "./deletion/traces.ts";
import { type Customer, openSdk, type Stage, startPayments, withPayments } from "./payments-harness.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startPayments({ invoicing: { tax: true } });
});
afterAll(() => stage.stop());
beforeEach(() => stage.control.deliveries("normal"));

const close = (customer: Customer) =>
  closeAccount({ ...customer, ...signedIn(customer), payments: customer.payments }, customer.account);
const customersAtStripe = async () => Object.keys((await stage.stripeState()).customers);
const away = () => Promise.reject(new DomainError("payment_provider_error", "away"));

/**
 * What Stripe keeps: the records of payments that were made, and for a while its own events and responses. Decision 079
 * says why. The customer of an invoice belongs to the invoice.
 */
const KEPT_AT_STRIPE = [
  /^sessions\.session\.(customer_email|customer_details\.email)$/,
  /^paymentMethods\.billing_details\.email$/,
  /^invoices\.customer_email$/,
  /^customers\.email$/,
  /^events\./,
  /^savedReplies\./,
  /^deliveries\./,
];

it("leaves no address, name, origin or place of the person in the database, nor their customer in Stripe", async () => {
  const { guest, inviter, marks } = await markedAccount(stage);
  const customer = (await findCustomer(guest.db, guest.account.id)) ?? "";
  expect(await tracesInDatabase(guest.db, marks)).toEqual([
    "access_tokens.name",
    "accounts.email",
    "accounts.sign_in_methods",
    "api_keys.allowed_origins",
    "api_keys.name",
    "api_keys.restrictions",
    "audit_log.detail",
    "audit_log.place",
    "notifications.data",
    "notifications.source",
  ]);
  expect(await customersAtStripe()).toContain(customer);

  expect(await close(guest)).toEqual({ status: "deleted" });
  expect(await tracesInDatabase(guest.db, marks)).toEqual([]);
  const state = await stage.stripeState();
  expect(Object.keys(state.customers)).not.toContain(customer);
  const kept = tracesInStripe(state, marks);
  expect(kept.filter((path) => !KEPT_AT_STRIPE.some((known) => known.test(path)))).toEqual([]);
  // Only those that Stripe has created for an invoice.
  const ofInvoices = Object.values(state.invoices).map((invoice) => invoice.customer);
  const marked = Object.values(state.customers).filter(({ email }) => email?.includes(marks[0] ?? "?"));
  expect(marked.map(({ id }) => id).filter((id) => !ofInvoices.includes(id))).toEqual([]);

  const notices = await listNotifications(inviter, { limit: 10 });
  expect(notices.items.map(({ text }) => text)).toContain("Someone you invited has joined Latchkey.");
  const activity = await listAudit(inviter, { kind: "access", limit: 10 });
  expect(activity.items).toMatchObject([{ action: "user.invited", detail: {} }]);
});

it("leaves another account's names, addresses and customer alone", async () => {
  const [{ guest }, other] = await Promise.all([markedAccount(stage), markedAccount(stage)]);
  const before = await tracesInDatabase(other.guest.db, other.marks);
  await close(guest);
  expect(await tracesInDatabase(other.guest.db, other.marks)).toEqual(before);
  expect(await customersAtStripe()).toContain(await findCustomer(other.guest.db, other.guest.account.id));
});

it("stores nothing personal for requests that were on their way", async () => {
  const { guest, marks } = await markedAccount(stage);
  await close(guest);
  const late = signedIn(guest);
  await noteSignIn(late, crypto.randomUUID());
  await inviteUser(late, { email: `late-${marks[0]}@example.com` });
  await changeNotificationSettings(late, { kind: "low_balance", by_mail: false });
  await setAccountBudgets(late, [{ period: "day", amount: 5 }]);
  await setSpendAlerts(late, [5]);
  const at = Date.now();
  const entry = { accountId: guest.account.id, requestId: "late", at };
  const sides = { debit: accountName(guest.account.id), credit: STRIPE_USD };
  await transferMoney(guest.db, { ...sides, micros: 49_000_000, kind: "refund", at });
  await writeBatch(guest.db, [
    ...notifyOfChange(guest.db, entry, {
      change: "token_created",
      method: marks[0] ?? "",
      at,
      device: null,
      city: null,
      country: null,
    }),
  ]);
  expect(await tracesInDatabase(guest.db, marks)).toEqual([]);
  const rows = async (table: string) =>
    (
      await guest.db.$client.execute({
        sql: `SELECT * FROM ${table} WHERE account_id = ?`,
        args: [guest.account.id],
      })
    ).rows;
  for (const table of [
    "notifications",
    "notification_deliveries",
    "notification_settings",
    "seen_sessions",
    "known_places",
    "account_limits",
    "spend_alerts",
  ])
    expect(await rows(table), table).toEqual([]);
});

it("goes through while Stripe is away, and the cron deletes the customer afterwards, once", async () => {
  const { guest } = await markedAccount(stage);
  const customer = (await findCustomer(guest.db, guest.account.id)) ?? "";
  expect(await close(withPayments(guest, { deleteCustomer: away }))).toEqual({ status: "deleted" });
  expect(await customersAtStripe()).toContain(customer);
  await expect(syncCards(withPayments(guest, { deleteCustomer: away }))).rejects.toMatchObject({
    code: "payment_provider_error",
  });
  // Stripe deletes it, but its response is lost.
  const deaf = async (id: string) => {
    await guest.payments.deleteCustomer(id);
    return away();
  };
  await expect(syncCards(withPayments(guest, { deleteCustomer: deaf }))).rejects.toThrow("away");
  expect(await customersAtStripe()).not.toContain(customer);
  expect((await syncCards(guest)).customers).toBe(1);
  expect((await syncCards(guest)).customers).toBe(0);
  expect(await findCustomer(guest.db, guest.account.id)).toBeNull();
});

it("deletes a customer that was created while the account closed", async () => {
  const customer = await stage.newCustomer();
  const slow = withPayments(customer, {
    createCustomer: async (wanted) => {
      const id = await customer.payments.createCustomer(wanted);
      await close(customer);
      return id;
    },
  });
  const created = await ensureCustomer(slow, null);
  expect(await customersAtStripe()).toContain(created);
  await syncCards(customer);
  expect(await customersAtStripe()).not.toContain(created);
});

it("keeps the customer until its unfinished automatic charge is known", async () => {
  const { guest } = await markedAccount(stage);
  await spend(guest.db, guest.account.id, 45_000_000);
  // Stripe charges the card, but neither its response nor its event arrives.
  await stage.control.deliveries("drop");
  const deaf: Customer["payments"]["chargeCard"] = async (charge) => {
    await guest.payments.chargeCard(charge);
    return away();
  };
  await expect(topUpAccounts(withPayments(guest, { chargeCard: deaf }))).rejects.toThrow("away");
  const customer = (await findCustomer(guest.db, guest.account.id)) ?? "";
  await close(withPayments(guest, { findCharge: away }));
  await syncCards(guest);
  expect(await customersAtStripe()).toContain(customer);
  await close(guest);
  expect(await customersAtStripe()).not.toContain(customer);
  const { data } = await openSdk(stage.stripe.url).refunds.list({ limit: 1 });
  expect(data).toMatchObject([{ amount: 5000 }]);
});
