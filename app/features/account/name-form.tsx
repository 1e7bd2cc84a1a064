import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { toast } from "#app/lib/toast.ts";
import { homeOf } from "./focus-home.ts";
import { accountMessages } from "./messages.ts";
import { useSaveName } from "./use-save-name.ts";

const NAME_MAX = 100;

/** `saved` is undefined until it is known. The button appears when there is something to save. */
export function NameForm({ saved }: { saved: string | undefined }) {
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useSaveName();
  const name = typed ?? saved ?? "";
  const changed = saved !== undefined && name.trim() !== saved;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!changed || isPending) return;
    mutate(name.trim(), { onSuccess: finish });
  }
  function finish() {
    setTyped(name.trim());
    toast({ ...accountMessages.nameSaved, tone: "success" });
    // The button goes; a field that had the focus keeps it.
    if (document.activeElement !== field.current) homeOf(field.current)?.focus();
  }
  return (
    <form onSubmit={submit}>
      <Field label="Name" error={error && failureMessage(error, accountMessages.nameFailed)}>
        <Input
          ref={field}
          name="name"
          autoComplete="name"
          maxLength={NAME_MAX}
          value={name}
          disabled={saved === undefined}
          onChange={(event) => setTyped(event.target.value)}
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
