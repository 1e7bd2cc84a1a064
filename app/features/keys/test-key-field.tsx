import { Link } from "@remix-run/react";
import { useId } from "react";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { paths } from "#app/lib/paths.ts";
import { keyMessages } from "./messages.ts";

interface TestKeyFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the key is to reach a model at all. */
export function TestKeyField({ checked, onChange }: TestKeyFieldProps) {
  const noteId = useId();
  return (
    <div className="mt-3">
      <CheckboxField
        label="Test key"
        checked={checked}
        aria-describedby={noteId}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <p id={noteId} className="pl-6.5 text-caption text-ink-3">
        {keyMessages.testKey}{" "}
        <Link
          to={`${paths.documentationTopic("api-usage")}#test-keys`}
          className="font-medium text-accent-ink underline-offset-4 hover:underline"
        >
          How to ask for a failure
        </Link>
      </p>
    </div>
  );
}
