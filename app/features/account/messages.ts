/** Words of Users and Settings that the specification leaves open; the others are in `features/auth/messages.ts`. */
export const accountMessages = {
  sameEmail: "This is already your email address",
  bothMailboxes: "We emailed a link to both addresses. The change takes effect once you’ve opened both.",
  signedOutElsewhere: "Your other sessions were signed out.",
  enterCodeSentTo: (email: string) => `Enter the code we sent to ${email}`,
  codeSentAgain: "A new code is on its way.",
  invitedMayExist: "If they already have an account, they’ll get a sign-in link instead.",

  loadFailed: "This couldn’t be loaded",
  nameSaved: { title: "Name saved" },
  nameFailed: "Your name couldn’t be saved. Try again.",

  sixDigits: "Enter the 6-digit code",
  secretCopyFailed: { title: "Error", description: "The key couldn’t be copied. Enter it by hand." },
  recovery: "If you lose your authenticator app, contact support.",
  factorOn: { title: "Two-factor authentication is on" },
  factorOff: { title: "Two-factor authentication is off" },
  enrollFailed: "Two-factor authentication couldn’t be set up. Try again.",
  verifyFailed: "The code couldn’t be verified. Try again.",
  turnOffFailed: "Two-factor authentication couldn’t be turned off. Try again.",

  linked: (name: string) => ({ title: `${name} linked` }),
  unlinked: (name: string) => ({ title: `${name} unlinked` }),
  linkFailed: (name: string) => `${name} couldn’t be linked. Try again.`,
  unlinkFailed: (name: string) => `${name} couldn’t be unlinked. Try again.`,
  lastMethod: "Your only sign-in method can’t be unlinked.",

  sessionEnded: { title: "Session signed out" },
  sessionEndFailed: { title: "Error", description: "Failed to sign out the session. Please try again." },
  signOutFailed: "You couldn’t be signed out. Try again.",
  unknownDevice: "Unknown device",
  unknownPlace: "Unknown IP address",

  deleteFailed: "Your account couldn’t be deleted. Try again.",
} as const;
