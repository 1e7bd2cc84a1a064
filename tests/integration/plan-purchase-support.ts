import { and, eq } from "drizzle-orm";
import { revealKey } from "#core/services/keys/reveal-key.ts";
import { apiKeys, auditLog } from "#core/storage/schema/accounts.ts";
import { planChanges, subscriptions } from "#core/storage/schema/plans.ts";
import { type Customer, land, openPlanCheckout, type Stage, transfersOf } from "./payments-harness.ts";

/** The same customer at another time. */
export const at = (customer: Customer, time: string): Customer => ({
  ...customer,
  clock: { now: () => Date.parse(time) },
});

/** Buys a year and lands; for a stage that drops its webhooks. @returns the session. */
export async function buyYear(stage: Stage, customer: Customer): Promise<string> {
  const session = await openPlanCheckout(customer);
  await stage.control.pay(session);
  await land(customer, session);
  return session;
}

const iso = (time: number | null) => time && new Date(time).toISOString();

/** The plan as it is stored; null if there is none. */
export async function planOf({ db, account }: Customer) {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.accountId, account.id));
  return row ? { type: row.type, until: iso(row.validUntil), requestsPerMonth: row.requestsPerMonth } : null;
}

/** The account's keys in the order in which they were created. */
export async function keysOf({ db, account }: Customer) {
  const rows = await db.select().from(apiKeys).where(eq(apiKeys.accountId, account.id)).orderBy(apiKeys.id);
  return rows.map(({ publicId, name, status, planKey, expiresAt }) => ({
    id: publicId,
    name,
    status,
    planKey,
    until: iso(expiresAt),
  }));
}

export const reveal = (customer: Customer, id: string) => revealKey(customer, { id });

/** Counts of the records written for what an account paid. */
export async function tracesOf(customer: Customer) {
  const { db, account } = customer;
  const ofKeys = and(eq(auditLog.accountId, account.id), eq(auditLog.action, "key.created"));
  return {
    years: await db.$count(planChanges, eq(planChanges.accountId, account.id)),
    keys: await db.$count(apiKeys, eq(apiKeys.accountId, account.id)),
    audited: await db.$count(auditLog, ofKeys),
    credits: (await transfersOf(customer)).length,
  };
}
export const NOTHING = { years: 0, keys: 0, audited: 0, credits: 0 };
export const ONE_YEAR = { years: 1, keys: 1, audited: 1, credits: 0 };
export const ONE_CREDIT = { years: 0, keys: 0, audited: 0, credits: 1 };

export const BOUGHT = "2026-05-04T12:34:56.789Z";
export const YEAR_LATER = "2027-05-04T12:34:56.789Z";
export const TWO_YEARS_LATER = "2028-05-04T12:34:56.789Z";
export const premium = (until: string) => ({ type: "Premium", until, requestsPerMonth: 10_000 });
export const planKey = (until: string | null) => ({
  name: "Premium key",
  status: "active",
  planKey: true,
  until,
});
