import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { signOut } from "#app/lib/auth/sign-out.ts";
import { paths } from "#app/lib/paths.ts";
import { MenuLinks } from "./menu-links.tsx";

const PAGES = [{ to: paths.profile, label: "Settings", Icon: Settings }];

type AccountMenuProps = OnDemandProps & { onLeave?: (() => void) | undefined };

export default function AccountMenu({ trigger, byKeyboard, onLeave }: AccountMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-56" byKeyboard={byKeyboard}>
        <DropdownMenuLabel>My Account</DropdownMenuLabel>
        <MenuLinks links={PAGES} onSelect={onLeave} />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={signOut}>
          <LogOut aria-hidden="true" />
          Sign Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
