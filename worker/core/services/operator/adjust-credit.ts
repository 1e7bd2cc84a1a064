import { DomainError } from "#core/domain/errors.ts";
import { accountName, OPERATOR_CREDIT, operatorSource } from "#core/domain/ledger.ts";
import { dollarsFromMicros, MICROS_PER_DOLLAR } from "#core/domain/money.ts";
import type { AccountRow } from "#core/storage/accounts.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { type Adjustment, adjustOnce, findAdjustment } from "#core/storage/operator-credit.ts";
import type { OperatorContext } from "./context.ts";
import { findAccount } from "./find-account.ts";

export interface CreditInput {
  /** The account's number, Supabase user id or email. */
  account: string;
  /** Above 0, at most `MAX_ADJUSTMENT_MICROS`. */
  micros: number;
  /** Shown to the customer in the statement. */
  reason: string;
  /** Names this adjustment: the same id again changes nothing. */
  id: string;
}

/** A slip of the finger more than this is refused: $10,000. */
const MAX_ADJUSTMENT_MICROS = 10_000 * MICROS_PER_DOLLAR;
const REASON_MAX = 200;

/**
 * Grants an account credit, as a ledger transfer with the reason as its note, and records who did it.
 * @returns what became of it, with the balance in micro-dollars; `repeated` when this id had been used for it before.
 * @throws DomainError `invalid_request` naming the field, also for an id that was used for something else; what
 * `findAccount` throws.
 */
export const grantCredit = (ctx: OperatorContext, input: CreditInput) => adjust(ctx, "grant", input);

/**
 * Takes credit back, no more than the balance.
 * @throws DomainError as `grantCredit`; `insufficient_balance` when the balance is less.
 */
export const takeBackCredit = (ctx: OperatorContext, input: CreditInput) => adjust(ctx, "take_back", input);

async function adjust(ctx: OperatorContext, kind: Adjustment["kind"], input: CreditInput) {
  check(input);
  const account = await findAccount(ctx, input.account);
  if (account.closedAt !== null) throw invalid("account", "This account is closed.");
  const adjustment = adjustmentOf(kind, account, input);
  const { requestId, operator } = ctx;
  const entry = { accountId: account.id, subject: adjustment.source, requestId, at: ctx.clock.now() };
  const detail = { reason: adjustment.note, dollars: dollarsFromMicros(input.micros), by: operator };
  const action = kind === "grant" ? "credit.granted" : "credit.taken_back";
  const done = await adjustOnce(ctx.db, adjustment, { ...entry, action, detail });
  if (!done) await explain(ctx, account, adjustment);
  return { account, repeated: !done, balanceMicros: await readBalanceMicros(ctx.db, account.id) };
}

/** Nothing was written: it had been before, the id is another's, or there is not enough to take. */
async function explain({ db }: OperatorContext, account: AccountRow, adjustment: Adjustment): Promise<void> {
  const earlier = await findAdjustment(db, adjustment.source);
  if (earlier === null) {
    const dollars = dollarsFromMicros(await readBalanceMicros(db, account.id)).toFixed(2);
    throw new DomainError(
      "insufficient_balance",
      `The balance is $${dollars}; no more than that can be taken back.`,
    );
  }
  const same = (["debit", "credit", "micros", "kind"] as const).every(
    (field) => earlier[field] === adjustment[field],
  );
  if (!same) throw invalid("id", "This id was used for another adjustment.");
}

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

function check({ micros, reason, id }: CreditInput): void {
  if (!Number.isSafeInteger(micros) || micros <= 0 || micros > MAX_ADJUSTMENT_MICROS) {
    throw invalid("amount", "The amount must be above $0 and at most $10,000.");
  }
  if (reason.trim() === "" || reason.length > REASON_MAX) {
    throw invalid("reason", `Give a reason of at most ${REASON_MAX} characters; the customer sees it.`);
  }
  if (!/^[\w-]{1,64}$/.test(id)) throw invalid("id", "The id must be 1 to 64 letters, digits, - or _.");
}

const invalid = (field: string, message: string) => new DomainError("invalid_request", message, { field });
