import type { LucideIcon } from "lucide-react";
import CreditCard from "lucide-react/icons/credit-card";
import ReceiptText from "lucide-react/icons/receipt-text";
import Settings from "lucide-react/icons/settings";
import {
  bestMatches,
  type IndexedSection,
  scoreOf,
  scoreOfSection,
  wordsOf,
} from "#app/lib/documentation/search.ts";
import { navEntries, navSections } from "#app/lib/nav.ts";
import { paths } from "#app/lib/paths.ts";

const MAX_HITS = 5;

export interface MenuEntry {
  id: string;
  label: string;
  Icon: LucideIcon;
  /** An address to open, or an action to run. */
  target: string | (() => unknown);
  note?: string | undefined;
  /** The label is an ID. */
  isCode?: boolean;
  /** A second line. */
  detail?: string;
  code?: string | undefined;
  status?: { label: string; tone: "success" | "warning" | "danger" | "neutral" };
  /** Found like the label, but not shown. */
  kind?: string;
  keywords?: string;
  /** A section of the documentation, found as by the documentation's own search. */
  section?: IndexedSection;
}

export interface MenuGroup {
  title: string;
  entries: MenuEntry[];
  /** Entries shown before a word is typed. */
  atFirst: number;
  /** Another search has found them. */
  isFound?: boolean;
}

export const menuEntry = (
  id: string,
  label: string,
  Icon: LucideIcon,
  target: MenuEntry["target"],
  keywords: string,
): MenuEntry => ({ id, label, Icon, target, keywords });

const KEYWORDS: Partial<Record<string, string>> = {
  [paths.dashboard]: "home overview analytics statistics",
  [paths.apiKeys]: "tokens secrets",
  [paths.addBalance]: "top up funds money",
  [paths.userManagement]: "email password invite",
  [paths.pricing]: "cost calculator price list tokens",
  [paths.usage]: "requests log history csv receipt",
  [paths.billing]: "statement invoices payments ledger transactions",
  [paths.activity]: "audit log security",
  [paths.documentation]: "help docs reference quickstart guides",
};

export const PAGE_ENTRIES: MenuEntry[] = [
  ...[...navEntries, ...navSections.flatMap(({ entries }) => entries)].map(({ to, label, Icon }) =>
    menuEntry(`page ${to}`, label, Icon, to, KEYWORDS[to] ?? ""),
  ),
  menuEntry("buy", "Purchase API Key", CreditCard, paths.purchaseApiKey, "premium plan subscription upgrade"),
  menuEntry("settings", "Settings", Settings, paths.profile, "profile account"),
];

const settingsEntry = (id: string, label: string, keywords: string): MenuEntry => ({
  ...menuEntry(`settings ${id}`, label, Settings, `${paths.profile}#${id}`, keywords),
  note: "Settings",
});

export const SETTINGS_ENTRIES: MenuEntry[] = [
  settingsEntry("account", "Account", "name email"),
  settingsEntry("appearance", "Appearance", "theme"),
  settingsEntry("notifications", "Notifications", "mail alerts bell"),
  settingsEntry("two-factor", "Two-factor authentication", "2fa totp authenticator security"),
  settingsEntry("sign-in-methods", "Sign-in methods", "google github password identities"),
  settingsEntry("sessions", "Active sessions", "devices everywhere"),
  settingsEntry("access-tokens", "Access tokens", "personal api token script ci scope"),
  settingsEntry("your-data", "Your data", "download export archive zip copy takeout gdpr"),
  settingsEntry("delete-account", "Delete account", "close remove"),
];

const RECEIPTS_ENTRY: MenuEntry = {
  ...menuEntry("receipts", "Receipts", ReceiptText, paths.receipts, "invoices payments"),
  note: "Billing",
};

const billingEntry = (id: string, label: string, keywords: string): MenuEntry => ({
  ...menuEntry(`billing ${id}`, label, ReceiptText, `${paths.billingSettings}#${id}`, keywords),
  note: "Billing",
});

export const BILLING_ENTRIES: MenuEntry[] = [
  RECEIPTS_ENTRY,
  billingEntry("payment-method", "Payment method", "card visa mastercard replace remove"),
  billingEntry("auto-top-up", "Auto top-up", "automatic recharge reload card monthly limit"),
  billingEntry("spend-alerts", "Spend alerts", "alert notify email monthly spend threshold budget"),
  billingEntry("spending-limits", "Spending limits", "budget daily monthly cap account"),
  billingEntry("low-balance", "Low balance", "threshold alert notify warning"),
  billingEntry("emergency-stop", "Stop all keys", "emergency stop pause block panic kill start again"),
];

/** Best first in each group. An empty query shows the first entries of each group. */
export function findEntries(groups: readonly MenuGroup[], query: string): MenuGroup[] {
  const words = wordsOf(query);
  const score = (entry: MenuEntry) => scoreOfEntry(entry, words);
  return groups
    .map(({ entries: all, ...group }) => {
      if (group.isFound) return { ...group, entries: all };
      const entries = words.length === 0 ? all.slice(0, group.atFirst) : bestMatches(all, score, MAX_HITS);
      return { ...group, entries };
    })
    .filter(({ entries }) => entries.length > 0);
}

function scoreOfEntry(entry: MenuEntry, words: string[]): number {
  const { label, kind = "", note = "", code = "", keywords = "", section } = entry;
  if (section) return scoreOfSection(section, words);
  return scoreOf({ title: `${label} ${kind}`, text: `${note} ${code} ${keywords}` }, words);
}
