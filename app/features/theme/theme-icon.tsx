import { Moon, Sun } from "lucide-react";

/** The theme in force, by CSS alone, so that it is right before hydration. */
export function ThemeIcon() {
  return (
    <>
      <Sun className="size-4 dark:hidden" aria-hidden="true" />
      <Moon className="hidden size-4 dark:block" aria-hidden="true" />
    </>
  );
}
