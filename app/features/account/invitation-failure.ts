import { failureMessage } from "#app/features/auth/failure-message.ts";
import { authMessages } from "#app/features/auth/messages.ts";
import { ApiError } from "#app/lib/api-error.ts";

/** What to say of a refused invitation, and where: at the address, or for the form as a whole. */
export function invitationFailure(failure: unknown): { at: "email" | "form"; message: string } {
  const fallback = authMessages.fallback.invitation;
  if (!(failure instanceof ApiError)) return { at: "form", message: failureMessage(failure, fallback) };
  // An answer that did not come from the API says nothing a reader could use.
  if (failure.code === "unexpected_answer") return { at: "form", message: fallback };
  const message = failureMessage(failure, fallback);
  return { at: failure.field === "email" ? "email" : "form", message };
}
