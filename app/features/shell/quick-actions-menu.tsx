import { Link } from "@remix-run/react";
import { BookOpen, KeyRound, LayoutDashboard, Wallet } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { paths } from "#app/lib/paths.ts";

const actions = [
  { to: paths.dashboard, label: "Account Overview", Icon: LayoutDashboard },
  { to: paths.purchaseApiKey, label: "Purchase API Key", Icon: KeyRound },
  { to: paths.addBalance, label: "Add Balance", Icon: Wallet },
  { to: paths.documentation, label: "Documentation", Icon: BookOpen },
];

export default function QuickActionsMenu({ trigger, byKeyboard }: OnDemandProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-52" byKeyboard={byKeyboard}>
        {actions.map(({ to, label, Icon }) => (
          <DropdownMenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
