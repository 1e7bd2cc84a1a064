import { DomainError } from "#core/domain/errors.ts";
import { forgetCustomer, takeDueCustomers } from "#core/storage/customer-deletions.ts";
import type { CardContext } from "./save-card.ts";

const MAX_A_RUN = 10;

/** Deletes a closed account's customer at the provider. The cron does it when the provider fails. */
export async function deleteCustomer(ctx: CardContext, accountId: number): Promise<void> {
  try {
    await deleteDue(ctx, { accountId, limit: 1 });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "payment_provider_error")) throw error;
  }
}

/** Those of all closed accounts that are left. @returns how many were deleted. @throws DomainError `payment_provider_error`. */
export const deleteCustomers = (ctx: CardContext): Promise<number> =>
  deleteDue(ctx, { accountId: null, limit: MAX_A_RUN });

async function deleteDue(
  { db, payments, clock }: CardContext,
  scope: { accountId: number | null; limit: number },
): Promise<number> {
  const due = await takeDueCustomers(db, { ...scope, now: clock.now() });
  for (const customerId of due) {
    await payments.deleteCustomer(customerId);
    await forgetCustomer(db, customerId);
  }
  return due.length;
}
