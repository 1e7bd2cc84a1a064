import { useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { type Session, SessionContext } from "#app/features/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { Unread } from "#app/features/notifications/unread.tsx";
import { usePaymentNews } from "#app/features/payments/use-payment-news.ts";
import { prepareFormats } from "#app/lib/format.ts";
import { AccountLine } from "./account-line.tsx";
import { isPageHandle } from "./page-handle.ts";
import { pageOutline } from "./page-outline.ts";
import { PageSkeleton } from "./page-skeleton.tsx";
import { ShellFrame } from "./shell-frame.tsx";

interface AppShellProps {
  /** Undefined while it is read: the shell is then the same for everybody, in its final size. */
  session: Session | undefined;
  children: ReactNode;
}

/** The frame around every page of a signed-in person. It stays as it is when the session is known. */
export function AppShell({ session, children }: AppShellProps) {
  useEffect(() => {
    const timer = setTimeout(prepareFormats);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SessionContext.Provider value={session ?? null}>
      {session && <Watch />}
      <ShellFrame account={session && <AccountLine />} unread={session && <Unread />}>
        {session ? children : <Outline />}
      </ShellFrame>
    </SessionContext.Provider>
  );
}

function Outline() {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle;
  return isPageHandle(handle) ? <handle.Outline /> : <PageSkeleton {...pageOutline(pathname)} />;
}

function Watch() {
  useLeaveWhenSignedOut();
  usePaymentNews();
  return null;
}
