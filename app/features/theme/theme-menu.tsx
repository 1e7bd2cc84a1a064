import { Button } from "#app/components/ui/button.tsx";
import { useOnDemand } from "#app/components/ui/on-demand.ts";
import { ThemeIcon } from "./theme-icon.tsx";

export function ThemeMenu() {
  const { Part, byKeyboard, wish } = useOnDemand(() => import("./theme-choices.tsx"), "menu");
  const button = (
    <Button variant="ghost" size="icon" aria-label="Toggle theme" title="Toggle theme" {...wish}>
      <ThemeIcon />
    </Button>
  );
  return Part ? <Part trigger={button} byKeyboard={byKeyboard} /> : button;
}
