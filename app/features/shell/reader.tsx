import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Unread } from "#app/features/notifications/unread.tsx";
import { PaymentNews } from "#app/features/payments/payment-news.tsx";
import { subscriptionQuery } from "#app/features/subscription/queries.ts";
import { currentSession } from "#app/lib/auth/require-session.ts";
import { type Session, useSession } from "#app/lib/auth/session.ts";
import { useLeaveWhenSignedOut } from "#app/lib/auth/use-leave.ts";

/** With the components that only a signed-in reader's frame needs. */
export type Reader = { session: Session; Account: ComponentType; Unread: ComponentType };

export async function currentReader(): Promise<Reader | null> {
  const session = await currentSession();
  return session && { session, Account, Unread };
}

const Account = () => (
  <>
    <SessionWatch />
    <AccountLine />
  </>
);

/** Follows sign-outs and payments in other tabs. */
export function SessionWatch() {
  useLeaveWhenSignedOut();
  return <PaymentNews />;
}

export function AccountLine() {
  const { user } = useSession();
  // Spec sections 1 and 3.
  const plan = useQuery(subscriptionQuery).data?.subscription_type ?? "Free";
  return (
    <>
      <span
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-caption font-semibold text-accent-ink"
        aria-hidden="true"
      >
        {user.email.charAt(0).toUpperCase()}
      </span>
      <span className="min-w-0 flex-1 leading-4">
        <span className="block truncate text-caption font-medium">{user.email}</span>
        <span className="block text-caption text-ink-3">Account: {plan}</span>
      </span>
    </>
  );
}
