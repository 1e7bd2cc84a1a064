import { WEAK_PASSWORD } from "#core/domain/password-messages.ts";

const SESSION_ENDED = "Your session has ended. Sign in again.";
const SIGN_IN_EXPIRED = "This sign-in is no longer valid. Start again.";
const UNAVAILABLE = "This way to sign in isn’t available. Use another one.";

/** The identity provider's error codes, and its library's names for errors without a code. */
const MESSAGES: Readonly<Record<string, string>> = {
  invalid_credentials: "The email or password is incorrect.",
  email_not_confirmed: "Your email address isn’t confirmed yet. Open the link in the email we sent you.",
  user_banned: "This account is suspended. Contact support.",
  signup_disabled: "New accounts can’t be created at the moment.",
  otp_disabled: UNAVAILABLE,
  email_provider_disabled: UNAVAILABLE,
  provider_disabled: UNAVAILABLE,
  oauth_provider_not_supported: UNAVAILABLE,

  email_exists: "Another account already uses this email address.",
  user_already_exists: "Another account already uses this email address.",
  email_address_invalid: "Enter a valid email address.",
  email_address_not_authorized: "We can’t send email to this address. Use another one.",
  weak_password: WEAK_PASSWORD,
  same_password: "Your new password must be different from the old one.",
  current_password_required: "Enter your current password.",
  current_password_invalid: "This isn’t your current password.",
  reauthentication_not_valid: "This code is wrong or has expired. Enter the latest one, or send another.",
  otp_expired: "This link has expired or was already used. Request a new one.",

  mfa_verification_failed: "This code is incorrect. Enter the current one from your authenticator app.",
  mfa_challenge_expired: "This code has expired. Enter the current one from your authenticator app.",
  mfa_factor_not_found: "This authenticator app is no longer set up. Reload the page.",

  access_denied: "You canceled, or access was denied. Try again when you’re ready.",
  identity_already_exists: "This account is already linked to a Latchkey account.",
  identity_not_found: "This sign-in method is no longer linked. Reload the page.",
  single_identity_not_deletable: "Your only sign-in method can’t be unlinked.",
  provider_email_needs_verification: "Confirm your email address with the provider, then try again.",

  over_request_rate_limit: "Too many attempts. Wait a few minutes, then try again.",
  over_email_send_rate_limit: "Too many emails in a short time. Wait a few minutes, then try again.",

  unreachable: "The sign-in service can’t be reached. Check your connection, then try again.",
  session_expired: SESSION_ENDED,
  refresh_token_not_found: SESSION_ENDED,
  refresh_token_already_used: SESSION_ENDED,
  AuthSessionMissingError: SESSION_ENDED,
  flow_state_not_found: SIGN_IN_EXPIRED,
  flow_state_expired: SIGN_IN_EXPIRED,
  bad_oauth_state: SIGN_IN_EXPIRED,
  bad_code_verifier: SIGN_IN_EXPIRED,
  AuthPKCECodeVerifierMissingError: SIGN_IN_EXPIRED,
};

export const messageForAuthCode = (code: string): string | undefined =>
  Object.hasOwn(MESSAGES, code) ? MESSAGES[code] : undefined;

/** The code of an error of the identity provider; undefined for any other error, and where it gave no code. */
export function authErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !error.name.startsWith("Auth")) return undefined;
  const { code, status } = error as { code?: unknown; status?: unknown };
  // The library's name for a request without a response, and for any status from 500.
  if (error.name === "AuthRetryableFetchError") return status === 0 ? "unreachable" : "unexpected_failure";
  if (typeof code === "string") return code;
  return messageForAuthCode(error.name) && error.name;
}

/** True if the identity provider can't be reached, or asks to be left alone for now: the same request can work later. */
export function isForLater(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error.name === "AuthRetryableFetchError" || (error as { status?: unknown }).status === 429;
}
