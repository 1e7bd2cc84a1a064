import { Menu } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";

const loadSidebar = () => import("./mobile-sidebar.tsx");

/** The sidebar on a small screen. */
export function MobileMenu() {
  const button = (
    <Button variant="ghost" size="icon" aria-label="Open menu" className="-ml-2">
      <Menu className="size-4" aria-hidden="true" />
    </Button>
  );
  return <OnDemand load={loadSidebar} popup="dialog" trigger={button} props={{}} />;
}
