import type { FormEvent, KeyboardEvent } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { DialogClose, DialogFooter } from "#app/components/ui/dialog.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { KEY_NAME_MAX } from "#core/domain/key-name.ts";
import type { useCreateKey } from "./use-create-key.ts";

type CreateKeyFormProps = ReturnType<typeof useCreateKey> & { blocked: boolean };

export function CreateKeyForm({ name, nameError, rename, submit, creating, blocked }: CreateKeyFormProps) {
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Field
        label="Name"
        hint="Name it after the place it will live in. Only you see it."
        error={nameError}
        className="mt-5"
      >
        <Input
          size="lg"
          name="name"
          autoComplete="off"
          maxLength={KEY_NAME_MAX}
          value={name}
          onChange={(event) => rename(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button
          variant="primary"
          type="submit"
          busy={creating}
          disabled={!creating && (name.trim() === "" || blocked)}
          className="min-w-32"
        >
          {creating ? "Creating…" : "Create API Key"}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Browsers drop Enter while the submit button is disabled; the reader is owed the reason. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
