import { Bell } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { bellMessages } from "./bell-messages.ts";

const loadPanel = () => import("./notifications-panel.tsx");

/**
 * The button in the top bar; what it opens is fetched when somebody is about to open it.
 * @param unread its name and mark, once the reader is known.
 */
export function NotificationBell({ unread }: { unread: ReactNode }) {
  const button = (
    <Button variant="ghost" size="icon" className="relative" title={bellMessages.title}>
      <Bell aria-hidden="true" />
      {unread ?? <span className="sr-only">{bellMessages.title}</span>}
    </Button>
  );
  return <OnDemand load={loadPanel} popup="dialog" trigger={button} props={{}} />;
}
