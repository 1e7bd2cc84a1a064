import { BookOpen, KeyRound, LayoutDashboard, type LucideIcon, Users, Wallet } from "lucide-react";
import { paths } from "#app/lib/paths.ts";

export interface NavEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
  badge?: string;
}

/** The sidebar's pages, in order. */
export const navEntries: NavEntry[] = [
  { to: paths.dashboard, label: "Dashboard", Icon: LayoutDashboard },
  { to: paths.apiKeys, label: "API Keys", Icon: KeyRound, badge: "New" },
  { to: paths.addBalance, label: "Add Balance", Icon: Wallet },
  { to: paths.userManagement, label: "Users", Icon: Users },
];

/** Those under the heading 'Insights'. */
export const insightEntries: NavEntry[] = [
  { to: paths.documentation, label: "Documentation", Icon: BookOpen },
];
