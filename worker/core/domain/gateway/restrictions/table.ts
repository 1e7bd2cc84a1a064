import { allowedEndpoints, type EndpointFacts } from "./endpoints.ts";
import { allowedModels, type ModelFacts } from "./models.ts";
import { allowedNetworks, type NetworkFacts } from "./networks.ts";
import { allowedOrigins } from "./origins.ts";
import { requestsPerMinute } from "./rate.ts";

/** Every restriction of a key, by its field of the API, in the order in which requests are judged. */
export const RESTRICTIONS = {
  allowed_origins: allowedOrigins,
  allowed_endpoints: allowedEndpoints,
  allowed_models: allowedModels,
  allowed_networks: allowedNetworks,
  requests_per_minute: requestsPerMinute,
} as const;

/**
 * What is known of a request when the restrictions of its key judge it. All of it is optional, because the gateway and the
 * account's object may be of different versions.
 */
export type RestrictedRequest = EndpointFacts & ModelFacts & NetworkFacts;

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
export const restrictionsIn = (fields: Changes) =>
  // Each name keeps its value.
  Object.fromEntries(
    RESTRICTION_NAMES.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  ) as Partial<Restrictions>;

/** Whether nothing is restricted by it. */
export const isUnrestricted = (value: readonly string[] | number | null): boolean =>
  value === null || (typeof value === "object" && value.length === 0);

type Changes = { [Name in RestrictionName]?: Restrictions[Name] | undefined };
