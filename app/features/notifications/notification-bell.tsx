import Bell from "lucide-react/icons/bell";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { ButtonTooltip } from "#app/components/ui/button-tooltip.tsx";
import { OnDemand } from "#app/components/ui/on-demand.tsx";
import { bellMessages } from "./bell-messages.ts";

/** @param unread its label and dot, once the reader is known. */
export function NotificationBell({ unread }: { unread: ReactNode }) {
  const button = (
    <Button variant="ghost" size="icon" className="group relative">
      <Bell aria-hidden="true" />
      {unread ?? <span className="sr-only">{bellMessages.title}</span>}
      <ButtonTooltip>{bellMessages.title}</ButtonTooltip>
    </Button>
  );
  return (
    <OnDemand load={() => import("./notifications-panel.tsx")} popup="dialog" trigger={button} props={{}} />
  );
}
