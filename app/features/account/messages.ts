/** Words of Users and Settings that the specification leaves open; the others are in `features/auth/messages.ts`. */
export const accountMessages = {
  sameEmail: "This is already your email address",
  bothMailboxes: "We emailed a link to both addresses. The change takes effect once you’ve opened both.",
  signedOutElsewhere: "Your other sessions were signed out.",
  currentPassword: {
    label: "Current password",
    hint: "Forgot it, or never set one?",
    reset: "Reset it by email",
  },
  enterCodeSentTo: (email: string) => `Enter the code we sent to ${email}`,
  codeSentAgain: "A new code is on its way.",
  invitedMayExist: "If they already have an account, they’ll get a sign-in link instead.",

  loadFailed: "This couldn’t be loaded",
  nameSaved: { title: "Name saved" },
  nameFailed: "Your name couldn’t be saved. Try again.",

  sixDigits: "Enter the 6-digit code",
  secretCopyFailed: { title: "Error", description: "The key couldn’t be copied. Enter it by hand." },
  recoveryCodes: {
    title: "Save your recovery codes",
    explanation:
      "If you lose your phone, one of these signs you in and turns two-factor off. Each works once. You won’t see them again.",
    saved: "I saved these codes",
    copyFailed: { title: "Error", description: "The codes couldn’t be copied. Download them instead." },
    unknown: "Couldn’t check your recovery codes",
    failed: "Recovery codes couldn’t be created. Try again.",
    left: (left: number) =>
      left === 0 ? "No recovery codes" : `${left} recovery ${left === 1 ? "code" : "codes"} left`,
    replace: {
      title: "Replace your recovery codes",
      description: "You’ll get ten new codes. The ones you saved before stop working.",
    },
    account: (email: string) => `Latchkey account: ${email}`,
    file: (email: string, codes: readonly string[]) =>
      `Latchkey recovery codes of ${email}\n\nIf you lose your phone, one of these signs you in and turns two-factor authentication off.\nEach works once.\n\n${codes.join("\n")}\n`,
  },
  factorOn: { title: "Two-factor authentication is on" },
  factorNeeded: "The page you opened needs two-factor authentication. Set it up here to continue.",
  factorContinue: "Two-factor authentication is on. You can continue to the page you opened.",
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

  accessTokens: {
    purpose: "For scripts and CI. Choose only what the script needs.",
    limits: "A token can’t change sign-in methods, tokens or your account.",
    full: (max: number) =>
      `You have ${max} access tokens, the most an account can have. Revoke one to create another.`,
    none: {
      title: "No access tokens",
      description: "Create one to read your usage or manage your keys from a script.",
    },
    missingName: "Please provide a name for your access token.",
    missingScope: "Choose at least one scope.",
    createFailed: "The access token couldn’t be created. Try again.",
    storeNow: "Store it now. You won’t see it again.",
    copyFailed: {
      title: "Error",
      description: "The token couldn’t be copied. Select it and copy it by hand.",
    },
    alsoRevoke: (count: number) => `Also revoke access tokens (${count})`,
    revokeAllFailed: "Your access tokens couldn’t be revoked. Try again.",
    notRevoked:
      "Your password was changed, but your access tokens couldn’t be revoked. Revoke them in Settings.",
    revokeFailed: "The access token couldn’t be revoked. Try again.",
    revoke: {
      label: "Revoke",
      title: "Revoke access token",
      description: (name: string) =>
        `Requests with “${name}” are refused immediately. This is permanent and can’t be undone.`,
      action: "Revoke token",
      busy: "Revoking…",
      done: { title: "Access token revoked" },
    },
    remove: {
      label: "Remove",
      title: "Remove access token",
      description: (name: string) => `“${name}” has expired and is already refused.`,
      action: "Remove token",
      busy: "Removing…",
      done: { title: "Access token removed" },
    },
  },

  data: {
    download: "Download your data",
    contents:
      "A ZIP archive of everything your account and you have: keys, tokens, activity, payments and usage. Secrets are not in it.",
    purpose:
      "It takes a while if you made many requests. Keep the file safe: it holds addresses and payment details.",
    saved: { title: "Your data was downloaded" },
    failed: "Your data couldn’t be downloaded. Try again.",
    interrupted: "The download was interrupted, so the file is incomplete. Try again.",
  },

  deleteFailed: "Your account couldn’t be deleted. Try again.",
} as const;
