export const STAT_TITLES = {
  requests: "API Requests",
  time: "Response Time",
  errors: "Error Rate",
} as const;
export const DAILY_LIMIT_LABEL = "Daily request limit";
export const TREND_PHRASES = {
  up: "up from the previous period",
  down: "down from the previous period",
  flat: "unchanged from the previous period",
} as const;

export const ANALYTICS_FAILED_TITLE = "Error";
export const ANALYTICS_FAILED_TOAST = "Failed to fetch analytics data. Please try again later.";
export const ANALYTICS_FAILED_HELP =
  "There was a problem fetching your analytics data. Please try again or contact support if the issue persists.";

export const STACK_FAILED = "The series couldn’t be loaded.";

/** In place of a list that would be wrong. */
export const ENDPOINTS_UNKNOWN = {
  title: "Not available for a single model",
  description: "Endpoints are recorded per account and per key. The request log shows both.",
} as const;
