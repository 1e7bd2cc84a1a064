import { ChevronDown, Zap } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useOnDemand } from "#app/components/ui/on-demand.ts";

export function QuickActions() {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./quick-actions-menu.tsx"), "menu");
  const button = (
    <Button size="sm" {...wish}>
      <Zap className="size-3.5" aria-hidden="true" />
      Quick Actions
      <ChevronDown className="size-3.5 opacity-70" aria-hidden="true" />
    </Button>
  );
  return Part ? <Part trigger={button} byKeyboard={byKeyboard} /> : button;
}
