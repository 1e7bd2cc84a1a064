import type { ComponentProps, ReactElement, ReactNode } from "react";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { Sheet, SheetContent, SheetTrigger } from "#app/components/ui/sheet.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";

interface PopoverOrSheetProps extends Pick<ComponentProps<typeof Popover>, "open" | "onOpenChange"> {
  trigger: ReactElement;
  label: string;
  popover: ComponentProps<typeof PopoverContent>;
  sheet: Omit<ComponentProps<typeof SheetContent>, "side">;
  /** A sheet is named by its `SheetTitle`. */
  children: (place: "popover" | "sheet") => ReactNode;
}

/** Below its button, or from the lower edge of a phone. */
export function PopoverOrSheet({ trigger, label, popover, sheet, children, ...root }: PopoverOrSheetProps) {
  if (useIsNarrow()) {
    return (
      <Sheet {...root}>
        <SheetTrigger asChild>{trigger}</SheetTrigger>
        <SheetContent side="bottom" aria-describedby={undefined} {...sheet}>
          {children("sheet")}
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Popover {...root}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" aria-label={label} {...popover}>
        {children("popover")}
      </PopoverContent>
    </Popover>
  );
}
