import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { Button } from "#app/components/ui/button.tsx";
import { useTheme } from "./theme.ts";

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
    <Button variant="ghost" size="icon" aria-label="Toggle theme" title="Toggle theme" onClick={flip}>
      <ThemeIcon />
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
