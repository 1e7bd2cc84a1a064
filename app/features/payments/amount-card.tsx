import ExternalLink from "lucide-react/icons/external-link";
import Lock from "lucide-react/icons/lock";
import { type ComponentProps, useId } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { AmountPace } from "#app/features/runway/runway-line.tsx";
import { CARD_CONSENT } from "#core/domain/auto-top-up.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/products.ts";
import { paymentMessages } from "./messages.ts";
import { PendingDialog } from "./pending-dialog.tsx";
import type { TopUp } from "./use-top-up.ts";

export function AmountCard({ form, question, note }: TopUp) {
  const { draft, edit, errorOf, busy } = form;
  const id = useId();
  const consentId = `${id}-consent`;
  const error = errorOf("amount");
  const message = error ?? note;
  return (
    <Card>
      <form {...question.formProps} noValidate>
        <fieldset className="p-5 max-lg:p-4" aria-describedby={message ? id : undefined}>
          <legend className="contents">
            <h2 className="text-body font-medium">Choose an amount</h2>
          </legend>
          {message && (
            <Alert tone={error ? "danger" : "info"} id={id} className="mt-3">
              {message}
            </Alert>
          )}
          <div className="mt-4 grid grid-cols-3 gap-3 max-sm:grid-cols-1">
            {TOP_UP_AMOUNTS_DOLLARS.map((amount) => (
              <AmountOption
                key={amount}
                value={amount}
                checked={draft.amount === amount}
                onChange={() => edit({ amount })}
              />
            ))}
          </div>
        </fieldset>
        <div className="border-t px-5 py-4 max-lg:px-4">
          <CheckboxField
            label={paymentMessages.saveCard}
            aria-describedby={consentId}
            checked={draft.savesCard}
            onCheckedChange={(checked) => edit({ savesCard: checked === true })}
          />
          <p id={consentId} className="mt-1 pl-6.5 text-caption text-ink-3">
            {CARD_CONSENT}
          </p>
        </div>
        <footer className="flex items-center justify-between gap-4 border-t px-5 py-4 max-lg:px-4 max-sm:flex-col-reverse max-sm:items-stretch">
          <p className="flex items-center gap-2 text-caption text-ink-3">
            <Lock className="size-3.5 shrink-0" aria-hidden />
            Card details stay with the payment provider.
          </p>
          <Button variant="primary" type="submit" busy={busy} className="min-w-46 max-sm:h-11">
            {busy ? "Opening payment…" : "Continue to payment"}
            {!busy && <ExternalLink className="size-3.5 opacity-70" aria-hidden />}
          </Button>
        </footer>
      </form>
      <PendingDialog form={form} question={question} />
    </Card>
  );
}

function AmountOption(props: ComponentProps<"input"> & { value: number }) {
  return (
    <label className="relative flex cursor-pointer flex-col rounded-card border border-edge bg-surface p-4 outline-accent transition-colors hover:border-control has-checked:border-accent has-checked:bg-accent-soft/50 has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 max-sm:flex-row-reverse max-sm:items-center max-sm:justify-between">
      <input type="radio" name="amount" className="peer sr-only" {...props} />
      <span
        aria-hidden
        className="grid size-4.5 place-items-center self-end rounded-full border border-control peer-checked:border-accent peer-checked:bg-accent peer-checked:[&>span]:bg-surface max-sm:self-center"
      >
        <span className="size-2 rounded-full" />
      </span>
      <span className="mt-5 max-sm:mt-0">
        <span translate="no" className="block text-figure font-medium tabular-nums">
          <span className="mr-px font-normal text-ink-3">$</span>
          {props.value}
        </span>
        <span className="mt-1 block min-h-4 text-caption text-ink-2 lg:max-xl:min-h-8">
          <AmountPace dollars={props.value} />
        </span>
      </span>
    </label>
  );
}
