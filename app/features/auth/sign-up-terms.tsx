import { useRef, useState } from "react";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";

export function useTerms() {
  const box = useRef<HTMLButtonElement>(null);
  const [accepted, setAccepted] = useState(false);
  const [checked, setChecked] = useState(false);
  const check = () => {
    setChecked(true);
    if (!accepted) box.current?.focus();
    return accepted;
  };
  return { box, accepted, missing: checked && !accepted, setAccepted, check };
}

/** Not `required`: the browser's own message would differ from the specification's. */
export function TermsField({ terms }: { terms: ReturnType<typeof useTerms> }) {
  return (
    <CheckboxField
      ref={terms.box}
      checked={terms.accepted}
      onCheckedChange={(checked) => terms.setAccepted(checked === true)}
      aria-required="true"
      error={terms.missing && authMessages.invalid.terms}
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
