import type { LucideIcon } from "lucide-react";
import BookOpen from "lucide-react/icons/book-open";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import KeyRound from "lucide-react/icons/key-round";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import ListOrdered from "lucide-react/icons/list-ordered";
import Megaphone from "lucide-react/icons/megaphone";
import ReceiptText from "lucide-react/icons/receipt-text";
import History from "lucide-react/icons/rotate-ccw-clock";
import SquareTerminal from "lucide-react/icons/square-terminal";
import Users from "lucide-react/icons/users";
import Wallet from "lucide-react/icons/wallet";
import { paths } from "#app/lib/paths.ts";

export interface NavEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
  badge?: string;
}

export const navEntries: NavEntry[] = [
  { to: paths.dashboard, label: "Dashboard", Icon: LayoutDashboard },
  { to: paths.apiKeys, label: "API Keys", Icon: KeyRound, badge: "New" },
  { to: paths.addBalance, label: "Add Balance", Icon: Wallet },
  { to: paths.userManagement, label: "Users", Icon: Users },
];

const documentationEntry: NavEntry = { to: paths.documentation, label: "Documentation", Icon: BookOpen };
const pricingEntry: NavEntry = { to: paths.pricing, label: "Models & pricing", Icon: CircleDollarSign };

/** The sidebar's sections with a heading. */
export const navSections: { heading: string; entries: NavEntry[] }[] = [
  {
    heading: "Insights",
    entries: [
      { to: paths.usage, label: "Usage", Icon: ListOrdered },
      { to: paths.playground, label: "Playground", Icon: SquareTerminal },
      pricingEntry,
      documentationEntry,
    ],
  },
  {
    heading: "Account",
    entries: [
      { to: paths.billing, label: "Billing", Icon: ReceiptText },
      { to: paths.activity, label: "Activity", Icon: History },
    ],
  },
];

/** Pages that anyone can read, signed in or not. */
export const publicEntries: NavEntry[] = [
  documentationEntry,
  pricingEntry,
  { to: paths.changelog, label: "Changelog", Icon: Megaphone },
];
