import type { ReactNode } from "react";
import { useLeaveWhenSignedOut } from "#app/features/auth/use-leave-when-signed-out.ts";
import { usePaymentNews } from "#app/features/payments/use-payment-news.ts";
import { MobileMenu } from "./mobile-menu.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The frame around every page of a signed-in person. */
export function AppShell({ children }: { children: ReactNode }) {
  useLeaveWhenSignedOut();
  usePaymentNews();
  return (
    <ShellFrame account={<UserMenu />} menu={<MobileMenu />}>
      {children}
    </ShellFrame>
  );
}
