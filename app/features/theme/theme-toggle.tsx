import { Button } from "#app/components/ui/button.tsx";
import { ThemeIcon } from "./theme-icon.tsx";
import { useTheme } from "./use-theme.ts";

/** Flips what is seen: for a page that is not worth the menu's code. */
export function ThemeToggle() {
  const [, setTheme] = useTheme();
  const flip = () => setTheme(document.documentElement.classList.contains("dark") ? "light" : "dark");
  return (
    <Button variant="ghost" size="icon" aria-label="Toggle theme" title="Toggle theme" onClick={flip}>
      <ThemeIcon />
    </Button>
  );
}
