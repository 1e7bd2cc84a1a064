import { Smartphone } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { failureMessage } from "#app/features/auth/failure-message.ts";
import { formatDate } from "#app/lib/format.ts";
import type { AccountUser } from "./account-user.ts";
import { homeOf } from "./focus-home.ts";
import { LoadFailed } from "./load-failed.tsx";
import { accountMessages } from "./messages.ts";
import { TurnOffDialog } from "./turn-off-dialog.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";
import { useAccountUser } from "./use-account-user.ts";
import { useEnrol } from "./use-two-factor.ts";

/** Not set up, being set up, or on: as the provider's list of factors has it. */
export function TwoFactorCard() {
  const { data: user, isError, error, isFetching, refetch } = useAccountUser();
  const { mutate, data: enrolment, reset, isPending, error: failure } = useEnrol();
  const card = useRef<HTMLElement>(null);
  if (isError && !user) {
    return (
      <Card>
        <LoadFailed error={error} busy={isFetching} onRetry={() => refetch()} />
      </Card>
    );
  }
  function close() {
    reset();
    homeOf(card.current)?.focus();
  }
  return (
    <Card ref={card}>
      <Header user={user} />
      {failure && (
        <Alert tone="danger" className="mx-5 mt-4 max-lg:mx-4">
          {failureMessage(failure, accountMessages.enrolFailed)}
        </Alert>
      )}
      {enrolment ? (
        <TwoFactorSetup enrolment={enrolment} onClose={close} />
      ) : (
        <Foot>
          {user ? (
            <Action user={user} busy={isPending} onSetUp={() => mutate()} />
          ) : (
            <Skeleton className="h-8 w-20 rounded-control max-lg:h-9" />
          )}
        </Foot>
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
      {user ? <Status on={user.factor !== null} /> : <Skeleton className="h-5 w-18" />}
    </header>
  );
}

const Status = ({ on }: { on: boolean }) =>
  on ? <Badge tone="success">On</Badge> : <Badge>Not set up</Badge>;

const Foot = ({ children }: { children: ReactNode }) => (
  <div className="flex items-center justify-end px-5 py-3 max-lg:px-4">{children}</div>
);

interface ActionProps {
  user: AccountUser;
  busy: boolean;
  onSetUp(): void;
}

function Action({ user, busy, onSetUp }: ActionProps) {
  if (user.factor) return <TurnOffDialog factorId={user.factor.id} askCode={!user.secondStepPassed} />;
  return (
    <Button size="sm" busy={busy} onClick={onSetUp}>
      {busy ? "Setting up…" : "Set up"}
    </Button>
  );
}
