import { Button } from "#app/components/ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { authMessages } from "./messages.ts";
import { SubmitButton } from "./submit-button.tsx";
import { useSecondFactor } from "./use-second-factor.ts";

const words = authMessages.secondFactor;

/** Asks a signed-in person for the code of their authenticator; a success is seen by whoever listens. */
export default function SecondFactorForm() {
  const { verify, switchAccount, busy, failure, setFailure } = useSecondFactor();
  const onCode = (code: string) => void verify(code);
  return (
    <CodeForm {...{ busy, failure, setFailure, onCode }}>
      <SubmitButton busy={busy}>{busy ? words.verifying : words.verify}</SubmitButton>
      <Button variant="link" className="mt-4 justify-self-center" onClick={() => void switchAccount()}>
        {words.otherAccount}
      </Button>
    </CodeForm>
  );
}
