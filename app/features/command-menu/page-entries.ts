import { CreditCard, History, ListOrdered, ReceiptText, Settings } from "lucide-react";
import { insightEntries, navEntries } from "#app/features/shell/nav.ts";
import { paths } from "#app/lib/paths.ts";
import type { MenuEntry } from "./menu-entry.ts";

/** What people may call a page of the sidebar. */
const WORDS: Partial<Record<string, string>> = {
  [paths.dashboard]: "home overview analytics statistics",
  [paths.apiKeys]: "tokens secrets",
  [paths.addBalance]: "top up funds money",
  [paths.userManagement]: "email password invite",
  [paths.documentation]: "help docs reference",
};

/** Those outside the sidebar. */
const others: MenuEntry[] = [
  { id: "usage", label: "Usage", Icon: ListOrdered, leads: paths.usage, words: "requests log history csv" },
  {
    id: "billing",
    label: "Billing",
    Icon: ReceiptText,
    leads: paths.billing,
    words: "statement receipts invoices payments ledger",
  },
  { id: "activity", label: "Activity", Icon: History, leads: paths.activity, words: "audit log security" },
  {
    id: "purchase",
    label: "Purchase API Key",
    Icon: CreditCard,
    leads: paths.purchaseApiKey,
    words: "premium plan subscription upgrade",
  },
  { id: "settings", label: "Settings", Icon: Settings, leads: paths.profile, words: "profile account" },
];

export const pageEntries: MenuEntry[] = [
  ...[...navEntries, ...insightEntries].map(({ to, label, Icon }) => ({
    id: `page ${to}`,
    label,
    Icon,
    leads: to,
    words: WORDS[to] ?? "",
  })),
  ...others,
];

/** The sections of the settings page, by their ids. */
const SETTINGS = {
  account: { label: "Account", words: "name email" },
  appearance: { label: "Appearance", words: "theme dark light" },
  notifications: { label: "Notifications", words: "mail alerts bell" },
  "two-factor": { label: "Two-factor authentication", words: "2fa totp authenticator security" },
  "sign-in-methods": { label: "Sign-in methods", words: "google github password identities" },
  sessions: { label: "Active sessions", words: "devices sign out everywhere" },
  "delete-account": { label: "Delete account", words: "close remove" },
};

export const settingsEntries: MenuEntry[] = Object.entries(SETTINGS).map(([id, { label, words }]) => ({
  id: `settings ${id}`,
  label,
  Icon: Settings,
  leads: `${paths.profile}#${id}`,
  note: "Settings",
  words,
}));
