import { Menu } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { useOnDemand } from "#app/components/ui/on-demand.ts";

/** The sidebar on a small screen. */
export function MobileMenu() {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./mobile-sidebar.tsx"), "dialog");
  const button = (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2" {...wish}>
      <Menu className="size-4" aria-hidden="true" />
    </Button>
  );
  return Part ? <Part trigger={button} byKeyboard={byKeyboard} /> : button;
}
