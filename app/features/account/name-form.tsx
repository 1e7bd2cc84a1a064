import { type FormEvent, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { toast } from "#app/lib/toast.ts";
import { accountMessages } from "./messages.ts";
import { useSaveName } from "./use-save-name.ts";

const NAME_MAX = 100;

/** `saved` is undefined until it is known. The button appears when there is something to save. */
export function NameForm({ saved }: { saved: string | undefined }) {
  const [name, setName] = useState(saved ?? "");
  const { mutate, isPending, error } = useSaveName();
  const changed = saved !== undefined && name.trim() !== saved;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!changed || isPending) return;
    mutate(name.trim(), { onSuccess: () => toast({ ...accountMessages.nameSaved, tone: "success" }) });
  }
  return (
    <form onSubmit={submit}>
      <Field label="Name" error={error && failureMessage(error, accountMessages.nameFailed)}>
        <Input
          name="name"
          autoComplete="name"
          maxLength={NAME_MAX}
          value={name}
          disabled={saved === undefined}
          onChange={(event) => setName(event.target.value)}
          suffix={changed && <SaveButton busy={isPending} />}
        />
      </Field>
    </form>
  );
}

const SaveButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" size="sm" className="h-7 px-2.5 max-lg:h-8" busy={busy}>
    {busy ? "Saving…" : "Save"}
  </Button>
);
