import { useEffect, useState } from "react";
import { Dialog, DialogContent, DialogTrigger } from "#app/components/ui/dialog.tsx";
import type { OnDemandProps } from "#app/components/ui/on-demand.tsx";
import { KeyBudgetsForm } from "#app/features/keys/key-budgets-form.tsx";
import { KeyRestrictionsForm } from "#app/features/keys/key-restrictions-form.tsx";
import { KeyExpiryForm } from "#app/features/keys/key-settings-forms.tsx";
import type { KeyFix } from "./refusals-view.ts";

const FORMS = { budgets: KeyBudgetsForm, expiry: KeyExpiryForm, restrictions: KeyRestrictionsForm };

/** Changes the setting for which a key is refused. */
export default function KeyFixDialog({ apiKey, kind, onOpenChange, trigger }: KeyFix & OnDemandProps) {
  const [open, setOpen] = useState(true);
  const Form = FORMS[kind];
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports a change once, whatever the callback is by now
  useEffect(() => onOpenChange(open), [open]);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent>
        <Form apiKey={apiKey} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}
