import { RATE_LIMIT } from "../rate-window.ts";
import { allowedEndpoints } from "./endpoints.ts";
import { allowedModels } from "./models.ts";
import { allowedNetworks } from "./networks.ts";
import { allowedOrigins } from "./origins.ts";
import { requestsPerMinute } from "./rate.ts";
import type { RestrictionCode } from "./refusals.ts";
import type { Judge, RestrictedRequest, RestrictionRefusal } from "./restriction.ts";

/** Every restriction of a key, by its field of the API, in the order in which requests are judged. */
export const RESTRICTIONS = {
  allowed_origins: allowedOrigins,
  allowed_endpoints: allowedEndpoints,
  allowed_models: allowedModels,
  allowed_networks: allowedNetworks,
  requests_per_minute: requestsPerMinute,
} as const;

type Table = typeof RESTRICTIONS;
export type RestrictionName = keyof Table;

/** The restrictions of a key, with none left out: an empty list or null restricts nothing. */
export type Restrictions = {
  [Name in RestrictionName]: Table[Name]["kind"] extends "list" ? string[] : number | null;
};
/** As they are stored: those that restrict something. Origins have a column of their own. */
export type StoredRestrictions = {
  [Name in Exclude<RestrictionName, "allowed_origins">]?: Restrictions[Name];
};

// Its keys are those of the table.
export const RESTRICTION_NAMES = Object.keys(RESTRICTIONS) as RestrictionName[];

export const UNRESTRICTED = Object.fromEntries(
  RESTRICTION_NAMES.map((name) => [name, RESTRICTIONS[name].kind === "list" ? [] : null]),
  // Each field of the table has its value.
) as unknown as Restrictions;

/** Those that are among some fields. */
export const restrictionsIn = (fields: { [Name in RestrictionName]?: Restrictions[Name] | undefined }) =>
  // Each name keeps its value.
  Object.fromEntries(
    RESTRICTION_NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  ) as Partial<Restrictions>;

/** Whether nothing is restricted by it. */
export const isUnrestricted = (value: readonly string[] | number | null): boolean =>
  value === null || (typeof value === "object" && value.length === 0);

/** The restrictions of one key, ready to judge its requests. */
export class KeyRestrictions {
  /** Requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Null for all. */
  readonly models: readonly string[] | null;
  private readonly judges: readonly Judge<RestrictionCode>[];

  constructor(stored: StoredRestrictions) {
    this.rateLimit = Math.min(stored.requests_per_minute ?? RATE_LIMIT, RATE_LIMIT);
    this.models = stored.allowed_models ?? null;
    this.judges = RESTRICTION_NAMES.flatMap((name) => judgeOf(name, stored) ?? []);
  }

  /** Null for a request that may be sent, as far as its rate allows. */
  refuse(request: RestrictedRequest): RestrictionRefusal<RestrictionCode> | null {
    for (const judge of this.judges) {
      const refusal = judge(request);
      if (refusal !== null) return refusal;
    }
    return null;
  }
}

/** Null for a restriction that the key hasn't, and for one that isn't judged like this. */
function judgeOf(name: RestrictionName, stored: StoredRestrictions): Judge<RestrictionCode> | null {
  const restriction = RESTRICTIONS[name];
  const allowed = name === "allowed_origins" ? undefined : stored[name];
  if (restriction.kind !== "list" || !Array.isArray(allowed) || allowed.length === 0) return null;
  return restriction.judgeOf?.(allowed) ?? null;
}
