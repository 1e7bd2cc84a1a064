import { MINUTE_MS } from "../time.ts";
import { ADMISSION_REFUSALS, type CountedCode, REQUEST_REFUSALS } from "./refusal-codes.ts";
import { byRestriction } from "./restrictions/words.ts";

/** A key is being refused until this long after its last refused request; a later one begins a new stretch. */
export const STRETCH_PAUSE_MS = 5 * MINUTE_MS;

interface RefusalCause {
  /** HTTP status of the response; null when the code stands for several. */
  status: number | null;
  /** For lists, after the status. */
  name: string;
  /** Whose requests it refuses: one key's, or those of all the account's keys. */
  scope: "key" | "account";
  /** The cause lasts until someone does something: the owner is notified at this many requests. Null if it passes by itself. */
  notifyAt: number | null;
}

/** A typing error in a model's name is noticed by whoever made it; an application that repeats it isn't. */
const REPEATED = 5;

/** Every code that refused requests are counted by. */
export const REFUSAL_CAUSES: Record<CountedCode, RefusalCause> = {
  invalid_api_key: { status: 401, name: "Revoked key", scope: "key", notifyAt: 1 },
  insufficient_balance: { status: 402, name: "Balance too low", scope: "account", notifyAt: 1 },
  budget_exceeded: { status: 402, name: "Over budget", scope: "key", notifyAt: 1 },
  spending_limit_exceeded: { status: 402, name: "Over spending limit", scope: "account", notifyAt: 1 },
  key_disabled: { status: 403, name: "Key disabled", scope: "key", notifyAt: 1 },
  key_expired: { status: 403, name: "Expired key", scope: "key", notifyAt: 1 },
  account_suspended: { status: 403, name: "Account suspended", scope: "account", notifyAt: 1 },
  // Stopping the keys has a notification of its own.
  account_stopped: { status: 403, name: "Keys stopped", scope: "account", notifyAt: null },
  ...byRestriction<RefusalCause>(({ name, notifyAt }) => ({ status: 403, name, scope: "key", notifyAt })),
  grant_not_valid: { status: 401, name: "Playground session ended", scope: "key", notifyAt: null },
  quota_exceeded: { status: 429, name: "Plan used up", scope: "account", notifyAt: 1 },
  rate_limit_exceeded: { status: 429, name: "Rate limited", scope: "key", notifyAt: null },
  concurrency_limit_exceeded: {
    status: 429,
    name: "Too many at once",
    scope: "account",
    notifyAt: null,
  },
  model_not_found: { status: 404, name: "Unknown model", scope: "key", notifyAt: REPEATED },
  unknown_endpoint: { status: 404, name: "Unknown endpoint", scope: "key", notifyAt: null },
  invalid_request: { status: 400, name: "Invalid request", scope: "key", notifyAt: null },
  unsupported_parameter: { status: 400, name: "Unsupported parameter", scope: "key", notifyAt: null },
  unsupported_media_type: { status: 415, name: "Unsupported content type", scope: "key", notifyAt: null },
  payload_too_large: { status: 413, name: "Request too large", scope: "key", notifyAt: null },
  service_unavailable: { status: 503, name: "Temporarily unavailable", scope: "account", notifyAt: null },
  unavailable: { status: 503, name: "Temporarily unavailable", scope: "account", notifyAt: null },
  other: { status: null, name: "Other reasons", scope: "key", notifyAt: null },
};

/** In the order of their names in the code. */
export const COUNTED_CODES: readonly CountedCode[] = [...ADMISSION_REFUSALS, ...REQUEST_REFUSALS];

/** Also for a code that a newer version counts. */
export const refusalCause = (code: string): RefusalCause =>
  Object.hasOwn(REFUSAL_CAUSES, code) ? REFUSAL_CAUSES[code as CountedCode] : REFUSAL_CAUSES.other;

/** Causes that last until someone does something about them. */
export const LASTING_CAUSES = COUNTED_CODES.flatMap((code) => {
  const { scope, notifyAt } = REFUSAL_CAUSES[code];
  return notifyAt === null ? [] : [{ code, scope, notifyAt }];
});
