import type { ErrorCode } from "./errors.ts";
import type { Product } from "./products.ts";

/** What is compared, in this order: the provider's side first, then what only we have. */
export const RECONCILIATION_STAGES = ["charges", "refunds", "disputes", "orders"] as const;
export type ReconciliationStage = (typeof RECONCILIATION_STAGES)[number];

export const stageAfter = (stage: ReconciliationStage): ReconciliationStage | null =>
  RECONCILIATION_STAGES[RECONCILIATION_STAGES.indexOf(stage) + 1] ?? null;

/** What we have stored for a charge's order. */
export interface BookedOrder {
  id: string;
  product: Product;
  amountMinor: number;
  currency: string;
  paymentIntent: string | null;
  /** The credit or the plan's year is there, once and in full. */
  booked: boolean;
  /** Paid after its account was closed, so a refund is made or due. */
  returned: boolean;
}

/** `missing` can be repaired; an error code is for a person to look at. */
export type Judgement = "equal" | "missing" | Extract<ErrorCode, "order_unknown" | "order_mismatch">;

/** Compares a succeeded charge with the order that it names. */
export function judgeCharge(
  charge: { paymentIntentId: string | null; amountMinor: number; currency: string },
  order: BookedOrder | undefined,
): Judgement {
  if (order === undefined) return "order_unknown";
  const another = order.paymentIntent !== null && order.paymentIntent !== charge.paymentIntentId;
  if (another || order.amountMinor !== charge.amountMinor || order.currency !== charge.currency)
    return "order_mismatch";
  return order.booked || order.returned ? "equal" : "missing";
}

/** A payment that differs from the provider's, for a person to look at. */
export interface Difference {
  subject: string;
  code: string;
}

/** Those that no operator has closed; another code for the same subject is another difference. */
export const openProblems = <T extends Difference>(
  problems: readonly T[],
  closed: readonly Difference[],
): T[] =>
  problems.filter(
    ({ subject, code }) => !closed.some((known) => known.subject === subject && known.code === code),
  );

/** The counts of a comparison, with those that were closed since then taken out of its problems. */
export function withoutClosed<T extends Difference>(
  { problems, problem_count, closed }: { problems: readonly T[]; problem_count: number; closed: number },
  known: readonly Difference[],
): { problems: T[]; problem_count: number; closed: number } {
  const open = openProblems(problems, known);
  const since = problems.length - open.length;
  return { problems: open, problem_count: problem_count - since, closed: closed + since };
}
