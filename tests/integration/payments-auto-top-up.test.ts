import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/libsql/web";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AutoTopUpSettings } from "#core/contract/auto-top-up.ts";
import { CARD_CONSENT } from "#core/domain/auto-top-up.ts";
import { confirmCharge } from "#core/services/auto-top-up/confirm-charge.ts";
import { getAutoTopUp } from "#core/services/auto-top-up/get-auto-top-up.ts";
import { listCharges } from "#core/services/auto-top-up/list-charges.ts";
import { setAutoTopUp } from "#core/services/auto-top-up/set-auto-top-up.ts";
import { topUpAccounts } from "#core/services/auto-top-up/top-up-accounts.ts";
import { removeSavedCard, syncCards } from "#core/services/cards/remove-card.ts";
import { completeCardSetup, startCardSetup } from "#core/services/cards/set-up-card.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { sendEmails } from "#core/services/notifications/send-emails.ts";
import { createPaymentLink } from "#core/services/payments/create-payment-link.ts";
import { reconcilePayments } from "#core/services/payments/reconcile-payments.ts";
import { closeAccountOf } from "#core/storage/account-closing.ts";
import { findCard } from "#core/storage/saved-cards.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { startInbox } from "#scripts/local/inbox/index.ts";
import { spend } from "#tests/support/money.ts";
import { createResendMailer } from "#worker/adapters/resend-mailer.ts";
import { balanceOf, type Customer, openSdk, PAYS, type Stage, startPayments } from "./payments-harness.ts";

const DECLINES_LATER = "4000000000000341";
const CONFIRMS_EACH_TIME = "4000002760003184";
const FROM_INDIA = "4000003560000008";
const MAIL_KEY = "re_tell_nobody";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUIET: AutoTopUpSettings = { enabled: true, threshold: 20, amount: 50, monthly_limit: 150 };
const ON: AutoTopUpSettings = { ...QUIET, charge_now: true };

let stage: Stage;
let folder: string;
let inbox: Awaited<ReturnType<typeof startInbox>>;
beforeAll(async () => {
  stage = await startPayments();
  const [port = 0] = await freePorts(1);
  folder = mkdtempSync(join(tmpdir(), "latchkey-inbox-"));
  inbox = await startInbox({ port, folder, mailApiKey: MAIL_KEY });
});
afterAll(async () => {
  expect((await verifyLedger(stage.database.db)).problems).toEqual([]);
  await inbox.stop();
  rmSync(folder, { recursive: true });
  await stage.stop();
});

/** The same customer, some time later. */
const later = (customer: Customer, ms: number): Customer => ({
  ...customer,
  clock: { now: () => Date.now() + ms },
});

const spendDollars = ({ db, account }: Customer, dollars: number) =>
  spend(db, account.id, dollars * 1_000_000);

const sessionOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

async function saveCard(customer: Customer, number = PAYS) {
  const { url, session_id } = await startCardSetup(customer);
  await stage.control.pay(sessionOf(url), number);
  await fetch(`${url}/bank`, {
    method: "POST",
    body: new URLSearchParams({ outcome: "confirmed" }),
    redirect: "manual",
  });
  return completeCardSetup(customer, { session_id });
}

/** A customer with a card, $12 short of the threshold. */
async function lowCustomer({ number = PAYS, settings = ON } = {}): Promise<Customer> {
  const customer = await stage.newCustomer();
  await saveCard(customer, number);
  await setAutoTopUp(customer, settings);
  await spendDollars(customer, 12);
  return customer;
}

const charges = async (customer: Customer) => (await listCharges(customer, { limit: 25 })).items;
const intentsOf = async (customer: Customer) => {
  const { rows } = await customer.db.$client.execute({
    sql: "SELECT customer_id FROM payment_customers WHERE account_id = ?",
    args: [customer.account.id],
  });
  return (await openSdk(stage.stripe.url).paymentIntents.list({ customer: String(rows[0]?.customer_id) }))
    .data;
};

/** The texts of the emails that the customer gets now. */
async function emails(customer: Customer): Promise<string[]> {
  const mailer = createResendMailer({
    apiKey: MAIL_KEY,
    from: "Latchkey <a@latchkey.example>",
    apiUrl: inbox.url,
  });
  await sendEmails({ ...customer, mailer });
  const response = await fetch(
    `${inbox.url}/messages?${new URLSearchParams({ to: customer.account.email })}`,
  );
  const { items } = (await response.json()) as { items: { subject: string; text: string }[] };
  return items.map(({ subject, text }) => `${subject}\n${text}`);
}

it("a card that is saved at a checkout is charged once the balance is low, and never twice", async () => {
  const customer = await stage.newCustomer();
  const link = await createPaymentLink(customer, { amount: 25, product: "balance", savesCard: true });
  expect(await (await fetch(link.paymentLinkUrl)).text()).toContain(CARD_CONSENT.slice(0, 40));
  await stage.control.pay(link.session_id);
  expect(await getAutoTopUp(customer)).toMatchObject({
    enabled: false,
    payment_method: { brand: "visa", last4: "4242", supports_auto_top_up: true, declined: false },
  });
  expect(await findCard(customer.db, customer.account.id)).toMatchObject({ consent: CARD_CONSENT });

  await setAutoTopUp(customer, ON);
  expect(await topUpAccounts(customer)).toMatchObject({ checked: 0 });
  await spendDollars(customer, 10);
  await Promise.all([topUpAccounts(customer), topUpAccounts(customer)]);
  expect(await balanceOf(customer)).toBe(65);
  await topUpAccounts(customer);
  expect(await charges(customer)).toMatchObject([{ amount: 50, status: "paid", confirmed: false }]);
  expect(await getAutoTopUp(customer)).toMatchObject({ state: "on", added_this_month: 50 });
  expect((await emails(customer)).join()).toContain("Auto top-up added $50.00");
});

async function fundedCustomer(number = PAYS): Promise<Customer> {
  const customer = await stage.newCustomer();
  await saveCard(customer, number);
  const { session_id } = await createPaymentLink(customer, { amount: 25, product: "balance" });
  await stage.control.pay(session_id);
  return customer;
}

it("settings with which a charge is due at once need an agreement to it", async () => {
  const customer = await fundedCustomer();
  await spendDollars(customer, 12);
  const refused = { code: "charge_confirmation_required", details: { field: "charge_now" } };
  await expect(setAutoTopUp(customer, QUIET)).rejects.toMatchObject(refused);
  await topUpAccounts(customer);
  expect(await getAutoTopUp(customer)).toMatchObject({ enabled: false, chargeable: true, charging: false });
  expect(await charges(customer)).toEqual([]);

  await setAutoTopUp(customer, { ...QUIET, threshold: 5 });
  await expect(setAutoTopUp(customer, QUIET)).rejects.toMatchObject(refused);
  expect(await getAutoTopUp(customer)).toMatchObject({ enabled: true, threshold: 5 });
  await setAutoTopUp(customer, ON);
  // What is stored is due anyway.
  await setAutoTopUp(customer, QUIET);
  await topUpAccounts(customer);
  expect(await charges(customer)).toMatchObject([{ amount: 50, status: "paid" }]);

  const { next_charge_at, limit_used } = await getAutoTopUp(customer);
  expect(limit_used).toBe(50);
  expect(Date.parse(next_charge_at ?? "") - Date.now()).toBeGreaterThan(HOUR / 2);
  // The next charge isn't due at once, but in an hour.
  await setAutoTopUp(customer, { ...QUIET, threshold: 500 });
  await setAutoTopUp(customer, { ...QUIET, enabled: false });
});

it("a balance that falls while settings are saved makes no charge due without an agreement", async () => {
  const customer = await fundedCustomer();
  const { $client } = customer.db;
  let spent = false;
  const batch: typeof $client.batch = async (statements, mode) => {
    if (mode === "write" && !spent) {
      spent = true;
      await spendDollars(customer, 12);
    }
    return $client.batch(statements, mode);
  };
  const client = new Proxy($client, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name, target)),
  });
  const late = { ...customer, db: drizzle(client) };
  await expect(setAutoTopUp(late, QUIET)).rejects.toMatchObject({ code: "charge_confirmation_required" });
  await topUpAccounts(customer);
  expect(await charges(customer)).toEqual([]);
  expect((await getAutoTopUp(customer)).enabled).toBe(false);
});

it("an agreed charge that is declined leaves the settings saved, and auto top-up stopped", async () => {
  const customer = await lowCustomer({ number: DECLINES_LATER });
  await topUpAccounts(customer);
  expect(await getAutoTopUp(customer)).toMatchObject({ ...QUIET, state: "stopped", chargeable: false });
});

it("settings that are changed while auto top-up is stopped are agreed to, since another card is charged by them", async () => {
  const customer = await lowCustomer({ number: DECLINES_LATER });
  await topUpAccounts(customer);
  const more = { ...QUIET, amount: 199, monthly_limit: 400 };
  const refused = { code: "charge_confirmation_required", details: { field: "charge_now" } };
  await expect(setAutoTopUp(customer, more)).rejects.toMatchObject(refused);
  await setAutoTopUp(customer, { ...more, enabled: false });
  await expect(setAutoTopUp(customer, more)).rejects.toMatchObject(refused);
  await setAutoTopUp(customer, { ...more, charge_now: true });
  await saveCard(customer);
  await topUpAccounts(later(customer, 2 * HOUR));
  expect(await charges(customer)).toMatchObject([
    { amount: 199, status: "paid" },
    { status: expect.any(String) },
  ]);
});

it("a checkout without consent saves no card", async () => {
  const customer = await stage.newCustomer();
  const { session_id } = await createPaymentLink(customer, { amount: 25, product: "balance" });
  await stage.control.pay(session_id);
  expect((await getAutoTopUp(customer)).payment_method).toBeNull();
  await expect(setAutoTopUp(customer, ON)).rejects.toMatchObject({ code: "payment_method_required" });
});

it("it stops at a declined charge, and starts again with another card", async () => {
  const customer = await lowCustomer({ number: DECLINES_LATER });
  expect(await topUpAccounts(customer)).toMatchObject({ declined: 1 });
  expect(await getAutoTopUp(customer)).toMatchObject({
    enabled: true,
    state: "stopped",
    stopped: { reason: "declined", detail: "Declined by the bank" },
    payment_method: { declined: true },
  });
  await spendDollars(customer, 1);
  expect(await topUpAccounts(later(customer, 2 * DAY))).toMatchObject({ checked: 0 });
  expect((await emails(customer)).join()).toContain("Auto top-up stopped: your card was declined");

  await saveCard(customer);
  expect(await getAutoTopUp(customer)).toMatchObject({ state: "on", stopped: null });
  // Not within the hour of the declined charge.
  await topUpAccounts(customer);
  expect(await charges(customer)).toHaveLength(1);
  await topUpAccounts(later(customer, 61 * 60_000));
  expect((await charges(customer)).map(({ status }) => status)).toEqual(["paid", "declined"]);
  expect(await balanceOf(customer)).toBe(37);
});

it("a charge that the bank wants confirmed waits for its owner, who gets a link by email", async () => {
  const customer = await lowCustomer({ number: CONFIRMS_EACH_TIME });
  expect(await topUpAccounts(customer)).toMatchObject({ pending: 1 });
  const [charge] = await charges(customer);
  expect(charge).toMatchObject({ status: "confirmation_needed" });
  expect(await getAutoTopUp(customer)).toMatchObject({
    state: "confirmation_needed",
    confirmation: { charge_id: charge?.id, amount: 50 },
  });
  expect((await emails(customer)).join()).toContain(`http://app.test/billing/auto-top-up/${charge?.id}`);
  // It is the one charge of this need.
  await topUpAccounts(later(customer, 2 * HOUR));
  expect(await charges(customer)).toHaveLength(1);

  const refused = await confirmCharge(customer, { id: charge?.id ?? "" });
  await fetch(refused.url ?? "", {
    method: "POST",
    body: new URLSearchParams({ outcome: "refused" }),
    redirect: "manual",
  });
  expect(await charges(customer)).toMatchObject([{ status: "confirmation_needed" }]);
  const { url } = await confirmCharge(customer, { id: charge?.id ?? "" });
  const back = await fetch(url ?? "", {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ outcome: "confirmed" }),
  });
  expect(back.headers.get("location")).toMatch(`/billing/auto-top-up/${charge?.id}?payment_intent=pi_`);
  expect(await charges(customer)).toMatchObject([
    { status: "paid", confirmed: true, receipt_id: charge?.id },
  ]);
  expect(await balanceOf(customer)).toBe(38);
  expect(await intentsOf(customer)).toHaveLength(1);
});

it("a charge that is not confirmed within three days is canceled, and auto top-up stops", async () => {
  const customer = await lowCustomer({ number: CONFIRMS_EACH_TIME });
  await topUpAccounts(customer);
  await reconcilePayments(later(customer, 3 * DAY + HOUR));
  expect(await getAutoTopUp(customer)).toMatchObject({
    state: "stopped",
    stopped: { reason: "not_confirmed" },
  });
  expect(await charges(customer)).toMatchObject([{ status: "canceled" }]);
  expect(await intentsOf(customer)).toMatchObject([{ status: "canceled" }]);
  expect(await confirmCharge(customer, { id: (await charges(customer))[0]?.id ?? "" })).toEqual({
    url: null,
  });
});

it("turning it off cancels a charge that waits for its owner", async () => {
  const customer = await lowCustomer({ number: CONFIRMS_EACH_TIME });
  await topUpAccounts(customer);
  expect(await setAutoTopUp(customer, { ...ON, enabled: false })).toMatchObject({
    state: "off",
    confirmation: null,
  });
  expect(await intentsOf(customer)).toMatchObject([{ status: "canceled" }]);
});

it("the monthly limit holds, and is reported once", async () => {
  const settings = { ...ON, amount: 25, monthly_limit: 60 };
  const customer = await lowCustomer({ settings });
  for (const hours of [0, 2, 4, 30, 60]) {
    await spendDollars(customer, 30);
    await topUpAccounts(later(customer, hours * HOUR));
    // An email that waited for a day is not sent any more.
    await emails(later(customer, hours * HOUR));
  }
  // The clock may pass the end of a month meanwhile.
  const months = new Map<string, number>();
  for (const { created_at, amount } of await charges(customer)) {
    const month = created_at.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + amount);
  }
  expect(Math.max(...months.values())).toBe(50);
  const notices = (await emails(later(customer, 61 * HOUR))).filter((text) =>
    text.includes("reached its monthly limit"),
  );
  expect(notices.length).toBeGreaterThanOrEqual(1);
  expect(notices.length).toBeLessThanOrEqual(months.size);
});

it("a removed card is detached at the provider, and auto top-up is off", async () => {
  const customer = await lowCustomer();
  const method = (await findCard(customer.db, customer.account.id))?.paymentMethod ?? "";
  expect(await removeSavedCard(customer)).toMatchObject({
    enabled: false,
    state: "off",
    payment_method: null,
  });
  expect((await openSdk(stage.stripe.url).paymentMethods.retrieve(method)).customer).toBeNull();
  await spendDollars(customer, 1);
  expect(await topUpAccounts(customer)).toMatchObject({ checked: 0 });
  expect((await emails(customer)).join()).toContain("Visa •••• 4242 was removed");
  await removeSavedCard(customer);
});

it("a card that is detached at the provider is removed here", async () => {
  const customer = await lowCustomer();
  const method = (await findCard(customer.db, customer.account.id))?.paymentMethod ?? "";
  await openSdk(stage.stripe.url).paymentMethods.detach(method);
  expect(await getAutoTopUp(customer)).toMatchObject({ state: "off", payment_method: null });
});

it("a replaced card is detached at the provider, even if that failed at first", async () => {
  const customer = await stage.newCustomer();
  await saveCard(customer);
  const old = (await findCard(customer.db, customer.account.id))?.paymentMethod ?? "";
  await saveCard(customer, DECLINES_LATER);
  expect(await getAutoTopUp(customer)).toMatchObject({ payment_method: { last4: "0341" } });
  await syncCards(customer);
  expect((await openSdk(stage.stripe.url).paymentMethods.retrieve(old)).customer).toBeNull();
});

it("cards whose country needs mandates can't be used", async () => {
  const customer = await stage.newCustomer();
  const { payment_method } = await saveCard(customer, FROM_INDIA);
  expect(payment_method).toMatchObject({ supports_auto_top_up: false });
  await expect(setAutoTopUp(customer, ON)).rejects.toMatchObject({ code: "payment_method_not_supported" });
});

it("another account's page for a card is not found", async () => {
  const [owner, stranger] = [await stage.newCustomer(), await stage.newCustomer()];
  const { url, session_id } = await startCardSetup(owner);
  await startCardSetup(stranger);
  await stage.control.pay(sessionOf(url));
  await expect(completeCardSetup(stranger, { session_id })).rejects.toMatchObject({ code: "not_found" });
  expect((await getAutoTopUp(stranger)).payment_method).toBeNull();
});

it("a charge whose response is lost is found again, and not made twice", async () => {
  const customer = await lowCustomer();
  const lost = {
    ...customer.payments,
    chargeCard: async (charge: Parameters<typeof customer.payments.chargeCard>[0]) => {
      await customer.payments.chargeCard(charge);
      throw new Error("lost");
    },
  };
  await stage.control.deliveries("drop");
  await expect(topUpAccounts({ ...customer, payments: lost })).rejects.toThrow("lost");
  await stage.control.deliveries("normal");
  expect(await charges(customer)).toMatchObject([{ status: "pending" }]);
  await reconcilePayments(later(customer, 11 * 60_000));
  expect(await charges(customer)).toMatchObject([{ status: "paid" }]);
  expect(await intentsOf(customer)).toHaveLength(1);
});

it("a charge that never reached the provider is made under the same key, unless it is off meanwhile", async () => {
  const nobody = () => Promise.reject(new Error("cut off"));
  const interrupted = async () => {
    const one = await lowCustomer();
    const payments = { ...one.payments, chargeCard: nobody };
    await expect(topUpAccounts({ ...one, payments })).rejects.toThrow("cut off");
    return one;
  };
  const [customer, other] = [await interrupted(), await interrupted()];
  await setAutoTopUp(other, { ...ON, enabled: false });
  await reconcilePayments(later(customer, 11 * 60_000));
  expect(await charges(customer)).toMatchObject([{ status: "paid" }]);
  expect((await charges(other)).every(({ status }) => status === "canceled")).toBe(true);
  expect(await intentsOf(other)).toEqual([]);
});

it("closing an account removes its card and charges nothing any more", async () => {
  const customer = await lowCustomer();
  const method = (await findCard(customer.db, customer.account.id))?.paymentMethod ?? "";
  const { id: accountId, userId: subject } = customer.account;
  await closeAccountOf(customer.db, {
    accountId,
    action: "account.closed",
    subject,
    requestId: "test",
    at: Date.now(),
  });
  expect(await topUpAccounts(customer)).toMatchObject({ checked: 0 });
  await syncCards(customer);
  expect((await openSdk(stage.stripe.url).paymentMethods.retrieve(method)).customer).toBeNull();
  expect(await intentsOf(customer)).toEqual([]);
});
