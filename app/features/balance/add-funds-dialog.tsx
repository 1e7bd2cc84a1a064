import { useNavigate } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
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
import { toast } from "#app/lib/toast.ts";
import {
  DEFAULT_TOP_UP_DOLLARS,
  MINIMUM_TOP_UP_DOLLARS,
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
  const [text, setText] = useState(String(DEFAULT_TOP_UP_DOLLARS));
  const amount = parseAmount(text);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isEnough(amount)) return toast({ ...balanceMessages.invalidAmount, tone: "danger" });
    navigate({ pathname: paths.addBalance, search: `?amount=${amount}` });
  }

  return (
    <form onSubmit={submit} noValidate>
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
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button variant="primary" type="submit" disabled={!isEnough(amount)}>
          Top Up
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Browsers ignore Enter while the submit button is disabled, but submitting explains what is wrong. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
