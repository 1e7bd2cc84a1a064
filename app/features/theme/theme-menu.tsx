import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { ThemeIcon } from "./theme-toggle.tsx";

export function ThemeMenu() {
  const button = (
    <Button variant="ghost" size="icon" aria-label="Toggle theme" title="Toggle theme">
      <ThemeIcon />
    </Button>
  );
  return <OnDemand load={() => import("./theme-choices.tsx")} popup="menu" trigger={button} props={{}} />;
}
