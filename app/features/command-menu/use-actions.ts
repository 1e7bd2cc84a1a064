import {
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  RectangleEllipsis,
  Sun,
  UserPlus,
  Wallet,
} from "lucide-react";
import { tabSearch } from "#app/features/account/tab-param.ts";
import { signOut } from "#app/features/auth/sign-out.ts";
import { CREATE_KEY_HASH } from "#app/features/keys/use-create-by-address.ts";
import type { Theme } from "#app/features/theme/theme.ts";
import { useTheme } from "#app/features/theme/use-theme.ts";
import { paths } from "#app/lib/paths.ts";
import type { MenuEntry } from "./menu-entry.ts";

const THEMES: { theme: Theme; label: string; Icon: LucideIcon }[] = [
  { theme: "light", label: "Light theme", Icon: Sun },
  { theme: "dark", label: "Dark theme", Icon: Moon },
  { theme: "system", label: "System theme", Icon: Monitor },
];

const elsewhere: MenuEntry[] = [
  {
    id: "create-key",
    label: "Create API Key",
    Icon: Plus,
    leads: `${paths.apiKeys}${CREATE_KEY_HASH}`,
    words: "new token",
  },
  {
    id: "top-up",
    label: "Top up balance",
    Icon: Wallet,
    leads: paths.addBalance,
    words: "add funds money pay card",
  },
  {
    id: "invite",
    label: "Invite a user",
    Icon: UserPlus,
    leads: `${paths.userManagement}${tabSearch("invite")}`,
    words: "team colleague",
  },
  {
    id: "password",
    label: "Change password",
    Icon: RectangleEllipsis,
    leads: `${paths.userManagement}${tabSearch("password")}`,
    words: "update security",
  },
];

/** What can be done from the menu. */
export function useActions(): MenuEntry[] {
  const [current, setTheme] = useTheme();
  const themes = THEMES.map(({ theme, label, Icon }) => ({
    id: `theme ${theme}`,
    label,
    Icon,
    leads: () => setTheme(theme),
    note: theme === current ? "Current" : undefined,
    words: "appearance mode colors",
  }));
  const leave = { id: "sign-out", label: "Sign Out", Icon: LogOut, leads: signOut, words: "log out leave" };
  return [...elsewhere, ...themes, leave];
}
