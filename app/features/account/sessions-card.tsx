import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { toast } from "#app/lib/toast.ts";
import type { AccountSession } from "#core/contract/identity.ts";
import { homeOf } from "./focus-home.ts";
import { LoadFailed } from "./load-failed.tsx";
import { accountMessages } from "./messages.ts";
import { SessionRow } from "./session-row.tsx";
import { SessionsSkeleton } from "./sessions-skeleton.tsx";
import { inOrder, SHOWN_AT_FIRST } from "./sessions-view.ts";
import { SignOutEverywhereDialog } from "./sign-out-everywhere-dialog.tsx";
import { useAccountSessions, useEndSession } from "./use-account-sessions.ts";

export function SessionsCard() {
  const { data: sessions, isError, error, isFetching, refetch } = useAccountSessions();
  const card = useRef<HTMLElement>(null);
  return (
    <Card ref={card}>
      {sessions ? (
        <SessionList sessions={inOrder(sessions)} onEnded={() => homeOf(card.current)?.focus()} />
      ) : isError ? (
        <LoadFailed error={error} busy={isFetching} onRetry={() => refetch()} />
      ) : (
        <SessionsSkeleton />
      )}
      <footer className="flex justify-end border-t px-5 py-3 max-lg:px-4">
        <SignOutEverywhereDialog />
      </footer>
    </Card>
  );
}

interface SessionListProps {
  sessions: AccountSession[];
  /** The button that ended it goes with its row. */
  onEnded(): void;
}

function SessionList({ sessions, onEnded }: SessionListProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables } = useEndSession();
  const end = (session: AccountSession) =>
    mutate(session, {
      onSuccess: () => {
        toast({ ...accountMessages.sessionEnded, tone: "success" });
        onEnded();
      },
      onError: () => toast({ ...accountMessages.sessionEndFailed, tone: "danger" }),
    });
  function showAll() {
    flushSync(() => setAll(true));
    // The button is gone; the reader goes on at the first row that it brought.
    list.current?.querySelectorAll<HTMLElement>("li")[SHOWN_AT_FIRST]?.focus();
  }
  return (
    <>
      <ul ref={list} className="divide-y">
        {sessions.slice(0, all ? undefined : SHOWN_AT_FIRST).map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={isPending && variables.id === session.id}
            onEnd={() => end(session)}
          />
        ))}
      </ul>
      {!all && sessions.length > SHOWN_AT_FIRST && (
        <div className="border-t px-5 py-2 max-lg:px-4">
          <Button variant="link" size="sm" onClick={showAll}>
            Show all {sessions.length} sessions
          </Button>
        </div>
      )}
    </>
  );
}
