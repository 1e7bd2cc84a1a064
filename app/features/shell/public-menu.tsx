import LogIn from "lucide-react/icons/log-in";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { ThemeItems } from "#app/features/theme/theme-items.tsx";
import { publicEntries } from "#app/lib/nav.ts";
import { paths } from "#app/lib/paths.ts";
import { MenuLinks } from "./menu-links.tsx";

/** The public header's links, for screens too narrow to show them. */
export default function PublicMenu({ trigger, byKeyboard }: OnDemandProps) {
  const pages = [...publicEntries, { to: paths.login, label: "Sign in", Icon: LogIn }];
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-56" byKeyboard={byKeyboard}>
        <MenuLinks links={pages} />
        <DropdownMenuSeparator />
        <ThemeItems />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
