import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { SidebarSheet } from "#app/features/shell/sidebar-sheet.tsx";
import { DeskSidebar } from "./desk-sidebar.tsx";

/** The desk's sidebar on a phone. */
export default function DeskMenu({ trigger, email }: OnDemandProps & { email: string }) {
  return (
    <SidebarSheet trigger={trigger} className="bg-desk-canvas">
      {(close) => <DeskSidebar email={email} onLeave={close} />}
    </SidebarSheet>
  );
}
