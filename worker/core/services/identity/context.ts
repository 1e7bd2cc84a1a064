import type { UserDirectory } from "#core/ports.ts";

/** What use cases about the user behind the account need. */
export interface IdentityContext {
  directory: UserDirectory;
  /** Scheme and host the browser sees, without a trailing slash; mailed links return there. */
  appOrigin: string;
}
