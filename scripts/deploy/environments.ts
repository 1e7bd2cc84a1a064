/** Where a deployment goes. Each has its own workers, settings, secrets, database, and accounts at the providers. */
export const ENVIRONMENTS = ["production", "staging"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** In the form of `.dev.vars.example`; Git ignores them. */
export const SECRETS_FILE = { production: ".production.vars", staging: ".staging.vars" } as const;

/** For wrangler and for `npm run deploy`: production is the top level of each `wrangler.toml`. */
export const environmentOption = (environment: Environment): string =>
  environment === "production" ? "" : ` --env ${environment}`;
