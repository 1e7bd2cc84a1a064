import { Monitor } from "lucide-react";
import { Badge } from "#app/components/ui/badge.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { formatDate, formatRelative } from "#app/lib/format.ts";
import type { AccountSession } from "#core/contract/identity.ts";
import { accountMessages } from "./messages.ts";
import { quietDanger } from "./quiet-danger.ts";

interface SessionRowProps {
  session: AccountSession;
  busy: boolean;
  onEnd(): void;
}

export function SessionRow({ session, busy, onEnd }: SessionRowProps) {
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
            Active <LastActive at={session.last_active_at} />
          </span>
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        className={quietDanger}
        aria-label={`Sign out ${device}`}
        busy={busy}
        onClick={onEnd}
      >
        Sign out
      </Button>
    </li>
  );
}

const LastActive = ({ at }: { at: string }) => (
  <time dateTime={at}>{formatRelative(at).replace(/^Just now$/, "just now")}</time>
);
