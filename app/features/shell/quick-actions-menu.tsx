import BookOpen from "lucide-react/icons/book-open";
import KeyRound from "lucide-react/icons/key-round";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import Wallet from "lucide-react/icons/wallet";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { paths } from "#app/lib/paths.ts";
import { MenuLinks } from "./menu-links.tsx";

const ACTIONS = [
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
        <MenuLinks links={ACTIONS} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
