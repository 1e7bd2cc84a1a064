import { Link, useSearchParams } from "@remix-run/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Smartphone from "lucide-react/icons/smartphone";
import { useRef, useState } from "react";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { FormFailure } from "#app/components/form-failure.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { cn } from "#app/lib/class-names.ts";
import { focusScope } from "#app/lib/focus-scope.ts";
import { formatDate } from "#app/lib/format.ts";
import { RETURN_PARAMETER, safeReturnPath } from "#app/lib/paths.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import type { AccountUser } from "./account-user.ts";
import { accountMessages } from "./messages.ts";
import { accountUserQuery, recoveryCodesQuery } from "./queries.ts";
import { RecoveryCodesPanel } from "./recovery-codes-panel.tsx";
import { type Enrollment, enroll, newRecoveryCodes, turnOff } from "./two-factor.ts";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

const CODES = accountMessages.recoveryCodes;

const TURN_OFF_BUTTON = (
  <Button size="sm" className={QUIET_DANGER}>
    Turn off
  </Button>
);

export const TwoFactorCard = () => (
  <QueryState
    query={useQuery(accountUserQuery)}
    failed={{ title: accountMessages.loadFailed, variant: "card" }}
  >
    {(user) => <TwoFactor user={user} />}
  </QueryState>
);

/** `user` is undefined while it loads. */
function TwoFactor({ user }: { user: AccountUser | undefined }) {
  const queryClient = useQueryClient();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const setUp = useAction(async () => setEnrollment(await enroll()), {
    fallback: accountMessages.enrollFailed,
  });
  const create = useAction(async () => setCodes(await newRecoveryCodes(queryClient)), {
    fallback: CODES.failed,
  });
  const card = useRef<HTMLElement>(null);
  function close() {
    setEnrollment(null);
    setCodes(null);
    focusScope(card.current)?.focus();
  }
  function finishSetUp() {
    close();
    void create.run();
  }
  return (
    <Card ref={card}>
      <Header user={user} />
      <FormFailure message={setUp.failure ?? create.failure} className="mx-5 mt-4 max-lg:mx-4" />
      {user && !enrollment && !codes && <ReturnNotice isOn={user.factor !== null} />}
      {codes && user?.factor ? (
        <RecoveryCodesPanel codes={codes} onDone={close} />
      ) : enrollment ? (
        <TwoFactorSetup enrollment={enrollment} onDone={finishSetUp} onCancel={close} />
      ) : user?.factor ? (
        <FactorActions creating={create.busy} onCreate={() => void create.run()} onCodes={setCodes} />
      ) : (
        <div className="flex items-center justify-end px-5 py-3 max-lg:px-4">
          {user ? (
            <Button size="sm" busy={setUp.busy} onClick={() => void setUp.run()}>
              {setUp.busy ? "Setting up…" : "Set up"}
            </Button>
          ) : (
            <Loading label="Loading two-factor authentication">
              <Skeleton className="h-8 w-20 rounded-control max-lg:h-9" />
            </Loading>
          )}
        </div>
      )}
    </Card>
  );
}

/** For a reader who was sent here because another page demands a second factor. */
function ReturnNotice({ isOn }: { isOn: boolean }) {
  const [search] = useSearchParams();
  if (!search.has(RETURN_PARAMETER)) return null;
  return (
    <Alert tone={isOn ? "success" : "info"} className="mx-5 mt-4 max-lg:mx-4">
      {isOn ? accountMessages.factorContinue : accountMessages.factorNeeded}
      {isOn && (
        <Button asChild size="sm" className="mt-2.5 flex w-fit">
          <Link to={safeReturnPath(search.get(RETURN_PARAMETER))}>Continue</Link>
        </Button>
      )}
    </Alert>
  );
}

interface FactorActionsProps {
  creating: boolean;
  onCreate: () => void;
  onCodes: (codes: readonly string[]) => void;
}

function FactorActions({ creating, onCreate, onCodes }: FactorActionsProps) {
  const query = useQuery(recoveryCodesQuery);
  const { data, error, refetch } = query;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 max-lg:px-4">
      <div className={cn("min-w-0 text-small", data?.left === 0 ? "text-warning-ink" : "text-ink-2")}>
        <QueryState
          query={query}
          loading="Loading recovery codes"
          skeleton={<Skeleton className="h-4 w-36" />}
          failed={() => CODES.unknown}
        >
          {({ left }) => CODES.left(left)}
        </QueryState>
      </div>
      <div className="flex gap-2">
        {error && !data ? (
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        ) : data && data.left > 0 ? (
          <ConfirmDialog trigger={<Button size="sm">New codes</Button>}>
            {(done) => <ReplaceCodesForm onDone={done} onCodes={onCodes} />}
          </ConfirmDialog>
        ) : (
          <Button size="sm" busy={creating} disabled={!data} onClick={onCreate}>
            {creating ? "Creating…" : "Create codes"}
          </Button>
        )}
        <ConfirmDialog trigger={TURN_OFF_BUTTON}>{(done) => <TurnOffForm onDone={done} />}</ConfirmDialog>
      </div>
    </div>
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

type ReplaceCodesFormProps = Pick<FactorActionsProps, "onCodes"> & { onDone: () => void };

function ReplaceCodesForm({ onDone, onCodes }: ReplaceCodesFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    send: () => newRecoveryCodes(queryClient),
    onSent: (codes) => {
      onDone();
      onCodes(codes);
    },
    fallback: CODES.failed,
  });
  const action = { label: "Create new codes", busyLabel: "Creating…" };
  return <Confirmation form={form} {...CODES.replace} action={action} />;
}

function TurnOffForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: {},
    send: () => turnOff(queryClient),
    notice: accountMessages.factorOff,
    onSent: onDone,
    fallback: accountMessages.turnOffFailed,
  });
  return (
    <Confirmation
      form={form}
      title="Turn off two-factor authentication"
      description="You’ll no longer need a code to sign in. Remove the entry from your authenticator app too: it will no longer work. Your recovery codes stop working as well."
      action={{ label: "Turn off", busyLabel: "Turning off…" }}
    />
  );
}
