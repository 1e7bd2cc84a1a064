import type { ComponentType } from "react";
import { currentSession } from "#app/features/auth/require-session.ts";
import type { Session } from "#app/features/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { NotificationBell } from "#app/features/notifications/notification-bell.tsx";
import { usePaymentNews } from "#app/features/payments/use-payment-news.ts";
import { MobileMenu } from "#app/features/shell/mobile-menu.tsx";
import { UserMenu } from "#app/features/shell/user-menu.tsx";

/** A reader who is signed in, with what only their frame needs. */
export interface Reader {
  session: Session;
  Account: ComponentType;
  Menu: ComponentType;
  Bell: ComponentType;
}

/** Null for one who is not. */
export async function currentReader(): Promise<Reader | null> {
  const session = await currentSession();
  return session && { session, Account, Menu: MobileMenu, Bell: NotificationBell };
}

function Account() {
  useLeaveWhenSignedOut();
  usePaymentNews();
  return <UserMenu />;
}
