/** What each file of the archive is, in the order of the archive. */
const FILES = {
  "README.txt": "This text.",
  "profile.json": "Your account and you: address, when it was created, balance, sign-in methods.",
  "sessions.json": "The sessions that are signed in.",
  "recovery-codes.json": "How many recovery codes can still be used. The codes themselves aren't stored.",
  "access-tokens.json": "Your access tokens, masked, with those that you revoked lately.",
  "spending-limits.json": "The most that all your keys may spend, and what they have spent.",
  "spend-alerts.json": "The amounts of a month's spend at which you are notified.",
  "plan.json": "Your plan, and the years that were bought, refunded or restored.",
  "auto-top-up.json": "Your saved card (brand and last four digits) and the settings of auto top-up.",
  "notification-settings.json": "What you are notified of, in the app and by email.",
  "api-keys.json": "Your API keys, masked, with their budgets and allowed origins.",
  "activity.csv": "What was done in your account, by whom and from where.",
  "invitations.csv": "Whom you invited. An address is empty once its owner has deleted their own account.",
  "notifications.csv": "The notifications of the last 90 days.",
  "ledger.csv": "Every transaction of your balance.",
  "payments.csv": "Your payments, with those that you didn't finish, and what their receipts say.",
  "usage/daily-by-key.csv": "Your usage by day (UTC) and key.",
  "usage/daily-by-model.csv": "The same by model.",
  "usage/daily-by-endpoint.csv": "The same by endpoint.",
  "usage/daily-units.csv": "Images, seconds of audio, characters and search units by day (UTC).",
  "usage/refused-requests.csv": "Requests that were refused, by hour (UTC), key and error code.",
  "usage/requests.csv": "Each request that is still kept, newest first.",
} as const;

export type FileName = keyof typeof FILES;
export const FILE_NAMES = Object.keys(FILES) as FileName[];

/** @param at when the archive was made, ISO 8601. */
export function readme(at: string): string {
  const width = Math.max(...Object.keys(FILES).map((name) => name.length)) + 2;
  const list = Object.entries(FILES).map(([name, text]) => `${name.padEnd(width)}${text}`);
  return `Your Latchkey data

Made on ${at}. Changes made while it was being made may or may not be in it.

${list.join("\n")}

Times are UTC, amounts are US dollars unless a column or field says otherwise. CSV files are in UTF-8. A cell that
a spreadsheet would run as a formula begins with an apostrophe.

Secrets aren't in here: keys and tokens are masked, and neither your password nor the codes of your authenticator app
are known to us. Prompts and responses aren't stored.

If a program says that this archive is damaged or incomplete, the download was interrupted. A complete archive ends with
a directory of its files. Please download it again.
`;
}
