import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { Button } from "#app/components/ui/button.tsx";
import { ButtonTooltip } from "#app/components/ui/button-tooltip.tsx";
import { useTheme } from "#app/lib/theme.ts";

/** Spec section 2. */
export const TOGGLE_THEME = "Toggle theme";

export const THEME_CHOICES = [
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
  { theme: "system", label: "System", Icon: Monitor },
] as const;

/** Switches between light and dark, on pages too small for the menu's code. */
export function ThemeToggle() {
  const [, setTheme] = useTheme();
  const flip = () => setTheme(document.documentElement.classList.contains("dark") ? "light" : "dark");
  return (
    <Button variant="ghost" size="icon" aria-label={TOGGLE_THEME} className="group relative" onClick={flip}>
      <ThemeIcon />
      <ButtonTooltip>{TOGGLE_THEME}</ButtonTooltip>
    </Button>
  );
}

/** Chosen by CSS alone, so that it is right before hydration. */
export function ThemeIcon() {
  return (
    <>
      <Sun className="size-4 dark:hidden" aria-hidden="true" />
      <Moon className="hidden size-4 dark:block" aria-hidden="true" />
    </>
  );
}
