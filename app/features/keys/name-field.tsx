import type { KeyboardEvent } from "react";
import { Field } from "#app/components/ui/field.tsx";
import { Input } from "#app/components/ui/input.tsx";
import { KEY_NAME_MAX } from "#core/domain/key-name.ts";

interface NameFieldProps {
  name: string;
  error: string | null;
  onChange: (name: string) => void;
}

export function NameField({ name, error, onChange }: NameFieldProps) {
  return (
    <Field
      label="Name"
      hint="Name it after the place it will live in. Only you see it."
      error={error}
      className="mt-5"
    >
      <Input
        size="lg"
        name="name"
        autoComplete="off"
        maxLength={KEY_NAME_MAX}
        value={name}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={submitOnEnter}
      />
    </Field>
  );
}

/** Browsers drop Enter while the submit button is disabled; the reader is owed the reason. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
