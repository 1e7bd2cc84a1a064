import { authMessages } from "#app/features/auth/messages.ts";
import { addressOf, choiceParameter } from "#app/lib/address.ts";
import { ApiError } from "#app/lib/api-error.ts";

const TABS = ["email", "password", "invite"] as const;

export const tabParameter = choiceParameter("tab", TABS, "email");
export const usersAddress = addressOf({ tab: tabParameter });

/** A response that did not come from the API has no message for a reader. */
export const invitationFailure = (failure: unknown): unknown =>
  failure instanceof ApiError && failure.code === "unexpected_response"
    ? new Error(authMessages.fallback.invitation, { cause: failure })
    : failure;
