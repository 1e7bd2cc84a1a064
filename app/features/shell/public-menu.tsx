import LogIn from "lucide-react/icons/log-in";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { THEME_CHOICES } from "#app/features/theme/theme-toggle.tsx";
import { publicEntries } from "#app/lib/nav.ts";
import { paths } from "#app/lib/paths.ts";
import { themeFrom, useTheme } from "#app/lib/theme.ts";
import { MenuLinks } from "./menu-links.tsx";

/** The public header's links, for screens too narrow to show them. */
export default function PublicMenu({ trigger, byKeyboard }: OnDemandProps) {
  const [theme, setTheme] = useTheme();
  const pages = [...publicEntries, { to: paths.login, label: "Sign in", Icon: LogIn }];
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-56" byKeyboard={byKeyboard}>
        <MenuLinks links={pages} />
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(themeFrom(value))}>
          {THEME_CHOICES.map(({ theme: choice, label, Icon }) => (
            <DropdownMenuRadioItem key={choice} value={choice}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
