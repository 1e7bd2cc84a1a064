import type { LucideIcon } from "lucide-react";
import BookOpen from "lucide-react/icons/book-open";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import KeyRound from "lucide-react/icons/key-round";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Megaphone from "lucide-react/icons/megaphone";
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

export const insightEntries: NavEntry[] = [
  { to: paths.documentation, label: "Documentation", Icon: BookOpen },
  { to: paths.pricing, label: "Models & pricing", Icon: CircleDollarSign },
];

/** Pages that anyone can read, signed in or not. */
export const publicEntries: NavEntry[] = [
  ...insightEntries,
  { to: paths.changelog, label: "Changelog", Icon: Megaphone },
];
