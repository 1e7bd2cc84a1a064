import { Link } from "@remix-run/react";
import { BookOpen, ChevronDown, KeyRound, LayoutDashboard, Wallet, Zap } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import { paths } from "#app/lib/paths.ts";

const actions = [
  { to: paths.dashboard, label: "Account Overview", Icon: LayoutDashboard },
  { to: paths.purchaseApiKey, label: "Purchase API Key", Icon: KeyRound },
  { to: paths.addBalance, label: "Add Balance", Icon: Wallet },
  { to: paths.documentation, label: "Documentation", Icon: BookOpen },
];

export function QuickActions() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Zap className="size-3.5" aria-hidden="true" />
          Quick Actions
          <ChevronDown className="size-3.5 opacity-70" aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-52">
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
