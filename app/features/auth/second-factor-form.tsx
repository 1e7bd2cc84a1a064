import { Button } from "#app/components/ui/button.tsx";
import { useSubmit } from "#app/lib/use-submit.ts";
import { SubmitButton } from "./auth-frame.tsx";
import { CodeForm } from "./code-form.tsx";
import { authMessages } from "./messages.ts";
import { endSessionHere, passSecondFactor } from "./second-factor.ts";

const WORDS = authMessages.secondFactor;

/** A success is noticed by the listener for the signed-in event. */
export default function SecondFactorForm() {
  const form = useSubmit(authMessages.fallback.signIn);
  return (
    <CodeForm form={form} onCode={(code) => void form.submit(() => passSecondFactor(code))}>
      <SubmitButton busy={form.busy}>{form.busy ? WORDS.verifying : WORDS.verify}</SubmitButton>
      <Button
        variant="link"
        className="mt-4 justify-self-center"
        onClick={() => void form.submit(endSessionHere)}
      >
        {WORDS.otherAccount}
      </Button>
    </CodeForm>
  );
}
