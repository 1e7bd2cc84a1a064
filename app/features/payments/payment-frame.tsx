import type { ReactNode } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Brand } from "#app/features/shell/brand.tsx";

export function PaymentFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-screen flex-col">
      <header className="flex h-16 items-center px-10 max-lg:px-5">
        <Brand />
      </header>
      <main className="grid flex-1 place-items-center px-4 pb-24">
        <Card className="w-full max-w-[26rem] px-8 py-10 text-center max-sm:px-5">{children}</Card>
      </main>
    </div>
  );
}
