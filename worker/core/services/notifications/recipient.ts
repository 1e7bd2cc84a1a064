import type { AccountContext } from "#core/services/context.ts";
import type { Recipient } from "#core/storage/notifications.ts";

/** The person who makes the request, as a recipient of the account's notifications. */
export const recipientOf = ({ account }: Pick<AccountContext, "account">): Recipient => ({
  accountId: account.id,
  userId: account.userId,
});
