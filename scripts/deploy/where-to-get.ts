import { VERIFY_TOKEN } from "./secrets-file.ts";

const TOML = {
  web: "wrangler.toml",
  api: "worker/api/wrangler.toml",
  gateway: "worker/gateway/wrangler.toml",
  rollup: "worker/rollup/wrangler.toml",
};
const SECRETS = "the file of secrets";
const BOTH = `${TOML.api}, ${TOML.rollup}`;
const ALL = `${TOML.web}, ${BOTH}`;
const SERVING = `${TOML.web}, ${TOML.api}, ${TOML.gateway}`;
const DRAWN = "openssl rand -base64 32";

/** Where each variable is set, and where to get its value. */
export const WHERE_TO_GET: Record<string, readonly [file: string, from: string]> = {
  APP_ORIGIN: [ALL, "the address of your dashboard, which a route of wrangler.toml leads to"],
  SALES_CONTACT: [TOML.web, "your own: mailto: or https:"],
  SUPPORT_CONTACT: [`${TOML.web}, ${TOML.rollup}`, "your own: mailto: or https:"],
  LIBSQL_URL: [`${TOML.gateway}, ${BOTH}`, "turso db show NAME --url, or the address of your sqld"],
  LIBSQL_AUTH_TOKEN: [SECRETS, "turso db tokens create NAME"],
  SUPABASE_URL: [ALL, "Supabase, Project Settings, Data API: Project URL"],
  SUPABASE_PUBLISHABLE_KEY: [
    `${TOML.web}, ${TOML.api}`,
    "Supabase, Project Settings, API Keys: sb_publishable_",
  ],
  SUPABASE_SECRET_KEY: [SECRETS, "Supabase, Project Settings, API Keys: sb_secret_"],
  SUPABASE_JWT_SECRET: [
    SECRETS,
    "Supabase, Project Settings, JWT Keys: only a legacy secret that still signs",
  ],
  SUPABASE_USAGE_IMPORT: [TOML.rollup, "on or off"],
  STRIPE_SECRET_KEY: [SECRETS, "Stripe, Developers, API keys: sk_ or rk_"],
  STRIPE_WEBHOOK_SECRET: [SECRETS, "Stripe, Developers, Webhooks, the endpoint's signing secret: whsec_"],
  STRIPE_WEBHOOK_SECRET_PREVIOUS: [SECRETS, "what STRIPE_WEBHOOK_SECRET was before a change"],
  STRIPE_API_URL: [SECRETS, "empty for Stripe itself"],
  INVOICES: [TOML.api, "on or off; empty for off"],
  STRIPE_TAX: [TOML.api, "on or off; on needs INVOICES, and Stripe Tax in Stripe's dashboard"],
  SELLER: [TOML.api, "your name, address and tax ID, separated by |; empty for Latchkey"],
  OPERATORS: [TOML.api, "name:user-id of each, from Supabase, Authentication, Users; empty for nobody"],
  KEY_PEPPER: [SECRETS, `${DRAWN}, once; keep it`],
  KEY_PEPPER_PREVIOUS: [SECRETS, "what KEY_PEPPER was before a change"],
  KEY_SEALING_SECRET: [SECRETS, `${DRAWN}, once; keep it`],
  KEY_SEALING_SECRET_PREVIOUS: [SECRETS, "what KEY_SEALING_SECRET was before a change"],
  HEALTH_TOKEN: [SECRETS, DRAWN],
  METRICS_TOKEN: [SECRETS, DRAWN],
  MAIL_FROM: [BOTH, "an address of a domain that is verified at Resend, or empty"],
  MAIL_API_KEY: [SECRETS, "Resend, API Keys: re_, sending access"],
  MAIL_API_URL: [SECRETS, "empty for Resend itself"],
  ALERT_EMAILS: [TOML.rollup, "your own, separated by commas; empty for none"],
  ALERT_WEBHOOK_URL: [TOML.rollup, "the address of your receiver; empty for none"],
  ALERT_WEBHOOK_SECRET: [SECRETS, `whsec_ and the output of ${DRAWN}; your receiver needs it too`],
  RUNBOOK_URL: [TOML.rollup, "where your team reads docs/operations/runbook.md; empty for its name"],
  HEARTBEAT_URL: [TOML.rollup, "the address that a monitor of yours gave you for the cron; empty for none"],
  UPSTREAM_URL: [TOML.gateway, "the upstream provider's base URL, ending in /v1"],
  UPSTREAM_API_KEY: [SECRETS, "your API key at the upstream provider"],
  UPSTREAM_FETCHES: [`${TOML.gateway}, ${TOML.api}`, "your own; empty for none"],
  UPSTREAM_OPEN_PATHS: [TOML.gateway, "your own; empty for none"],
  OTLP_TRACES_URL: [
    SERVING,
    "your collector's address for traces, usually ending in /v1/traces; empty for none",
  ],
  OTLP_TRACES_HEADERS: [SECRETS, "what your collector asks for, such as authorization=Bearer%20TOKEN"],
  TRACE_SAMPLE_RATIO: [SERVING, "your own: 0 to 1; empty for 0.01"],
  UNKNOWN_FIELDS: [`${TOML.gateway}, ${TOML.api}`, "refuse or drop; empty for refuse"],
  POSTERS: [TOML.gateway, "your own: 0 to 99; empty for 1"],
  POSTER_HINT: [TOML.gateway, "Cloudflare's name of the region nearest to the database; empty for none"],
  ATTRIBUTION: [`${TOML.gateway}, ${TOML.api}`, "none or pseudonym; empty for none"],
  USAGE_RETENTION_DAYS: [TOML.rollup, "your own"],
  USAGE_HOURS_RETENTION_DAYS: [TOML.rollup, "your own; empty for permanently"],
  [VERIFY_TOKEN]: [
    SECRETS,
    "Latchkey, Settings, Access tokens: keys:read and keys:write; only for npm run verify",
  ],
};

/** One line for each variable that the problems name. @param secretsFile name of the file of secrets. */
export function whereToGet(problems: readonly string[], secretsFile: string): string[] {
  const named = new Set(problems.flatMap((problem) => problem.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
  return Object.entries(WHERE_TO_GET)
    .filter(([name]) => named.has(name))
    .map(([name, [file, from]]) => `${name} (${file === SECRETS ? secretsFile : file}): ${from}`);
}
