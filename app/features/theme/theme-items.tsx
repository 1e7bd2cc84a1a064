import { DropdownMenuRadioGroup, DropdownMenuRadioItem } from "#app/components/ui/dropdown-menu.tsx";
import { themeFrom, useTheme } from "#app/lib/theme.ts";
import { THEME_CHOICES } from "./theme-toggle.tsx";

/** The themes as items of a menu. */
export function ThemeItems() {
  const [theme, setTheme] = useTheme();
  return (
    <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(themeFrom(value))}>
      {THEME_CHOICES.map(({ theme: choice, label, Icon }) => (
        <DropdownMenuRadioItem key={choice} value={choice}>
          <Icon aria-hidden="true" />
          {label}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  );
}
