import { useQuery, useQueryClient } from "@tanstack/react-query";
import Monitor from "lucide-react/icons/monitor";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Confirmation, ConfirmDialog } from "#app/components/confirm-dialog.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button, QUIET_DANGER } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Skeleton } from "#app/components/ui/skeleton.tsx";
import { focusScope } from "#app/lib/focus-scope.ts";
import { formatDate, formatRelative } from "#app/lib/format.ts";
import { toast } from "#app/lib/toast.ts";
import { useAction, useForm } from "#app/lib/use-form.ts";
import type { AccountSession } from "#core/contract/identity.ts";
import { AlsoRevokeTokens, useRevokeAllTokens } from "./also-revoke-tokens.tsx";
import { accountMessages } from "./messages.ts";
import { accountSessionsQuery } from "./queries.ts";
import { endEverySession, endSession, inOrder } from "./sessions.ts";

const SHOWN_AT_FIRST = 5;

export function SessionsCard() {
  const card = useRef<HTMLElement>(null);
  return (
    <Card ref={card}>
      <QueryState
        query={useQuery(accountSessionsQuery)}
        loading="Loading sessions"
        skeleton={<SessionsSkeleton />}
        failed={accountMessages.loadFailed}
      >
        {(sessions) => (
          <SessionList sessions={inOrder(sessions)} onEnded={() => focusScope(card.current)?.focus()} />
        )}
      </QueryState>
      <footer className="flex justify-end border-t px-5 py-3 max-lg:px-4">
        <SignOutEverywhereDialog />
      </footer>
    </Card>
  );
}

function SessionList({ sessions, onEnded }: { sessions: AccountSession[]; onEnded: () => void }) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  function showAll() {
    flushSync(() => setAll(true));
    // The focused button is gone; the focus moves to the first row it revealed.
    list.current?.querySelectorAll<HTMLElement>("li")[SHOWN_AT_FIRST]?.focus();
  }
  return (
    <>
      <ul ref={list} className="divide-y">
        {sessions.slice(0, all ? undefined : SHOWN_AT_FIRST).map((session) => (
          <SessionRow key={session.id} session={session} onEnded={onEnded} />
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

function SessionRow({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
  const queryClient = useQueryClient();
  const { run: end, busy } = useAction(async () => {
    const ended = await endSession(session).then(
      () => true,
      () => false,
    );
    // Without a session, the query would itself lead to the sign-in page.
    if (!(ended && session.current)) await queryClient.invalidateQueries(accountSessionsQuery);
    if (!ended) return toast.failure(accountMessages.sessionEndFailed);
    toast.success(accountMessages.sessionEnded);
    // The focused button is gone with its row.
    onEnded();
  });
  const device = session.device ?? accountMessages.unknownDevice;
  return (
    <li
      tabIndex={-1}
      className="flex min-h-18 items-center gap-3 px-5 py-3 -outline-offset-2 last:rounded-b-card max-lg:px-4"
    >
      <Monitor className="size-5 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small font-medium">
          {device}
          {session.current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="mt-0.5 text-caption text-ink-3">
          {session.ip ?? accountMessages.unknownPlace} · Signed in{" "}
          <time dateTime={session.created_at}>{formatDate(session.created_at)}</time>
          <span className="max-sm:hidden"> · </span>
          <span className="whitespace-nowrap max-sm:block">
            Active{" "}
            {session.current ? (
              "now"
            ) : (
              <time dateTime={session.last_active_at}>
                {formatRelative(session.last_active_at).replace(/^Just now$/, "just now")}
              </time>
            )}
          </span>
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        className={QUIET_DANGER}
        aria-label={`Sign out ${device}`}
        busy={busy}
        onClick={() => void end()}
      >
        Sign out
      </Button>
    </li>
  );
}

/** Its rows are as high as the loaded ones. */
const SessionsSkeleton = () => (
  <div className="divide-y">
    {["first", "second"].map((row) => (
      <div key={row} className="flex h-18 items-center gap-3 px-5 max-lg:px-4">
        <Skeleton className="size-5" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3 w-64 max-w-full" />
        </div>
        <Skeleton className="h-4 w-14" />
      </div>
    ))}
  </div>
);

function SignOutEverywhereDialog() {
  const button = (
    <Button size="sm" className={QUIET_DANGER}>
      Sign out everywhere
    </Button>
  );
  return <ConfirmDialog trigger={button}>{(done) => <SignOutEverywhereForm onDone={done} />}</ConfirmDialog>;
}

function SignOutEverywhereForm({ onDone }: { onDone: () => void }) {
  const revokeTokens = useRevokeAllTokens();
  const form = useForm({
    initial: { tokensToo: false },
    /** The tokens first: afterwards there is no session to revoke them with. */
    send: async ({ tokensToo }) => {
      if (tokensToo) await revokeTokens();
      await endEverySession();
    },
    onSent: onDone,
    fallback: accountMessages.signOutFailed,
  });
  return (
    <Confirmation
      form={form}
      title="Sign out everywhere"
      description="This ends every session, including this one. Your API keys keep working."
      action={{ label: "Sign out everywhere", busyLabel: "Signing out…" }}
    >
      <AlsoRevokeTokens
        checked={form.draft.tokensToo}
        onChange={(tokensToo) => form.edit({ tokensToo })}
        className="mt-4"
      />
    </Confirmation>
  );
}
