/** The words of Users and Settings that the specification leaves open; its own are in `features/auth/messages.ts`. */
export const accountMessages = {
  sameEmail: "This is already your email address",
  bothMailboxes: "Both mailboxes get a link. The change takes effect once both are opened.",
  signedOutElsewhere: "Your other sessions were signed out.",
  enterCodeSentTo: (email: string) => `Enter the code we sent to ${email}`,
  codeSentAgain: "A new code is on its way.",
  invitedMayExist: "If they already have an account, they get a sign-in mail instead.",

  loadFailed: "This could not be loaded",
  tryAgain: "The server gave no reason. Try again in a moment.",
  nameSaved: { title: "Name saved" },
  nameFailed: "Saving the name failed",

  sixDigits: "Enter the 6-digit code",
  secretCopyFailed: { title: "Error", description: "The key could not be copied. Enter it by hand." },
  recovery: "If you lose your authenticator app, contact support.",
  factorOn: { title: "Two-factor authentication is on" },
  factorOff: { title: "Two-factor authentication is off" },
  enrolFailed: "Two-factor set-up failed",
  verifyFailed: "Verification failed",
  turnOffFailed: "Turning off two-factor authentication failed",

  linked: (name: string) => ({ title: `${name} linked` }),
  unlinked: (name: string) => ({ title: `${name} unlinked` }),
  linkFailed: (name: string) => `Linking ${name} failed`,
  unlinkFailed: (name: string) => `Unlinking ${name} failed`,
  lastMethod: "Your only sign-in method cannot be unlinked.",

  sessionEnded: { title: "Session signed out" },
  sessionEndFailed: { title: "Error", description: "Failed to sign out the session. Please try again." },
  signOutFailed: "Signing out failed",
  unknownDevice: "Unknown device",
  unknownPlace: "Unknown address",

  deleteFailed: "Deleting the account failed",
} as const;
