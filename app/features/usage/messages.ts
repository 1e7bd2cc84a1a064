import type { Range } from "#core/domain/ranges.ts";

export const RANGE_LABELS: Record<Range, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};
/** For the middle of a sentence: “in the last 24 hours”. */
export const RANGE_PHRASES: Record<Range, string> = {
  "24h": "the last 24 hours",
  "7d": "the last 7 days",
  "30d": "the last 30 days",
};

export const STAT_TITLES = {
  requests: "API Requests",
  time: "Response Time",
  errors: "Error Rate",
} as const;
export const DAILY_LIMIT_LABEL = "Daily request limit";
export const RESPONSE_TIME_LABELS = [
  "Excellent performance",
  "Good performance",
  "Performance needs improvement",
] as const;
export const ERROR_RATE_LABELS = ["Excellent", "Good", "Needs attention"] as const;

export const ANALYTICS_FAILED_TITLE = "Error";
export const ANALYTICS_FAILED_TOAST = "Failed to fetch analytics data. Please try again later.";
export const ANALYTICS_FAILED_HELP =
  "There was a problem fetching your analytics data. Please try again or contact support if the issue persists.";

export const BREAKDOWN_TITLE = "Where it goes";
export const BREAKDOWN_FAILED = "Could not load where it goes";
export const ERROR_TYPES_UNKNOWN = "Not known for a single endpoint";

export const CONFIRM_EMAIL = {
  title: "Confirm your email",
  done: "Your email address is confirmed.",
  todo: (email: string) => `Open the link in the mail that we sent to ${email}.`,
  resend: "Send it again",
  resent: { title: "Email sent", description: "Please check your email for the link." },
  resendFailed: "The email could not be sent. Please try again later.",
} as const;

export const WAITING_FOR_REQUEST = "Waiting for your first successful request…";
export const FIRST_REQUEST_ARRIVED = {
  title: "First request received",
  description: "You are all set. What your keys send appears here from now on.",
} as const;
