import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "#app/components/ui/dropdown-menu.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { ThemeItems } from "./theme-items.tsx";

const ThemeChoices = ({ trigger, byKeyboard }: OnDemandProps) => (
  <DropdownMenu defaultOpen>
    <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
    <DropdownMenuContent align="end" byKeyboard={byKeyboard}>
      <ThemeItems />
    </DropdownMenuContent>
  </DropdownMenu>
);
export default ThemeChoices;
