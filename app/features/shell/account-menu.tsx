import { Link } from "@remix-run/react";
import { History, LogOut, ReceiptText, Settings } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { signOut } from "#app/features/auth/sign-out.ts";
import { paths } from "#app/lib/paths.ts";

interface AccountMenuProps extends OnDemandProps {
  /** Hears that a page was chosen. */
  onLeave?: (() => void) | undefined;
}

export default function AccountMenu({ trigger, byKeyboard, onLeave }: AccountMenuProps) {
  const leaving = onLeave && { onSelect: onLeave };
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-56" byKeyboard={byKeyboard}>
        <DropdownMenuLabel>My Account</DropdownMenuLabel>
        <DropdownMenuItem asChild {...leaving}>
          <Link to={paths.profile}>
            <Settings aria-hidden="true" />
            Settings
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild {...leaving}>
          <Link to={paths.billing}>
            <ReceiptText aria-hidden="true" />
            Billing
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild {...leaving}>
          <Link to={paths.activity}>
            <History aria-hidden="true" />
            Activity
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={signOut}>
          <LogOut aria-hidden="true" />
          Sign Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
