/** How requests are refused that a key's restrictions don't allow. The lists of codes and causes are made of these. */
interface Refusal {
  /** Where the object that refuses doesn't say more. */
  message: string;
  /** For lists, after the status. */
  name: string;
  /** For the API reference. */
  reason: string;
  /** How many requests it takes to notify the owner; null if it never does. */
  notifyAt: number | null;
  /** Of that notification. */
  notice: { title: (key: string) => string; help: string };
}

/** One request may be a typing error, which whoever made it notices. */
const REPEATED = 5;

const EDIT = "Change the requests, or edit the key’s restrictions.";

const RESTRICTION_REFUSALS = {
  origin_not_allowed: {
    message: "Browsers on this origin can't use this API key. Its owner can allow the origin.",
    name: "Origin not allowed",
    reason: "The key doesn't allow the browser's origin",
    notifyAt: null,
    notice: { title: (key) => `“${key}” is used on a website that it doesn’t allow`, help: EDIT },
  },
  endpoint_not_allowed: {
    message: "This API key can't use this endpoint. Its owner can allow it.",
    name: "Endpoint not allowed",
    reason: "The key doesn't allow the endpoint",
    notifyAt: REPEATED,
    notice: { title: (key) => `“${key}” is used with an endpoint that it doesn’t allow`, help: EDIT },
  },
  model_not_allowed: {
    message: "This API key can't use this model. GET /v1/models lists the models that it allows.",
    name: "Model not allowed",
    reason: "The key doesn't allow the model",
    notifyAt: REPEATED,
    notice: { title: (key) => `“${key}” asks for a model that it doesn’t allow`, help: EDIT },
  },
  ip_not_allowed: {
    message: "This API key can't be used from this address. Its owner can allow the address.",
    name: "Network not allowed",
    reason: "The key doesn't allow the client's IP address",
    notifyAt: REPEATED,
    notice: {
      title: (key) => `“${key}” is used from a network that it doesn’t allow`,
      help: "Allow the network, or rotate the key if you don’t know who is using it.",
    },
  },
} as const satisfies Record<string, Refusal>;

export type RestrictionCode = keyof typeof RESTRICTION_REFUSALS;

// Its keys are those of the table.
export const RESTRICTION_CODES = Object.keys(RESTRICTION_REFUSALS) as RestrictionCode[];

/** A record with something for each code. */
export const byRestriction = <Value>(entryOf: (refusal: Refusal) => Value): Record<RestrictionCode, Value> =>
  // It has an entry for each of the codes.
  Object.fromEntries(RESTRICTION_CODES.map((code) => [code, entryOf(RESTRICTION_REFUSALS[code])])) as Record<
    RestrictionCode,
    Value
  >;
