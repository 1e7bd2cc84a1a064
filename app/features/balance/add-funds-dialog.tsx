import { useNavigate } from "@remix-run/react";
import type { KeyboardEvent } from "react";
import { Button } from "#app/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
  DialogTrigger,
} from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { formatDollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import { useForm } from "#app/lib/use-form.ts";
import {
  DEFAULT_TOP_UP_DOLLARS,
  MINIMUM_TOP_UP_DOLLARS,
  TOP_UP_AMOUNTS_DOLLARS,
  TOP_UP_STEP_DOLLARS,
} from "#core/domain/products.ts";
import { balanceMessages } from "./messages.ts";
import { isEnough, parseAmount } from "./top-up-amount.ts";

export default function AddFundsDialog({ balance, trigger }: OnDemandProps & { balance: number }) {
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent size="sm">
        <AddFundsForm balance={balance} />
      </DialogContent>
    </Dialog>
  );
}

function AddFundsForm({ balance }: { balance: number }) {
  const navigate = useNavigate();
  const { formProps, draft, edit } = useForm({
    initial: { text: String(DEFAULT_TOP_UP_DOLLARS) },
    refuse: ({ text }) => (isEnough(parseAmount(text)) ? null : balanceMessages.invalidAmount),
    send: async ({ text }) =>
      navigate({ pathname: paths.addBalance, search: `?amount=${parseAmount(text)}` }),
  });
  return (
    <form {...formProps} noValidate>
      <DialogTitle>Add Funds</DialogTitle>
      <DialogDescription>Your balance is {formatDollars(balance)}.</DialogDescription>
      <Field label="Amount" hint={balanceMessages.minimumHint} className="mt-5">
        <Input
          size="lg"
          type="number"
          inputMode="decimal"
          prefix="$"
          min={MINIMUM_TOP_UP_DOLLARS}
          step={TOP_UP_STEP_DOLLARS}
          value={draft.text}
          onChange={(event) => edit({ text: event.currentTarget.value })}
          onKeyDown={submitOnEnter}
        />
      </Field>
      <OfferedAmounts text={draft.text} onChoose={(text) => edit({ text })} />
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" type="submit" disabled={!isEnough(parseAmount(draft.text))}>
          Top Up
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The amounts on offer. The next page asks for one of them if the reader enters another amount. */
function OfferedAmounts({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  const chosen = parseAmount(text);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be seen. */}
      <div role="group" aria-label={balanceMessages.offered} className="mt-3 grid grid-cols-3 gap-2">
        {TOP_UP_AMOUNTS_DOLLARS.map((amount) => (
          <Button
            key={amount}
            aria-pressed={amount === chosen}
            onClick={() => onChoose(String(amount))}
            className="tabular-nums aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            ${amount}
          </Button>
        ))}
      </div>
      <p className="mt-2 min-h-8 text-caption text-ink-3" aria-live="polite">
        {isEnough(chosen) && !TOP_UP_AMOUNTS_DOLLARS.includes(chosen) && balanceMessages.notOffered}
      </p>
    </>
  );
}

/** Browsers ignore Enter while the submit button is disabled, but submitting explains what is wrong. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
