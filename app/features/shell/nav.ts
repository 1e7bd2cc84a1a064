import { KeyRound, LayoutDashboard, Users, Wallet } from "lucide-react";
import { paths } from "#app/lib/paths.ts";

/** The sidebar's pages, in order. */
export const navEntries = [
  { to: paths.dashboard, label: "Dashboard", Icon: LayoutDashboard },
  { to: paths.apiKeys, label: "API Keys", Icon: KeyRound, badge: "New" },
  { to: paths.addBalance, label: "Add Balance", Icon: Wallet },
  { to: paths.userManagement, label: "Users", Icon: Users },
];
