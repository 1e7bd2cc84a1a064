import { Link } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import { DropdownMenuItem } from "#app/components/ui/dropdown-menu.tsx";

interface MenuLinksProps {
  links: readonly { to: string; label: string; Icon: LucideIcon }[];
  onSelect?: (() => void) | undefined;
}

/** Pages as items of a menu. */
export const MenuLinks = ({ links, onSelect }: MenuLinksProps) =>
  links.map(({ to, label, Icon }) => (
    <DropdownMenuItem key={to} asChild {...(onSelect && { onSelect })}>
      <Link to={to}>
        <Icon aria-hidden="true" />
        {label}
      </Link>
    </DropdownMenuItem>
  ));
