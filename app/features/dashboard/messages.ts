import { ENDPOINTS_UNKNOWN } from "#app/features/analytics/messages.ts";

export const BREAKDOWN_TITLES = {
  keys: "Spend by key",
  endpoints: "Spend by endpoint",
  models: "Spend by model",
} as const;
/** Figures that aren't kept, in place of a list that would be wrong. */
export const BREAKDOWN_UNKNOWN = {
  endpoints: ENDPOINTS_UNKNOWN,
  models: {
    title: "Not available for a single endpoint",
    description: "Models are recorded per account and per key. The request log shows both.",
  },
} as const;
export const BREAKDOWN_FAILED = "Could not load the spend breakdown";

export const CONFIRM_EMAIL = {
  title: "Confirm your email",
  done: "Your email address is confirmed.",
  instruction: (email: string) => `Open the link in the email we sent to ${email}.`,
  resend: "Resend email",
  resent: { title: "Email sent", description: "Please check your email for the link." },
  resendFailed: "The email could not be sent. Please try again later.",
} as const;

export const WAITING_FOR_REQUEST = "Waiting for your first successful request…";
export const FIRST_REQUEST_ARRIVED = {
  title: "First request received",
  description: "You’re all set. Requests made with your keys now appear here.",
} as const;
/** Without a balance, it was sent with a test key. */
export const FIRST_TEST_ARRIVED = {
  ...FIRST_REQUEST_ARRIVED,
  description:
    "Requests made with your keys now appear here. Add funds when you want responses from a model.",
} as const;
