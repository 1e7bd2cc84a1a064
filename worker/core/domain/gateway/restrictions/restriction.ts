import type { RestrictionCode } from "./words.ts";

/** A sentence for whoever sent the request, and the field of the request at fault. */
export interface RestrictionRefusal {
  code: RestrictionCode;
  message: string;
  field?: string;
}

interface Restriction {
  description: string;
  /** Whether requests are stored with what it judges, so that a trial can replay them. */
  recorded: (testKey: boolean) => boolean;
}

/** A restriction whose value is a list of what is allowed. Its name is the field of the API. */
export interface ListRestriction extends Restriction {
  kind: "list";
  /** The most entries of a list. */
  most: number;
  /** An entry in its normal form; null for a text that is none. */
  read: (text: string) => string | null;
  /** Completes "Each entry must be …". */
  rule: string;
  /**
   * For the list of a key, which isn't empty: judges a request by the facts that the module names; null for one that may
   * be sent. It allocates nothing then, because it judges every request of the key. Missing for origins, which
   * `allowsOrigin` judges before anything else.
   */
  judgeOf?: (allowed: readonly string[]) => (request: never) => RestrictionRefusal | null;
}

/** A restriction whose value is a whole number; null is no restriction. */
export interface NumberRestriction extends Restriction {
  kind: "number";
  least: number;
  most: number;
}

const NAMED_MOST = 10;

/** `a`, `a and b`, `a, b and c`; of many, the first ones. */
export function namesOf(names: readonly string[]): string {
  const shown = names.length > NAMED_MOST ? names.slice(0, NAMED_MOST) : names.slice(0, -1);
  const last = names.length > NAMED_MOST ? `${names.length - NAMED_MOST} more` : names.at(-1);
  return shown.length === 0 ? String(last) : `${shown.join(", ")} and ${last}`;
}
