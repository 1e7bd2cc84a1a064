import { ChevronDown, Zap } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";

const loadMenu = () => import("./quick-actions-menu.tsx");

export function QuickActions() {
  const button = (
    <Button size="sm">
      <Zap className="size-3.5" aria-hidden="true" />
      Quick Actions
      <ChevronDown className="size-3.5 opacity-70" aria-hidden="true" />
    </Button>
  );
  return <OnDemand load={loadMenu} popup="menu" trigger={button} props={{}} />;
}
