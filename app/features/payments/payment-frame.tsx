import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Brand } from "#app/features/shell/brand.tsx";

/** The card hangs from a fixed point: what it says may grow, and nothing moves. */
export function PaymentFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-screen flex-col">
      <header className="flex h-16 items-center px-10 max-lg:px-5">
        <Brand />
      </header>
      <main className="flex-1 px-4 pt-[max(1rem,calc(50vh-17rem))] pb-12">
        <Card className="mx-auto max-w-[26rem] px-8 py-10 text-center max-sm:px-5">{children}</Card>
      </main>
    </div>
  );
}
