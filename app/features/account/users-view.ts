import { authMessages } from "#app/features/auth/messages.ts";
import { addressOf, choiceParameter } from "#app/lib/address.ts";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";

const TABS = ["email", "password", "invite"] as const;
export type UserTab = (typeof TABS)[number];

export const tabParameter = choiceParameter("tab", TABS, "email");
export const usersAddress = addressOf({ tab: tabParameter });

export const tabSearch = (tab: UserTab) => `?${tabParameter.name}=${tab}`;

export function invitationFailure(failure: unknown): { at: "email" | "form"; message: string } {
  const fallback = authMessages.fallback.invitation;
  // A response that did not come from the API has no message for a reader.
  const isForeign = failure instanceof ApiError && failure.code === "unexpected_response";
  const message = isForeign ? fallback : failureMessage(failure, fallback);
  return { at: failure instanceof ApiError && failure.field === "email" ? "email" : "form", message };
}
