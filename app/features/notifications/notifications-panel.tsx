import { useRef, useState } from "react";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#app/components/ui/popover.tsx";
import { Sheet, SheetContent, SheetTitle, SheetTrigger } from "#app/components/ui/sheet.tsx";
import { useIsNarrow } from "#app/lib/use-is-narrow.ts";
import { bellMessages } from "./bell-messages.ts";
import { NotificationsContent } from "./notifications-content.tsx";

/** Below its button, and from the lower edge of a phone. */
export default function NotificationsPanel({ trigger }: OnDemandProps) {
  const narrow = useIsNarrow();
  const [open, setOpen] = useState(true);
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
    setOpen(false);
  };
  /** Who follows a notification to its page does not come back to the button. */
  const keepFocusWhenLeaving = (event: Event) => {
    if (leaving.current) event.preventDefault();
    leaving.current = false;
  };
  const heading = <h2 className="text-small font-medium">{bellMessages.title}</h2>;
  if (narrow) {
    return (
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetTrigger asChild>{trigger}</SheetTrigger>
        <SheetContent
          side="bottom"
          closeLabel="Close"
          aria-describedby={undefined}
          onCloseAutoFocus={keepFocusWhenLeaving}
        >
          <NotificationsContent heading={<SheetTitle asChild>{heading}</SheetTitle>} onLeave={leave} />
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={bellMessages.title}
        className="flex max-h-[min(34rem,calc(100vh-5rem))] w-[23rem] flex-col overflow-hidden p-0"
        onCloseAutoFocus={keepFocusWhenLeaving}
      >
        <NotificationsContent heading={heading} onLeave={leave} />
      </PopoverContent>
    </Popover>
  );
}
