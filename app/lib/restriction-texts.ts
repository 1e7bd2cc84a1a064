import type { RestrictionCode } from "#core/domain/gateway/restrictions/refusals.ts";
import type { Restrictions } from "#core/domain/gateway/restrictions/table.ts";

export interface RefusalText {
  /** In the log. */
  sentence: string;
  /** While it lasts, after a colon; `some`: not all requests of the key are refused. */
  now?: { all: string; some: string };
  /** The way out, beside `now`. */
  help?: string;
}

const EDIT = "Change the requests, or edit the key’s restrictions.";

/** Why requests are refused that a key’s restrictions don’t allow. */
export const RESTRICTION_REASONS = {
  origin_not_allowed: { sentence: "Sent from a website that can’t use this key." },
  endpoint_not_allowed: {
    sentence: "Sent to an endpoint that the key doesn’t allow.",
    now: {
      all: "it is used with an endpoint that it doesn’t allow",
      some: "they are sent to an endpoint that it doesn’t allow",
    },
    help: EDIT,
  },
  model_not_allowed: {
    sentence: "Asks for a model that the key doesn’t allow.",
    now: {
      all: "it asks for a model that it doesn’t allow",
      some: "they ask for a model that it doesn’t allow",
    },
    help: EDIT,
  },
  ip_not_allowed: {
    sentence: "Sent from a network that the key doesn’t allow.",
    now: {
      all: "it is used from a network that it doesn’t allow",
      some: "they come from a network that it doesn’t allow",
    },
    help: "Allow the network, or rotate the key if you don’t know who is using it.",
  },
} as const satisfies Record<RestrictionCode, RefusalText>;

const only = (what: string, names: readonly string[]) =>
  names.length === 0 ? `any ${what}` : `only ${what}${names.length === 1 ? "" : "s"} ${names.join(", ")}`;

const CHANGES: { [Name in keyof Restrictions]: (value: Restrictions[Name]) => string } = {
  allowed_models: (names) => only("model", names),
  allowed_endpoints: (paths) => only("endpoint", paths),
  requests_per_minute: (limit) =>
    limit === null
      ? "no rate of its own"
      : `at most ${limit} ${limit === 1 ? "request" : "requests"} a minute`,
  allowed_networks: (networks) => only("network", networks),
  allowed_origins: (origins) =>
    origins.length === 0 ? "no browser access" : `browser access from ${origins.join(", ")}`,
};

const NAMES = Object.keys(CHANGES) as (keyof Restrictions)[];

/** What a change of a key’s restrictions has set, for the activity log. */
export const restrictionChanges = (
  changes: { [Name in keyof Restrictions]?: Restrictions[Name] | undefined },
) => NAMES.flatMap((name) => textOf(name, changes[name]) ?? []);

const textOf = <Name extends keyof Restrictions>(name: Name, value: Restrictions[Name] | undefined) =>
  value === undefined ? null : CHANGES[name](value);
