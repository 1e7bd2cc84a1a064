/** How requests are refused that a key's restrictions don't allow, with status 403. */
export interface Refusal {
  /** To whoever sent the request, where the object that refuses doesn't say more. */
  message: string;
  /** For lists, after the status. */
  name: string;
  /** For the API reference. */
  reason: string;
  /** To the key's owner, in the log. */
  sentence: string;
  /** While it lasts, after a colon; `some`: not all requests of the key are refused. Missing for what nobody has to act on. */
  now?: { all: string; some: string };
  /** How many requests it takes to notify the owner; null if it never does. */
  notifyAt: number | null;
  /** Of that notification. */
  title: (key: string) => string;
  /** The way out. */
  help: string;
}

/** One request may be a typing error, which whoever made it notices. */
const REPEATED = 5;

const EDIT = "Change the requests, or edit the key’s restrictions.";

/** By code. The lists of codes and causes, notifications and the API reference are made of these. */
export const RESTRICTION_REFUSALS = {
  origin_not_allowed: {
    message: "Browsers on this origin can't use this API key. Its owner can allow the origin.",
    name: "Origin not allowed",
    reason: "The key doesn't allow the browser's origin",
    sentence: "Sent from a website that can’t use this key.",
    notifyAt: null,
    title: (key) => `“${key}” is used on a website that it doesn’t allow`,
    help: EDIT,
  },
  endpoint_not_allowed: {
    message: "This API key can't use this endpoint. Its owner can allow it.",
    name: "Endpoint not allowed",
    reason: "The key doesn't allow the endpoint",
    sentence: "Sent to an endpoint that the key doesn’t allow.",
    now: {
      all: "it is used with an endpoint that it doesn’t allow",
      some: "they are sent to an endpoint that it doesn’t allow",
    },
    notifyAt: REPEATED,
    title: (key) => `“${key}” is used with an endpoint that it doesn’t allow`,
    help: EDIT,
  },
  model_not_allowed: {
    message: "This API key can't use this model. GET /v1/models lists the models that it allows.",
    name: "Model not allowed",
    reason: "The key doesn't allow the model",
    sentence: "Asks for a model that the key doesn’t allow.",
    now: {
      all: "it asks for a model that it doesn’t allow",
      some: "they ask for a model that it doesn’t allow",
    },
    notifyAt: REPEATED,
    title: (key) => `“${key}” asks for a model that it doesn’t allow`,
    help: EDIT,
  },
  ip_not_allowed: {
    message: "This API key can't be used from this address. Its owner can allow the address.",
    name: "Network not allowed",
    reason: "The key doesn't allow the client's IP address",
    sentence: "Sent from a network that the key doesn’t allow.",
    now: {
      all: "it is used from a network that it doesn’t allow",
      some: "they come from a network that it doesn’t allow",
    },
    notifyAt: REPEATED,
    title: (key) => `“${key}” is used from a network that it doesn’t allow`,
    help: "Allow the network, or rotate the key if you don’t know who is using it.",
  },
} as const satisfies Record<string, Refusal>;

export type RestrictionCode = keyof typeof RESTRICTION_REFUSALS;

// Its keys are those of the table.
export const RESTRICTION_CODES = Object.keys(RESTRICTION_REFUSALS) as RestrictionCode[];

export const isRestriction = (code: string): code is RestrictionCode =>
  Object.hasOwn(RESTRICTION_REFUSALS, code);

/** A record with something for each code. */
export const byRestriction = <Value>(entryOf: (refusal: Refusal) => Value): Record<RestrictionCode, Value> =>
  // It has an entry for each of the codes.
  Object.fromEntries(RESTRICTION_CODES.map((code) => [code, entryOf(RESTRICTION_REFUSALS[code])])) as Record<
    RestrictionCode,
    Value
  >;

const only = (what: string, names: readonly string[]) =>
  names.length === 0 ? `any ${what}` : `only ${what}${names.length === 1 ? "" : "s"} ${names.join(", ")}`;

/** What a change of each restriction says in the account's activity. */
export const RESTRICTION_CHANGES = {
  allowed_models: (names: readonly string[]) => only("model", names),
  allowed_endpoints: (paths: readonly string[]) => only("endpoint", paths),
  requests_per_minute: (limit: number | null) =>
    limit === null
      ? "no rate of its own"
      : `at most ${limit} ${limit === 1 ? "request" : "requests"} a minute`,
  allowed_networks: (networks: readonly string[]) => only("network", networks),
  allowed_origins: (origins: readonly string[]) =>
    origins.length === 0 ? "no browser access" : `browser access from ${origins.join(", ")}`,
};
