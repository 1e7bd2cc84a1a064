import { RATE_LIMIT } from "../rate-window.ts";
import type { RestrictionRefusal } from "./restriction.ts";
import {
  RESTRICTION_NAMES,
  RESTRICTIONS,
  type RestrictedRequest,
  type RestrictionName,
  type StoredRestrictions,
} from "./table.ts";

type Judge = (request: RestrictedRequest) => RestrictionRefusal | null;

/** The restrictions of one key, ready to judge its requests. */
export class KeyRestrictions {
  /** Requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Null for all. */
  readonly models: readonly string[] | null;
  private readonly judges: readonly Judge[];

  constructor(stored: StoredRestrictions) {
    this.rateLimit = Math.min(stored.requests_per_minute ?? RATE_LIMIT, RATE_LIMIT);
    this.models = stored.allowed_models ?? null;
    this.judges = RESTRICTION_NAMES.flatMap((name) => judgeOf(name, stored) ?? []);
  }

  /** Null for a request that may be sent, as far as its rate allows. */
  refuse(request: RestrictedRequest): RestrictionRefusal | null {
    for (const judge of this.judges) {
      const refusal = judge(request);
      if (refusal !== null) return refusal;
    }
    return null;
  }
}

/** Null for a restriction that the key hasn't, and for one that isn't judged like this. */
function judgeOf(name: RestrictionName, stored: StoredRestrictions): Judge | null {
  const restriction = RESTRICTIONS[name];
  if (name === "allowed_origins" || !("judgeOf" in restriction)) return null;
  const allowed = stored[name];
  if (!Array.isArray(allowed) || allowed.length === 0) return null;
  return restriction.judgeOf(allowed);
}
