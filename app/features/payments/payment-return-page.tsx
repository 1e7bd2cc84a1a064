import type { ReactNode } from "react";
import { Brand } from "#app/components/brand.tsx";
import { useLeaveWhenSignedOut } from "#app/lib/auth/use-leave.ts";
import { PaymentCard, PaymentVerifying } from "./payment-card.tsx";

/** Top-ups return here, in the tab of the checkout. Without the app shell, since the app is open in another tab. */
export function PaymentReturnPage() {
  useLeaveWhenSignedOut();
  return (
    <PaymentFrame>
      <PaymentCard />
    </PaymentFrame>
  );
}

/** Shown until the session is known. */
export const PaymentReturnOutline = () => (
  <PaymentFrame>
    <PaymentVerifying />
  </PaymentFrame>
);

const PaymentFrame = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-screen flex-col">
    <header className="flex h-16 items-center px-10 max-lg:px-5">
      <Brand />
    </header>
    <main className="flex-1 px-4 pb-12">{children}</main>
  </div>
);
