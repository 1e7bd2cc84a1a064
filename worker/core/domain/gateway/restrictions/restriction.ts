/** What is known of a request when the restrictions of its key judge it. */
export interface RestrictedRequest {
  /** Path of the request, as `normaliseEndpoint` gives it; missing where no endpoint is at that path. */
  endpoint?: string | undefined;
  /** Missing before the body was read, and for a request that uses no model. */
  model?: string | undefined;
  /** In place of `model` where that says less: of a test key, and null for a request that is forwarded unread. */
  namedModel?: string | null | undefined;
  /** IP address of the client; missing or null when unknown. */
  address?: string | null | undefined;
  /** The gateway serves it itself: it describes the key or the models. */
  own?: boolean | undefined;
}

/** A sentence for whoever sent the request, and the field of the request at fault. */
export interface Objection {
  message: string;
  field?: string;
}

/** Null for a request that may be sent. It allocates nothing then, because it judges every request of the key. */
type Judge = (request: RestrictedRequest) => Objection | null;

/** How requests are refused that a restriction doesn't allow, with status 403. */
export interface Refusal {
  code: string;
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
export const REPEATED = 5;

export const EDIT = "Change the requests, or edit the key’s restrictions.";

interface Restriction<Value> {
  description: string;
  /** Whether requests are stored with what it judges, so that a trial can replay them. */
  recorded: (testKey: boolean) => boolean;
  /** What a change says in the account's activity. */
  changed: (value: Value) => string;
  /** Missing for one that is refused like any other request. */
  refusal?: Refusal;
}

/** A restriction whose value is a list of what is allowed. Its name is the field of the API. */
export interface ListRestriction extends Restriction<readonly string[]> {
  kind: "list";
  /** The most entries of a list. */
  most: number;
  /** An entry in its normal form; null for a text that is none. */
  read: (text: string) => string | null;
  /** Completes "Each entry must be …". */
  rule: string;
  /** For the list of a key, which isn't empty. Missing for origins, which `allowsOrigin` judges before anything else. */
  judgeOf?: (allowed: readonly string[]) => Judge;
}

/** A restriction whose value is a whole number; null is no restriction. */
export interface NumberRestriction extends Restriction<number | null> {
  kind: "number";
  least: number;
  most: number;
}

/** `any model`, `only model a`, `only models a, b` */
export const only = (what: string, names: readonly string[]) =>
  names.length === 0 ? `any ${what}` : `only ${what}${names.length === 1 ? "" : "s"} ${names.join(", ")}`;

const NAMED_MOST = 10;

/** `a`, `a and b`, `a, b and c`; of many, the first ones. */
export function namesOf(names: readonly string[]): string {
  const shown = names.length > NAMED_MOST ? names.slice(0, NAMED_MOST) : names.slice(0, -1);
  const last = names.length > NAMED_MOST ? `${names.length - NAMED_MOST} more` : names.at(-1);
  return shown.length === 0 ? String(last) : `${shown.join(", ")} and ${last}`;
}
