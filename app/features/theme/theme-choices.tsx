import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { themeFrom, useTheme } from "#app/lib/theme.ts";
import { THEME_CHOICES } from "./theme-toggle.tsx";

export default function ThemeChoices({ trigger, byKeyboard }: OnDemandProps) {
  const [theme, setTheme] = useTheme();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" byKeyboard={byKeyboard}>
        <DropdownMenuRadioGroup value={theme} onValueChange={(value) => setTheme(themeFrom(value))}>
          {THEME_CHOICES.map(({ theme, label, Icon }) => (
            <DropdownMenuRadioItem key={theme} value={theme}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
