import { useContext } from "react";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { SessionContext } from "#app/lib/auth/session.ts";
import { AccountLine } from "./reader.tsx";
import { Sidebar } from "./sidebar.tsx";
import { SidebarSheet } from "./sidebar-sheet.tsx";

export default function MobileSidebar({ trigger }: OnDemandProps) {
  const signedIn = useContext(SessionContext) !== null;
  return (
    <SidebarSheet trigger={trigger} defaultOpen>
      {(close) => <Sidebar account={signedIn ? <AccountLine /> : undefined} onLeave={close} />}
    </SidebarSheet>
  );
}
