import type { ApiKey } from "#core/contract/keys.ts";

export const keyMessages = {
  loadFailed: "Error Loading API Keys",
  unknownError: "An unknown error occurred",
  price: "Each API key costs 0.00 per 1000 requests",
  missingName: { title: "Missing information", description: "Please provide a name for your API key." },
  insufficientBalance: {
    title: "Insufficient balance",
    description: "Please add funds to your account before creating an API key.",
  },
  created: { title: "API Key Created" },
  createFailed: { title: "Error", description: "Failed to create API key. Please try again." },
  copied: { title: "API Key Copied" },
  copyFailed: { title: "Error", description: "Failed to copy API key to clipboard." },
  revoked: { title: "API Key Revoked" },
  revokeFailed: { title: "Error", description: "Failed to revoke API key. Please try again later." },
  revealFailed: { title: "Error", description: "Failed to reveal API keys. Please try again later." },
  renamed: { title: "API Key Renamed" },
  expirySet: { title: "API Key Expiry Set" },
  budgetsSet: { title: "API Key Budgets Saved" },
  budgetTrial: "Would have been blocked in the last 30 days",
  budgetTrialFailed: "Couldn’t load this estimate.",
  restrictionsSet: { title: "API Key Restrictions Saved" },
  balanceAccessSet: { title: "Balance Access Updated" },
  disabled: { title: "API Key Disabled" },
  enabled: { title: "API Key Enabled" },
  changeFailed: { title: "Error", description: "Failed to change API key. Please try again." },
  rotateFailed: { title: "Error", description: "Failed to rotate API key. Please try again." },
  thisMonth: "This month (UTC)",
  spentThisMonth: "spent this month (UTC)",
  lastDayFailed: "Couldn’t load",
  free: "Free, simulated responses",
  budgetUsed: "Budget used",
  outOfBudget: "Out of budget",
  onlyHere: "Only on this site",
  budgetHint:
    "Requests that could exceed a budget are refused, not charged. Days, weeks and months are in UTC.",
  revealsAreRecorded: "When the mask is off, your full keys are fetched and shown. Each reveal is recorded.",
  enterBudget: "Enter a budget to see which requests it would have refused.",
  noActiveKeys: "No Active API Keys",
  noRevokedKeys: "No Revoked Keys",
  neverUsed: "Never used",
  unknown: "Unknown",
  testKey:
    "Free, and never reaches a model. Returns simulated responses, and errors on request: 402, 429, 503, slow or broken streams.",
  planKeyEnds: "The Premium key expires with its plan.",
  onlyInPlayground: "Only the Playground can use this key.",
  rotatedKeyEnds: "A rotated API key expires when its overlap ends.",
  expiredNotRotatable: "To rotate this key, first set a later expiry date.",
  blocked: {
    creating: "Creating your API key…",
    balanceUnknown: "Your balance hasn’t loaded yet.",
    noFunds: "Add funds to your account before creating an API key.",
  },
} as const;

export const restrictionMessages = {
  modelsHint: "Leave empty to allow all, including new ones.",
  modelsLoading: "Loading the models",
  modelsFailed: "Couldn’t load the models.",
  noModel: "No model has this name.",
  rateHint: "Leave empty for the limit of each key.",
  exposedInBrowsers:
    "Anyone who opens your site can read this key and spend with it. Use a separate key for each site, and give it a budget.",
  addressAdded: (address: string) => ({ title: "Your IP address is in the list", description: address }),
  addressUnknown: {
    title: "Your IP address isn’t known here",
    description: "Ask your administrator for the networks that you use.",
  },
  addressFailed: {
    title: "Couldn’t find your IP address",
    description: "Try again.",
  },
  networksOfBrowsers: "Browsers outside these networks are refused.",
  trialFailed: "Couldn’t check the last 7 days.",
} as const;

export const nextStepMessages = {
  title: "Send your first request",
  text: "Run this as is. Your new key won’t be shown here again.",
  close: "Close the sample request",
  waiting: "Waiting for your first request…",
  arrived: "Your first response",
  receipt: "Open its receipt",
  failed: (status: number) => `Your request failed with ${status}`,
  refused: (cause: string) => `Your request was refused: ${cause}`,
  whatToDo: "See what to do",
} as const;

/** Why no key can be created now; null when one can. A balance must be known and above 0 (spec section 5). */
export function createBlockedReason(balance: number | undefined, creating: boolean): string | null {
  if (creating) return keyMessages.blocked.creating;
  if (balance === undefined) return keyMessages.blocked.balanceUnknown;
  return balance > 0 ? null : keyMessages.blocked.noFunds;
}

export const footerText = (count: number, status: ApiKey["status"]) =>
  `Showing ${count} ${status} ${count === 1 ? "key" : "keys"}`;
