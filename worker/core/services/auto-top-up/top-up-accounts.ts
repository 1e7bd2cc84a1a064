import { judgeTopUp, type TopUpVerdict } from "#core/domain/auto-top-up.ts";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { budgetWindow } from "#core/domain/gateway/budgets.ts";
import { MINUTE_MS } from "#core/domain/time.ts";
import type { FulfilmentContext } from "#core/services/context.ts";
import {
  findChargeTerms,
  placeCharge,
  postponeAtLimit,
  postponeDue,
  settleDue,
  takeDueAccounts,
} from "#core/storage/auto-top-up-charges.ts";
import { findOrder } from "#core/storage/reversals.ts";
import { situationOf, type TopUpSituation } from "./get-auto-top-up.ts";
import { makeCharge } from "./resume-charge.ts";

/** Each may wait for the provider; the platform limits how long a run takes. */
const MAX_A_RUN = 20;
const AGAIN_AFTER_MS = 10 * MINUTE_MS;

interface TopUpReport {
  /** Accounts whose balance was below their threshold. */
  checked: number;
  /** Charges by outcome. */
  paid: number;
  declined: number;
  pending: number;
  /** Accounts at their monthly limit. */
  limited: number;
  /** For a person to look at. */
  problems: { account: number; code: ErrorCode }[];
}

/**
 * Charges the cards of accounts whose balance is low, longest due first. Its cost grows with the accounts that are due,
 * not with all of them. Safe to repeat, overlap or interrupt. @throws DomainError `payment_provider_error`.
 */
export async function topUpAccounts(ctx: FulfilmentContext): Promise<TopUpReport> {
  const now = ctx.clock.now();
  const due = await takeDueAccounts(ctx.db, { now, again: now + AGAIN_AFTER_MS, limit: MAX_A_RUN });
  const report: TopUpReport = {
    checked: due.length,
    paid: 0,
    declined: 0,
    pending: 0,
    limited: 0,
    problems: [],
  };
  for (const accountId of due) {
    const outcome = await topUp(ctx, accountId);
    if (typeof outcome === "object") report.problems.push({ account: accountId, ...outcome });
    else if (outcome !== "none") report[outcome] += 1;
  }
  return report;
}

type Outcome = "none" | "paid" | "declined" | "pending" | "limited" | { code: ErrorCode };

async function topUp(ctx: FulfilmentContext, accountId: number): Promise<Outcome> {
  const now = ctx.clock.now();
  const situation = await situationOf(ctx, accountId);
  const verdict = judgeTopUp(situation.facts, now);
  if (verdict.kind === "charge") return charge(ctx, situation, now);
  await putOff(ctx, situation, { verdict, now });
  return verdict.kind === "limit" ? "limited" : "none";
}

async function putOff(
  { db }: FulfilmentContext,
  { settings, facts }: TopUpSituation,
  { verdict, now }: { verdict: Exclude<TopUpVerdict, { kind: "charge" }>; now: number },
): Promise<void> {
  if (settings === null) return;
  if (verdict.kind === "unneeded") return settleDue(db, settings, facts.chargeable);
  if (verdict.kind === "wait") return postponeDue(db, settings, verdict.until);
  const { from, to } = budgetWindow("month", now);
  const { until } = verdict;
  const limit = { event: "limit_reached", limit_minor: facts.limitMinor, resets_at: to } as const;
  return postponeAtLimit(db, settings, { now, until, month: from, facts: limit });
}

/** The order is stored before the provider is called, so an interrupted charge is found again. */
async function charge(ctx: FulfilmentContext, { settings }: TopUpSituation, now: number): Promise<Outcome> {
  if (settings === null) return "none";
  const orderId = `order_${crypto.randomUUID().replaceAll("-", "")}`;
  if (!(await placeCharge(ctx.db, settings, { orderId, now, again: now + AGAIN_AFTER_MS }))) return "none";
  const [order, terms] = await Promise.all([findOrder(ctx.db, orderId), findChargeTerms(ctx.db, orderId)]);
  if (order === null || terms === null) return "none";
  try {
    const outcome = await makeCharge(ctx, order, terms);
    if (outcome === "paid") return "paid";
    return outcome === "failed" ? "declined" : "pending";
  } catch (error) {
    if (error instanceof DomainError && error.code === "order_mismatch") return { code: error.code };
    throw error;
  }
}
