import { type RefObject, useRef, useState } from "react";
import { CheckboxField } from "#app/components/ui/checkbox.tsx";
import { paths } from "#app/lib/paths.ts";
import { authMessages } from "./messages.ts";

interface Terms {
  box: RefObject<HTMLButtonElement>;
  accepted: boolean;
  refused: boolean;
  setAccepted(accepted: boolean): void;
  /** Whether they are accepted; if not, says so at the box and moves there. */
  check(): boolean;
}

export function useTerms(): Terms {
  const box = useRef<HTMLButtonElement>(null);
  const [accepted, setAccepted] = useState(false);
  const [asked, setAsked] = useState(false);
  const check = () => {
    setAsked(true);
    if (!accepted) box.current?.focus();
    return accepted;
  };
  return { box, accepted, refused: asked && !accepted, setAccepted, check };
}

/** Not `required`: the browser's own bubble would say it in other words than the specification. */
export function TermsField({ terms }: { terms: Terms }) {
  return (
    <CheckboxField
      ref={terms.box}
      checked={terms.accepted}
      onCheckedChange={(checked) => terms.setAccepted(checked === true)}
      aria-required="true"
      error={terms.refused && authMessages.invalid.terms}
      label={
        <>
          I accept the <TermsLink />
        </>
      }
    />
  );
}

/** In a tab of its own, so that nothing typed is lost. */
function TermsLink() {
  return (
    <a
      href={paths.terms}
      target="_blank"
      rel="noopener"
      className="rounded-tag font-medium text-accent-ink underline-offset-4 hover:underline"
    >
      terms and conditions<span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
