import { useQueryClient } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { api, unwrap } from "#app/lib/api-client.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { cardName } from "#app/lib/payment-methods.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { toast } from "#app/lib/toast.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import type { PaymentMethod } from "#core/contract/auto-top-up.ts";
import { CARD_CONSENT } from "#core/domain/auto-top-up.ts";
import { settingsMessages } from "./messages.ts";
import { autoTopUpQuery } from "./queries.ts";
import type { Settings } from "./settings-form.ts";
import { brandTile, cardExpiry } from "./settings-view.ts";

const ROW = "flex min-h-18 items-center gap-4 p-5 max-lg:p-4 max-sm:flex-wrap";

export function PaymentMethodCard({ settings: { autoTopUp } }: { settings: Settings }) {
  return (
    <QueryState
      query={autoTopUp}
      loading="Loading payment method"
      skeleton={<LoadingCard />}
      failed={{ title: settingsMessages.cardFailed, variant: "card" }}
    >
      {({ payment_method }) => (payment_method ? <SavedCard card={payment_method} /> : <NoCard />)}
    </QueryState>
  );
}

const LoadingCard = () => (
  <Card className={ROW}>
    <Skeleton className="h-8 w-12" />
    <Skeleton className="h-3.5 w-32" />
  </Card>
);

const SavedCard = ({ card }: { card: PaymentMethod }) => (
  <Card className={ROW}>
    <div className="flex min-w-0 flex-1 items-center gap-4">
      <span
        aria-hidden="true"
        className="grid h-8 w-12 shrink-0 place-items-center rounded-item border bg-surface text-caption font-semibold tracking-[0.02em] text-ink-2"
      >
        {brandTile(card)}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-small font-medium tabular-nums">
          {cardName(card)}
          {card.declined && <Badge tone="danger">Declined</Badge>}
        </p>
        <p className="text-caption text-ink-3 tabular-nums">Expires {cardExpiry(card)}</p>
      </div>
    </div>
    <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <CardSetupButton label={settingsMessages.replace} size="sm" />
      <RemoveCard card={card} />
    </div>
  </Card>
);

const NoCard = () => (
  <Card>
    <div className={ROW}>
      <div className="flex min-w-0 flex-1 items-center gap-4">
        <span className="grid h-8 w-12 shrink-0 place-items-center rounded-item border text-ink-3">
          <CreditCard className="size-4" strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <p className="text-small font-medium">{settingsMessages.noCard}</p>
          <p className="text-caption text-ink-3">{settingsMessages.noCardHint}</p>
        </div>
      </div>
      <CardSetupButton label={settingsMessages.addCard} size="sm" className="max-sm:w-full" />
    </div>
    <p className="border-t px-5 py-3 text-caption text-ink-3 max-lg:px-4">{CARD_CONSENT}</p>
  </Card>
);

interface CardSetupButtonProps {
  label: string;
  size?: "sm" | "md";
  variant?: "primary" | "secondary";
  className?: string;
}

/** Leads to the payment provider's page, which alone sees the card's number. */
export function CardSetupButton({
  label,
  size = "md",
  variant = "secondary",
  className,
}: CardSetupButtonProps) {
  const { run: leave, busy } = useAction(
    async () => {
      const { url } = await unwrap(api.api["payment-method"].$post());
      window.location.assign(url);
    },
    {
      onFailure(error) {
        const { title, description } = settingsMessages.cardSetupFailed;
        toast.failure({ title, description: failureMessage(error, description) });
      },
    },
  );
  return (
    <Button
      size={size}
      variant={variant}
      busy={busy}
      onClick={() => void leave()}
      className={`max-sm:h-11 ${className ?? ""}`}
    >
      {label}
    </Button>
  );
}

function RemoveCard({ card }: { card: PaymentMethod }) {
  const button = (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Remove ${cardName(card)}`}
      className="max-sm:h-11 max-sm:border max-sm:border-edge"
    >
      {settingsMessages.remove}
    </Button>
  );
  return (
    <ConfirmDialog trigger={button}>{(done) => <RemoveCardForm card={card} onDone={done} />}</ConfirmDialog>
  );
}

function RemoveCardForm({ card, onDone }: { card: PaymentMethod; onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    send: () => unwrap(api.api["payment-method"].$delete()),
    notice: settingsMessages.removed,
    onSent: (stored) => {
      void showStored(queryClient, autoTopUpQuery, stored);
      onDone();
    },
    fallback: settingsMessages.removeFailed,
  });
  return (
    <Confirmation
      form={form}
      title={settingsMessages.removeTitle}
      description={`${cardName(card)} is no longer charged. ${settingsMessages.removeDescription}`}
      action={{ label: "Remove card", busyLabel: "Removing…" }}
    />
  );
}
