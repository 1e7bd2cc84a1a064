import type { ComponentType } from "react";
import { currentSession } from "#app/features/auth/require-session.ts";
import type { Session } from "#app/features/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { Unread } from "#app/features/notifications/unread.tsx";
import { usePaymentNews } from "#app/features/payments/use-payment-news.ts";
import { AccountLine } from "#app/features/shell/account-line.tsx";

/** A reader who is signed in, with what only their frame needs. */
export interface Reader {
  session: Session;
  Account: ComponentType;
  Unread: ComponentType;
}

/** Null for one who is not. */
export async function currentReader(): Promise<Reader | null> {
  const session = await currentSession();
  return session && { session, Account, Unread };
}

function Account() {
  useLeaveWhenSignedOut();
  usePaymentNews();
  return <AccountLine />;
}
