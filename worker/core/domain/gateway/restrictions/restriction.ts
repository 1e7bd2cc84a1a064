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
export interface RestrictionRefusal<Code extends string> {
  code: Code;
  message: string;
  field?: string;
}

/** Null for a request that may be sent. It allocates nothing then, because it judges every request of the key. */
export type Judge<Code extends string> = (request: RestrictedRequest) => RestrictionRefusal<Code> | null;

/** A restriction whose value is a list of what is allowed. Its name is the field of the API. */
export interface ListRestriction<Code extends string> {
  kind: "list";
  /** The most entries of a list. */
  most: number;
  /** An entry in its normal form; null for a text that is none. */
  read: (text: string) => string | null;
  /** Completes "Each entry must be …". */
  rule: string;
  description: string;
  /** For the list of a key, which isn't empty. Missing for origins, which `allowsOrigin` judges before anything else. */
  judgeOf?: (allowed: readonly string[]) => Judge<Code>;
}

/** A restriction whose value is a whole number; null is no restriction. */
export interface NumberRestriction {
  kind: "number";
  least: number;
  most: number;
  description: string;
}

const NAMED_MOST = 10;

/** `a`, `a and b`, `a, b and c`; of many, the first ones. */
export function namesOf(names: readonly string[]): string {
  const shown = names.length > NAMED_MOST ? names.slice(0, NAMED_MOST) : names.slice(0, -1);
  const last = names.length > NAMED_MOST ? `${names.length - NAMED_MOST} more` : names.at(-1);
  return shown.length === 0 ? String(last) : `${shown.join(", ")} and ${last}`;
}
