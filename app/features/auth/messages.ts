/** The specification's words for signing in and out. */
export const authMessages = {
  signInFallback: "Authentication failed",
  signIn: "Sign in",
  signingIn: "Signing in...",
} as const;
