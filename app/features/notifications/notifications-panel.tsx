import { type RefObject, useRef } from "react";
import { Popover, PopoverAnchor, PopoverContent } from "#app/components/ui/popover.tsx";
import { Sheet, SheetContent, SheetTitle } from "#app/components/ui/sheet.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { bellMessages } from "./bell-messages.ts";
import { NotificationsContent } from "./notifications-content.tsx";

interface NotificationsPanelProps {
  /** What it hangs on, and what gets the focus back. */
  button: RefObject<HTMLButtonElement>;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Below its button, and from the lower edge of a phone. */
export default function NotificationsPanel({ button, open, onOpenChange }: NotificationsPanelProps) {
  const narrow = useIsNarrow();
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
    onOpenChange(false);
  };
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (!leaving.current) button.current?.focus();
    leaving.current = false;
  };
  const heading = <h2 className="text-small font-medium">{bellMessages.title}</h2>;
  if (narrow) {
    return (
      <Sheet open={open} onOpenChange={onOpenChange}>
        <SheetContent
          side="bottom"
          closeLabel="Close"
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
        >
          <NotificationsContent heading={<SheetTitle asChild>{heading}</SheetTitle>} onLeave={leave} />
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverAnchor virtualRef={button} />
      <PopoverContent
        align="end"
        aria-label={bellMessages.title}
        className="flex max-h-[min(34rem,calc(100vh-5rem))] w-[23rem] flex-col overflow-hidden p-0"
        // Its click closes the panel; closed before, it would open it again.
        onInteractOutside={(event) => {
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={giveFocusBack}
      >
        <NotificationsContent heading={heading} onLeave={leave} />
      </PopoverContent>
    </Popover>
  );
}
