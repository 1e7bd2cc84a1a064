import type { AuthError } from "@supabase/supabase-js";
import { failureMessage } from "#app/lib/api-error.ts";

/** The specification's words for signing in, signing up and the Users page (sections 2, 5 and 8), and our own. */
export const authMessages = {
  signIn: "Sign in",
  signingIn: "Signing in...",
  sendMagicLink: "Send magic link",
  sendingMagicLink: "Sending link...",
  magicLinkSent: "Email sent",
  signUp: "Sign up",
  sendReset: "Send Reset Instructions",
  resetSentTitle: "Password Reset Instructions Sent",
  returnToSignIn: "Return to Sign In",
  sentTo: "We sent a link to",
  updateEmail: "Update Email",
  updatePassword: "Update Password",
  inviteUser: "Invite User",
  mayNeedVerification: "All changes may require verification",

  /** Left open by the specification. */
  forgotPassword: "Forgot password?",
  backToPassword: "Back to password",
  magicLinkAgain: "We sent another link. The latest one works.",
  resendMagicLink: "Resend",
  wrongAddress: "Wrong address?",
  magicLinkHint: "We’ll email you a sign-in link. No password needed.",
  sendConfirmation: "Resend confirmation email",
  sendingConfirmation: "Sending...",
  redeeming: "Signing you in…",
  openingLink: "Opening your link…",
  confirmOtherAddress: "Confirmed. Now open the link we sent to your other email address.",
  firstPassword: {
    title: "Confirm your email address",
    afterSignUp: (email: string) =>
      `Choose the password for ${email || "your account"}. It replaces the one entered at sign-up.`,
    afterInvitation: (email: string) =>
      email === ""
        ? "Choose a password to finish setting up your account."
        : `Choose a password to finish setting up the account of ${email}.`,
    confirm: "Confirm and sign in",
    switches: (current: string) =>
      `You’re signed in as ${current}. When you continue, this browser switches to the new account.`,
  },
  emailChange: {
    title: "Confirm your new email address?",
    description: "Somebody asked to change the email address of a Latchkey account.",
    warning: "Confirm only if it was you. Otherwise you can close this page, and nothing changes.",
    confirm: "Confirm",
    confirming: "Confirming…",
    requested: {
      title: "Confirm your new email address",
      description: "You asked to change the email address of your account.",
    },
    confirmed: (email: string) => `Confirmed. The account now uses ${email}.`,
  },
  entry: {
    title: (email: string) => (email === "" ? "Sign in?" : `Sign in as ${email}?`),
    description: "You opened a link that signs in to this account.",
    warning:
      "Continue only if this is your account. Anything you add or pay for here goes to it. Otherwise you can close this page.",
    enter: (email: string) => (email === "" ? "Continue" : `Sign in as ${email}`),
  },
  switchAccount: {
    title: "Switch accounts?",
    description: (current: string) => `You are signed in as ${current}.`,
    warning: (other: string) => `This link signs in ${other}. Switch only if you asked for it.`,
    stay: "Stay signed in",
    leave: "Switch account",
  },
  accountDeleted: {
    title: "Your account was deleted",
    description: "You’re signed out everywhere, and your API keys no longer work.",
  },
  sessionEnded: {
    title: "Your session ended",
    next: (page: string | undefined) =>
      page === undefined ? "Sign in to continue." : `Sign in to go back to ${page}.`,
  },
  secondFactor: {
    title: "Two-factor authentication",
    description: "Enter the code from your authenticator app.",
    code: "Code",
    verify: "Verify",
    verifying: "Verifying...",
    incomplete: "Enter all six digits",
    otherAccount: "Use another account",
  },

  recoveryCode: {
    use: "Use a recovery code",
    description: "Enter one of the codes you saved, and choose a new password.",
    label: "Recovery code",
    hint: "It turns two-factor authentication off. You can set it up again in Settings.",
    password: "New password",
    consequences: "You’ll be signed out everywhere else, and your access tokens will be revoked.",
    signIn: "Turn off and sign in",
    back: "Use your authenticator app",
    failed: "The recovery code couldn’t be checked. Try again.",
    signInFailed: "Your password was changed, but you couldn’t be signed in. Try again.",
  },

  /** Shown for a failure without a readable message of its own. */
  fallback: {
    signIn: "Authentication failed",
    magicLink: "Magic link request failed",
    signUp: "Signup failed",
    google: "Google authentication failed",
    github: "GitHub authentication failed",
    reset: "Failed to send reset instructions",
    resetUpdate: "Failed to update password",
    emailUpdate: "Email update failed",
    passwordUpdate: "Password update failed",
    invitation: "User invitation failed",
    confirmation: "The email could not be sent. Please try again later.",
    /** The text the identity library means to show for a malformed response, but doesn't. */
    verification: "An error occurred on token verification.",
  },
  magicLinkFailure: {
    tooMany: "Too many magic link requests. Please wait a few minutes before trying again.",
    rateLimit: "Email rate limit reached. Please try again later or use another sign-in method.",
    server: "Server error sending email. Please try again later or contact support.",
  },
  invalid: {
    terms: "You must accept the terms and conditions to create an account",
    passwordsDiffer: "Passwords do not match",
    otherAddress: "This link is for another email address. Request a new one.",
    resetToken: "Invalid or missing reset token",
  },
  success: {
    magicLink: "Magic link sent! Please check your email.",
    signUp: "Account created! Please check your email to confirm your registration.",
    resetUpdate: "Your password has been successfully updated!",
    emailUpdate: "Email update instructions sent! Please check your email.",
    passwordUpdate: "Password updated successfully!",
    invitation: "Invitation sent successfully!",
    confirmation: "Confirmation email sent. Open the link in the latest one to confirm your address.",
  },
} as const;

/** Specification, section 8. */
export function magicLinkFailure(failure: unknown): string {
  const messages = authMessages.magicLinkFailure;
  const { status, message = "" } = (failure instanceof Error ? failure : {}) as Partial<AuthError>;
  if (status === 429) return messages.tooMany;
  if (/rate limit/i.test(message)) return messages.rateLimit;
  return status === 500 ? messages.server : failureMessage(failure, authMessages.fallback.magicLink);
}
