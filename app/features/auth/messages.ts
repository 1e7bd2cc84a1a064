/** The specification's words for every way in, and for the account's own screens (sections 2, 5 and 8). */
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
  updateEmail: "Update Email",
  updatePassword: "Update Password",
  inviteUser: "Invite User",
  mayNeedVerification: "All changes may require verification",

  /** What the specification leaves open. */
  forgotPassword: "Forgot password?",
  backToPassword: "Back to password",
  magicLinkHint: "We send a link that signs you in. No password needed.",
  sendConfirmation: "Send the confirmation again",
  sendingConfirmation: "Sending...",
  redeeming: "Signing you in…",
  confirmOtherAddress: "Confirmed. Now open the link we sent to your other email address.",
  switchAccount: {
    title: "Switch accounts?",
    description: (current: string) => `You are signed in as ${current}.`,
    warning: (other: string) => `This link signs in ${other}. Switch only if you asked for it.`,
    stay: "Stay signed in",
    leave: "Switch account",
  },
  sessionEnded: {
    title: "Your session ended",
    wayOn: (page: string | undefined) =>
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

  /** Shown when a failure has no message of its own that a person can read. */
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
    /** The identity library's own words; a garbled answer makes it stumble before it can say them. */
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
    resetToken: "Invalid or missing reset token",
    noUser: "No user logged in",
  },
  success: {
    magicLink: "Magic link sent! Please check your email.",
    signUp: "Account created! Please check your email to confirm your registration.",
    resetUpdate: "Your password has been successfully updated!",
    emailUpdate: "Email update instructions sent! Please check your email.",
    passwordUpdate: "Password updated successfully!",
    invitation: "Invitation sent successfully!",
    confirmation: "Sent again. Open the link in the newest email to confirm your address.",
  },
} as const;
