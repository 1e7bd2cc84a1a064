import type { Bytes } from "#core/domain/base64.ts";

/** At least 32 random bytes each. Losing them makes every stored key unusable. */
export interface KeySecrets {
  /** Keys the look-up HMAC and the route of an account. */
  pepper: Bytes;
  /** Root of the per-account sealing keys. */
  sealing: Bytes;
  /** What these were before they were changed, newest first: what was stored under them still works. */
  earlierPeppers?: readonly Bytes[];
  earlierSealings?: readonly Bytes[];
}

export interface KeysContext {
  keySecrets: KeySecrets;
}
