import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";

export const termsProblem = (accepted: boolean) => (accepted ? null : authMessages.invalid.terms);

interface TermsFieldProps {
  accepted: boolean;
  error: string | null;
  onChange: (accepted: boolean) => void;
}

/** Not `required`: the browser's own message would differ from the specification's. */
export function TermsField({ accepted, error, onChange }: TermsFieldProps) {
  return (
    <CheckboxField
      checked={accepted}
      onCheckedChange={(checked) => onChange(checked === true)}
      aria-required="true"
      error={error}
      label={
        <>
          I accept the {/* In a new tab, so that nothing typed is lost. */}
          <a
            href={paths.terms}
            target="_blank"
            rel="noopener"
            className="rounded-tag font-medium text-accent-ink underline-offset-4 hover:underline"
          >
            terms and conditions<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      }
    />
  );
}
