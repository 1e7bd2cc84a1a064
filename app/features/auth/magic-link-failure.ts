import { failureMessage } from "./failure-message.ts";
import { authMessages } from "./messages.ts";

const { magicLinkFailure: messages, fallback } = authMessages;

/** What to say when a magic link could not be sent (specification, section 8). */
export function magicLinkFailure(failure: unknown): string {
  const message = failureMessage(failure, fallback.magicLink);
  const status = failure instanceof Error && "status" in failure ? failure.status : undefined;
  if (status === 429) return messages.tooMany;
  if (/rate limit/i.test(message)) return messages.rateLimit;
  return status === 500 ? messages.server : message;
}
