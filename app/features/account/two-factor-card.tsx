import { useQuery, useQueryClient } from "@tanstack/react-query";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef, useState } from "react";
import { ConfirmDialog, ConfirmForm } from "#app/components/confirm-dialog.tsx";
import { FailedCard } from "#app/components/load-failure.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { CodeInput } from "#app/components/ui/code-input.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { isSixDigits } from "#app/features/auth/second-factor.ts";
import { focusScope } from "#app/lib/focus-scope.ts";
import { formatDate } from "#app/lib/format.ts";
import { toast } from "#app/lib/toast.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import type { AccountUser } from "./account-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery } from "./queries.ts";
import { type Enrollment, enroll, turnOff } from "./two-factor.ts";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

const TURN_OFF_BUTTON = (
  <Button size="sm" className={QUIET_DANGER}>
    Turn off
  </Button>
);

export function TwoFactorCard() {
  const query = useQuery(accountUserQuery);
  const user = query.data;
  const factorId = user?.factor?.id;
  const { submit, busy, failure } = useSubmit(accountMessages.enrollFailed);
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const card = useRef<HTMLElement>(null);
  if (query.isError && !user) return <FailedCard query={query} title={accountMessages.loadFailed} />;
  const setUp = () => void submit(async () => setEnrollment(await enroll()));
  function close() {
    setEnrollment(null);
    focusScope(card.current)?.focus();
  }
  return (
    <Card ref={card}>
      <Header user={user} />
      {failure && (
        <Alert tone="danger" className="mx-5 mt-4 max-lg:mx-4">
          {failure}
        </Alert>
      )}
      {enrollment ? (
        <TwoFactorSetup enrollment={enrollment} onClose={close} />
      ) : (
        <div className="flex items-center justify-end px-5 py-3 max-lg:px-4">
          {!user ? (
            <Skeleton className="h-8 w-20 rounded-control max-lg:h-9" />
          ) : factorId ? (
            <ConfirmDialog trigger={TURN_OFF_BUTTON}>
              {(done) => <TurnOffForm factorId={factorId} askCode={!user.secondStepPassed} onDone={done} />}
            </ConfirmDialog>
          ) : (
            <Button size="sm" busy={busy} onClick={setUp}>
              {busy ? "Setting up…" : "Set up"}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function Header({ user }: { user: AccountUser | undefined }) {
  return (
    <header className="flex items-center justify-between gap-4 border-b px-5 py-4 max-lg:px-4">
      <div className="flex items-center gap-3">
        <Smartphone className="size-5 shrink-0 text-ink-3" aria-hidden="true" />
        <div>
          <h3 className="text-body font-medium">Authenticator app</h3>
          <p className="text-caption text-ink-3">
            {user?.factor
              ? `On since ${formatDate(user.factor.created_at)}`
              : "A 6-digit code at every sign-in"}
          </p>
        </div>
      </div>
      {!user ? (
        <Skeleton className="h-5 w-18" />
      ) : user.factor ? (
        <Badge tone="success">On</Badge>
      ) : (
        <Badge>Not set up</Badge>
      )}
    </header>
  );
}

type TurnOffFormProps = { factorId: string; askCode: boolean; onDone: () => void };

function TurnOffForm({ factorId, askCode, onDone }: TurnOffFormProps) {
  const [code, setCode] = useState("");
  const queryClient = useQueryClient();
  function finish() {
    toast({ ...accountMessages.factorOff, tone: "success" });
    onDone();
  }
  return (
    <ConfirmForm
      title="Turn off two-factor authentication"
      description="You’ll no longer need a code to sign in. Remove the entry from your authenticator app too: it will no longer work."
      action={{ label: "Turn off", busyLabel: "Turning off…", fallback: accountMessages.turnOffFailed }}
      ready={!askCode || isSixDigits(code)}
      onConfirm={() => turnOff(factorId, askCode ? code : null, queryClient)}
      onDone={finish}
    >
      {askCode && (
        <Field label="Code from your authenticator app" className="mt-5">
          <CodeInput name="code" value={code} onValueChange={setCode} autoFocus />
        </Field>
      )}
    </ConfirmForm>
  );
}
