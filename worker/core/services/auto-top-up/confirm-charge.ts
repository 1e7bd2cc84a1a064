import type { ChargeConfirmation } from "#core/contract/auto-top-up.ts";
import { notFound } from "#core/domain/errors.ts";
import type { AccountContext, FulfilmentContext, PaymentsContext } from "#core/services/context.ts";
import { findChargeTerms } from "#core/storage/auto-top-up-charges.ts";
import { findOwnCharge } from "#core/storage/auto-top-ups.ts";
import { together } from "#core/storage/read.ts";
import { findOrder } from "#core/storage/reversals.ts";
import { applyCharge } from "./apply-charge.ts";
import { resumeCharge } from "./resume-charge.ts";

/**
 * Leads to the bank's page for a charge that needs confirmation. @returns no page when it doesn't (any more).
 * @throws DomainError `not_found`, `payment_provider_error`.
 */
export async function confirmCharge(
  ctx: AccountContext & FulfilmentContext & PaymentsContext,
  { id }: { id: string },
): Promise<ChargeConfirmation> {
  const own = await findOwnCharge(ctx.db, ctx.account.id, id);
  if (own === null) throw notFound("Charge");
  const [order, terms] = await together(ctx.db, [findOrder(ctx.db, id), findChargeTerms(ctx.db, id)]);
  const isPending = own.status === "open" || own.status === "pending";
  if (order === null || terms === null || !isPending) return { url: null };
  const confirmable = terms.wanted && terms.confirmBy !== null && terms.confirmBy > ctx.clock.now();
  if (order.sessionId === null || !confirmable) {
    await resumeCharge(ctx, order);
    return { url: null };
  }
  const { url, state } = await ctx.payments.confirmCharge({
    paymentIntentId: order.sessionId,
    paymentMethodId: terms.paymentMethod,
    returnUrl: `${ctx.appOrigin}/billing/auto-top-up/${encodeURIComponent(id)}`,
  });
  if (url === null) await applyCharge(ctx, order, state);
  return { url };
}
