import type { Finding, Level } from "./findings.ts";
import { checkProvider } from "./provider-check.ts";
import { type Routes, routeGap } from "./routes.ts";

type Values = Readonly<Record<string, string | undefined>>;

interface Gap extends Omit<Finding, "level"> {
  level: Exclude<Level, "ok" | "failed">;
  isOpen: (values: Values) => boolean;
}

/** Settings that the workers run without. Whoever leaves them out should know what doesn't work then. */
const GAPS: readonly Gap[] = [
  {
    level: "warning",
    name: "no operator",
    isOpen: ({ OPERATORS }) => !OPERATORS,
    detail: "OPERATORS is empty, so nobody can open the desk at /operator.",
    todo: "Sign up, copy your user ID from Supabase (Authentication, Users) and set OPERATORS in worker/api/wrangler.toml: name:user-id",
  },
  {
    level: "warning",
    name: "nobody to alert",
    isOpen: ({ ALERT_EMAILS, ALERT_WEBHOOK_URL }) => !ALERT_EMAILS && !ALERT_WEBHOOK_URL,
    detail: "ALERT_EMAILS and ALERT_WEBHOOK_URL are empty, so alerts reach nobody outside the desk.",
    todo: "Set one of them in worker/rollup/wrangler.toml. ALERT_EMAILS needs MAIL_FROM; ALERT_WEBHOOK_URL needs ALERT_WEBHOOK_SECRET",
  },
  {
    level: "warning",
    name: "no email",
    isOpen: ({ MAIL_FROM }) => !MAIL_FROM,
    detail:
      "MAIL_FROM is empty, so the service sends no emails: no receipts, no notices, no alerts by email.",
    todo: "Verify a domain at Resend, set MAIL_FROM in worker/api/wrangler.toml and worker/rollup/wrangler.toml, and MAIL_API_KEY in the file of secrets",
  },
  {
    level: "warning",
    name: "no health report",
    isOpen: ({ HEALTH_TOKEN }) => !HEALTH_TOKEN,
    detail: "HEALTH_TOKEN is empty, so neither you nor npm run verify can see whether the cron runs.",
    todo: "Set HEALTH_TOKEN in the file of secrets: openssl rand -base64 32",
  },
  {
    level: "hint",
    name: "no heartbeat",
    isOpen: ({ HEARTBEAT_URL }) => !HEARTBEAT_URL,
    detail: "HEARTBEAT_URL is empty, so nothing outside notices if the cron stops, and the alerts with it.",
    todo: "Create a check at a service that watches cron jobs, and set HEARTBEAT_URL in worker/rollup/wrangler.toml to its address",
  },
];

/** The parts of the service that these settings leave out. None of them stops a deployment. */
export const readinessGaps = (values: Values, routes: Routes): Finding[] => [
  ...GAPS.filter(({ isOpen }) => isOpen(values)).map(({ isOpen: _, ...finding }) => finding),
  ...routeGap(routes),
];

/** Everything that won't work with these settings, as far as it can be known before a deployment. */
export const readinessFindings = async (values: Values, routes: Routes): Promise<Finding[]> => [
  await checkProvider(values),
  ...readinessGaps(values, routes),
];
