import { DomainError } from "#core/domain/errors.ts";
import { accountName, OPERATOR_CREDIT, operatorSource } from "#core/domain/ledger.ts";
import { dollarsFromMicros, MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import { takeBackRefusal } from "#core/domain/operator.ts";
import type { OperatorContext } from "#core/services/context.ts";
import type { AccountRow } from "#core/storage/accounts.ts";
import { type Adjustment, adjustOnce } from "#core/storage/ledger.ts";
import { findOpenAccount, invalidField } from "./look-up-account.ts";
import { operatorEntry, requiredReason } from "./operator-entry.ts";

export interface CreditInput {
  account: string;
  /** Above 0, at most `MAX_ADJUSTMENT_MICROS`. */
  micros: number;
  /** The customer sees it. */
  reason: string;
  /** Idempotency key. */
  id: string;
}

/** $10,000, against slips of the finger. */
const MAX_ADJUSTMENT_MICROS = 10_000 * MICROS_PER_DOLLAR;

/** Idempotent per id (`repeated`), audited. @throws DomainError `invalid_request` naming the field. */
export const grantCredit = (ctx: OperatorContext, input: CreditInput) => adjust(ctx, "grant", input);

/** @throws DomainError like `grantCredit`; `insufficient_balance`. */
export const takeBackCredit = (ctx: OperatorContext, input: CreditInput) => adjust(ctx, "take_back", input);

async function adjust(ctx: OperatorContext, kind: Adjustment["kind"], input: CreditInput) {
  check(input);
  const account = await findOpenAccount(ctx, input.account);
  const adjustment = adjustmentOf(kind, account, input);
  const { requestId, operator } = ctx;
  const entry = { accountId: account.id, subject: adjustment.source, requestId, at: ctx.clock.now() };
  const detail = { reason: adjustment.note, dollars: dollarsFromMicros(input.micros), by: operator };
  const action = kind === "grant" ? "credit.granted" : "credit.taken_back";
  const reason = requiredReason(input.reason);
  const { done, stored, balanceMicros, route } = await adjustOnce(ctx.db, adjustment, {
    audit: { ...entry, action, detail },
    log: operatorEntry(ctx, action, { accountId: account.id, reason, detail: { dollars: detail.dollars } }),
  });
  // Nothing was written: the id was used before, or the balance is too low.
  if (stored === null) throw new DomainError("insufficient_balance", takeBackRefusal(balanceMicros));
  if (!isSame(stored, adjustment)) throw invalidField("id", "This id was used for another adjustment.");
  // May fail unnoticed: the meter reads the balance again before it refuses a request for lack of it.
  await ctx.refreshMeter(route).catch(() => undefined);
  return { account, repeated: !done, balanceMicros };
}

const SAME = ["debit", "credit", "micros", "kind"] as const;
const isSame = (stored: Record<(typeof SAME)[number], string | number>, adjustment: Adjustment) =>
  SAME.every((field) => stored[field] === adjustment[field]);

function adjustmentOf(kind: Adjustment["kind"], account: AccountRow, input: CreditInput): Adjustment {
  const customer = accountName(account.id);
  const [debit, credit] = kind === "grant" ? [OPERATOR_CREDIT, customer] : [customer, OPERATOR_CREDIT];
  return {
    debit,
    credit,
    micros: input.micros,
    kind,
    source: operatorSource(input.id),
    note: input.reason.trim(),
  };
}

function check({ micros, id }: CreditInput): void {
  if (!Number.isSafeInteger(micros) || micros <= 0 || micros > MAX_ADJUSTMENT_MICROS) {
    throw invalidField("amount", "The amount must be above $0 and at most $10,000.");
  }
  if (!/^[\w-]{1,64}$/.test(id)) throw invalidField("id", "The id must be 1 to 64 letters, digits, - or _.");
}
