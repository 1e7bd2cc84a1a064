import { Link } from "@remix-run/react";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { Spinner } from "#app/components/ui/spinner.tsx";
import { CREATE_KEY_HASH } from "#app/features/keys/use-create-by-address.ts";
import { lazily } from "#app/lib/lazily.ts";
import { paths } from "#app/lib/paths.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/top-up.ts";
import { ConfirmEmailStep } from "./confirm-email-step.tsx";
import { FirstRequest } from "./first-request.tsx";
import { GetStartedStep } from "./get-started-step.tsx";
import { WAITING_FOR_REQUEST } from "./messages.ts";
import { type Onboarding, type StepState, stepStates } from "./onboarding.ts";
import { useEmailConfirmed } from "./use-email-confirmed.ts";
import { useStepsLookedAt } from "./use-steps-looked-at.ts";

const STEPS = 4;
const amounts = lazily(() =>
  new Intl.ListFormat("en-US", { type: "disjunction" }).format(
    TOP_UP_AMOUNTS_DOLLARS.map((amount) => `$${amount}`),
  ),
);

function StepLink({ to, state, children }: { to: string; state: StepState; children: string }) {
  if (state === "done") return null;
  return (
    <Button variant={state === "current" ? "primary" : "secondary"} asChild>
      <Link to={to}>{children}</Link>
    </Button>
  );
}

function Progressed({ done }: { done: number }) {
  return (
    <header className="flex items-center justify-between gap-4 border-b px-5 py-4 max-lg:px-4">
      <div>
        <h2 className="text-body font-medium">Get started</h2>
        <p className="mt-0.5 text-caption text-ink-3">Four steps to your first request</p>
      </div>
      <div className="flex items-center gap-3">
        <span className="text-caption whitespace-nowrap text-ink-2 tabular">
          {done} of {STEPS}
        </span>
        <Progress value={(done / STEPS) * 100} aria-label="Steps done" className="w-24 max-sm:w-12" />
      </div>
    </header>
  );
}

export function GetStarted({ funded, hasKey }: Onboarding) {
  useStepsLookedAt();
  const confirmed = useEmailConfirmed();
  const [emailState, balanceState, keyState, requestState] = stepStates([confirmed, funded, hasKey, false]);
  return (
    <Card className="mb-6 max-lg:mb-3">
      <Progressed done={Number(confirmed) + Number(funded) + Number(hasKey)} />
      <ol>
        <ConfirmEmailStep state={emailState} />
        <GetStartedStep
          number={2}
          state={balanceState}
          title="Add balance"
          text={`Requests draw on a prepaid balance in US dollars. Start with ${amounts()}.`}
          action={
            <StepLink to={paths.addBalance} state={balanceState}>
              Add Balance
            </StepLink>
          }
        />
        <GetStartedStep
          number={3}
          state={keyState}
          title="Create an API key"
          text="Name it after the place it will live in, such as “Production”."
          action={
            <StepLink to={`${paths.apiKeys}${CREATE_KEY_HASH}`} state={keyState}>
              Create API Key
            </StepLink>
          }
        />
        <GetStartedStep
          number={4}
          state={requestState}
          title="Make your first request"
          text="Send the key in the Authorization header. Your usage appears here within seconds."
        >
          <FirstRequest />
          {requestState === "current" && (
            <p role="status" className="mt-3 flex items-center gap-2 text-caption text-ink-2">
              <Spinner className="text-ink-3" />
              {WAITING_FOR_REQUEST}
            </p>
          )}
        </GetStartedStep>
      </ol>
    </Card>
  );
}
