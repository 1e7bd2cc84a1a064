import { Button } from "#app/components/ui/button.tsx";
import { ButtonTooltip } from "#app/components/ui/button-tooltip.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { ThemeIcon, TOGGLE_THEME } from "./theme-toggle.tsx";

export function ThemeMenu() {
  const button = (
    <Button variant="ghost" size="icon" aria-label={TOGGLE_THEME} className="group relative">
      <ThemeIcon />
      <ButtonTooltip>{TOGGLE_THEME}</ButtonTooltip>
    </Button>
  );
  return <OnDemand load={() => import("./theme-choices.tsx")} popup="menu" trigger={button} props={{}} />;
}
