import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { accountUserQuery } from "#app/features/account/queries.ts";
import { balanceQuery } from "#app/features/balance/queries.ts";
import { AwaitedResponse } from "#app/features/keys/awaited-response.tsx";
import { apiKeysQuery } from "#app/features/keys/queries.ts";
import { FirstRequest } from "#app/features/keys/sample-request.tsx";
import { readStoredSession } from "#app/lib/auth/stored-session.ts";
import { lazily } from "#app/lib/format.ts";
import { CREATE_KEY_HASH, CREATE_TEST_KEY_HASH, paths } from "#app/lib/paths.ts";
import { TOP_UP_AMOUNTS_DOLLARS } from "#core/domain/products.ts";
import { ConfirmEmailStep, GetStartedStep, StepLink } from "./get-started-steps.tsx";
import { WAITING_FOR_REQUEST } from "./messages.ts";
import { type Onboarding, type StepState, stepStates } from "./onboarding.ts";

const STEPS = 4;
/** A step may have been taken elsewhere. */
const AFTER_RETURN = { refetchOnWindowFocus: true };
const amounts = lazily(() =>
  new Intl.ListFormat("en-US", { type: "disjunction" }).format(
    TOP_UP_AMOUNTS_DOLLARS.map((amount) => `$${amount}`),
  ),
);

export function GetStarted({ funded, hasKey }: Onboarding) {
  useQuery({ ...apiKeysQuery, ...AFTER_RETURN });
  useQuery({ ...balanceQuery, ...AFTER_RETURN });
  const confirmed = useEmailConfirmed();
  const [emailState, keyState, requestState, balanceState] = stepStates([confirmed, hasKey, false, funded]);
  return (
    <Card className="mb-6 max-lg:mb-3">
      <Header done={Number(confirmed) + Number(funded) + Number(hasKey)} />
      <ol>
        <ConfirmEmailStep state={emailState} />
        <GetStartedStep number={2} state={keyState} {...createKeyStep(funded, keyState)} />
        <GetStartedStep
          number={3}
          state={requestState}
          title="Make your first request"
          text="Send the key in the Authorization header. Your usage appears here within seconds."
        >
          <FirstRequest />
          {requestState === "current" && <AwaitedResponse waitingText={WAITING_FOR_REQUEST} />}
        </GetStartedStep>
        <GetStartedStep
          number={4}
          state={balanceState}
          title="Add funds"
          text={`Requests to models draw on a prepaid balance in US dollars. Start with ${amounts()}.`}
          action={
            <StepLink to={paths.addBalance} state={balanceState}>
              Add Funds
            </StepLink>
          }
        />
      </ol>
    </Card>
  );
}

/** Without a balance, the way to a first response is a test key. */
function createKeyStep(funded: boolean, state: StepState) {
  const link = (to: string, label: string) => (
    <StepLink to={`${paths.apiKeys}${to}`} state={state}>
      {label}
    </StepLink>
  );
  if (funded || state === "done") {
    return {
      title: "Create an API key",
      text: "Name it after where you’ll use it, such as “Production”.",
      action: link(CREATE_KEY_HASH, "Create API Key"),
    };
  }
  return {
    title: "Create a test key",
    text: "It’s free and returns simulated responses, so you don’t need a balance yet.",
    action: link(CREATE_TEST_KEY_HASH, "Create Test Key"),
  };
}

function Header({ done }: { done: number }) {
  return (
    <header className="flex items-center justify-between gap-4 border-b px-5 py-4 max-lg:px-4">
      <div>
        <h2 className="text-body font-medium">Get started</h2>
        <p className="mt-0.5 text-caption text-ink-3">From sign-up to your first response</p>
      </div>
      <div className="flex items-center gap-3">
        <span className="text-caption whitespace-nowrap text-ink-2 tabular-nums">
          {done} of {STEPS}
        </span>
        <Progress value={(done / STEPS) * 100} aria-label="Steps completed" className="w-24 max-sm:w-12" />
      </div>
    </header>
  );
}

/** Asks the identity provider only if the stored session, which may be older than the confirmation, lacks it. */
function useEmailConfirmed(): boolean {
  const [stored] = useState(() => typeof readStoredSession()?.user.email_confirmed_at === "string");
  const { data } = useQuery({ ...accountUserQuery, ...AFTER_RETURN, enabled: !stored });
  return stored || data?.emailConfirmed === true;
}
