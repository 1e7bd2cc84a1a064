import { ExternalLink } from "lucide-react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { formatDollars } from "#app/lib/format.ts";
import type { OpenPayment } from "./use-payment-link.ts";

interface WaitingCardProps {
  payment: OpenPayment;
  onChangeAmount: () => void;
}

export function WaitingCard({ payment, onChangeAmount }: WaitingCardProps) {
  const { amount, url, blocked } = payment;
  return (
    <Card className="flex flex-col items-center px-6 py-14 text-center">
      <Spinner className="size-7 text-ink-3" />
      <div role="status">
        <h2 className="mt-4 text-lead font-semibold">Waiting for your payment</h2>
        <p className="mt-1 max-w-sm text-body text-ink-2">
          {blocked
            ? `Your browser blocked the new tab. Open it yourself to pay ${formatDollars(amount)}. This page continues by itself.`
            : `Complete the payment of ${formatDollars(amount)} in the new tab. This page continues by itself.`}
        </p>
      </div>
      <div className="mt-6 flex gap-2 max-sm:w-full max-sm:flex-col">
        <Button asChild variant={blocked ? "primary" : "secondary"}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {blocked ? "Open payment" : "Open payment again"}
            <ExternalLink className="size-3.5 opacity-70" aria-hidden />
          </a>
        </Button>
        <Button variant="ghost" onClick={onChangeAmount}>
          Change amount
        </Button>
      </div>
    </Card>
  );
}
