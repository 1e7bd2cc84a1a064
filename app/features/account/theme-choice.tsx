import { RadioCard, RadioCards } from "#app/components/ui/radio-cards.tsx";
import { THEME_CHOICES } from "#app/features/theme/theme-toggle.tsx";
import { cn } from "#app/lib/class-names.ts";
import { type Theme, themeFrom, useTheme } from "#app/lib/theme.ts";

export function ThemeChoice() {
  const [theme, setTheme] = useTheme();
  return (
    <RadioCards
      aria-label="Theme"
      value={theme}
      onValueChange={(value) => setTheme(themeFrom(value))}
      className="max-w-lg grid-cols-3"
    >
      {THEME_CHOICES.map(({ theme, label }) => (
        <RadioCard key={theme} value={theme} className="p-1.5">
          <Preview theme={theme} />
          <span className="block px-1 pt-2 pb-0.5 text-small font-medium">{label}</span>
        </RadioCard>
      ))}
    </RadioCards>
  );
}

const LEFT_HALF = "[clip-path:inset(0_50%_0_0)]";
const RIGHT_HALF = "[clip-path:inset(0_0_0_50%)]";

/** A miniature of the screen, in its own colors whatever the page's theme. */
function Preview({ theme }: { theme: Theme }) {
  return (
    <span aria-hidden="true" className="relative block h-18 overflow-hidden rounded-item">
      {theme !== "dark" && (
        <Miniature sheet={cn("light bg-fill", theme === "system" && LEFT_HALF)} part="bg-surface" />
      )}
      {theme !== "light" && (
        <Miniature sheet={cn("dark bg-surface", theme === "system" && RIGHT_HALF)} part="bg-edge" />
      )}
    </span>
  );
}

function Miniature({ sheet, part }: { sheet: string; part: string }) {
  return (
    <span className={cn("absolute inset-0", sheet)}>
      <span className={cn("absolute inset-y-2 left-2 w-6 rounded-[3px]", part)} />
      <span className={cn("absolute top-2 right-2 left-10 h-3 rounded-[3px]", part)} />
      <span className={cn("absolute top-7 right-2 bottom-2 left-10 rounded-[3px]", part)} />
    </span>
  );
}
