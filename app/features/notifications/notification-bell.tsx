import { Bell } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { bellMessages } from "./bell-messages.ts";
import { useUnread } from "./use-unread.ts";

const loadPanel = () => import("./notifications-panel.tsx");

/** The button in the top bar; what it opens is fetched when somebody is about to open it. */
export function NotificationBell() {
  const unread = useUnread();
  const button = (
    <Button
      variant="ghost"
      size="icon"
      className="relative"
      title={bellMessages.title}
      aria-label={unread > 0 ? bellMessages.unread(unread) : bellMessages.title}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && (
        <span
          data-unread
          className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger ring-2 ring-canvas max-lg:top-2.5 max-lg:right-2.5"
        />
      )}
    </Button>
  );
  return <OnDemand load={loadPanel} popup="dialog" trigger={button} props={{}} />;
}
