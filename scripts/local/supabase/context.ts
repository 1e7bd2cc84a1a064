import type { DatabaseSync } from "node:sqlite";
import type { Assurance } from "./assurance.ts";
import type { Limits } from "./limits.ts";
import type { Lite } from "./lite-internals.ts";
import type { Mail } from "./mail-content.ts";
import type { Providers } from "./oauth-settings.ts";
import type { ProjectConfig } from "./project-config.ts";
import type { ProjectKeys, Role } from "./project-keys.ts";
import type { SigningKey } from "./signing-key.ts";

/** The context of every route. */
export interface SupabaseContext {
  lite: Lite;
  /** Our own tables. */
  store: DatabaseSync;
  project: ProjectConfig;
  limits: Limits;
  key: SigningKey;
  keys: ProjectKeys;
  /** The `iss` of access tokens. */
  issuer: string;
  siteUrl: string;
  /** External identity providers. */
  providers: Providers;
  sendMail: (mail: Mail) => Promise<void>;
}

/** The user and session of a verified access token. */
export interface Caller {
  userId: string;
  sessionId: string;
  /** aal2: the session was confirmed with a second factor, which the user still has. */
  assurance: Assurance;
  /** The session began with an emailed token, which proves the mailbox. */
  byEmail: boolean;
}

export interface AuthEnv {
  Variables: { role: Role };
}
