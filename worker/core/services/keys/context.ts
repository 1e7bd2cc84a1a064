import type { Bytes } from "#core/domain/base64.ts";

/** At least 32 random bytes each. Losing them makes every stored key unusable. */
interface KeySecrets {
  /** Keys the look-up HMAC and the route of an account. */
  pepper: Bytes;
  /** Root of the per-account sealing keys. */
  sealing: Bytes;
}

export interface KeysContext {
  keySecrets: KeySecrets;
}
