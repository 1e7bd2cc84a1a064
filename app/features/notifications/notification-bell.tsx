import { Bell } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { bellMessages } from "./bell-messages.ts";
import { useUnread } from "./use-unread.ts";

const loadPanel = () => import("./notifications-panel.tsx");
const NotificationsPanel = lazy(loadPanel);
const preload = () => void loadPanel().catch(() => undefined);

/** The button in the top bar; what it opens is fetched when somebody is about to open it. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unread = useUnread();
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        className="relative"
        title={bellMessages.title}
        aria-label={unread > 0 ? bellMessages.unread(unread) : bellMessages.title}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          setUsed(true);
          setOpen(!open);
        }}
      >
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span
            data-unread
            className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger ring-2 ring-canvas max-lg:top-2.5 max-lg:right-2.5"
          />
        )}
      </Button>
      {used && (
        <Suspense>
          <NotificationsPanel button={button} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
