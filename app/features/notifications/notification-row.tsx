import { Link } from "@remix-run/react";
import { cn } from "#app/lib/class-names.ts";
import { formatFullMoment, formatRelative } from "#app/lib/format.ts";
import type { Notification } from "#core/contract/notifications.ts";
import { KINDS } from "./kinds.ts";

type NotificationRowProps = { notification: Notification; onChoose: () => void };

export function NotificationRow({ notification, onChoose }: NotificationRowProps) {
  const { kind, title, text, subject, created_at, read_at } = notification;
  const { Icon, tone, path } = KINDS[kind];
  const unread = read_at === null;
  return (
    <li>
      <Link
        to={path(subject)}
        onClick={onChoose}
        className="flex gap-3 px-4 py-3.5 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <span className={cn("mt-0.5 grid size-7 shrink-0 place-items-center rounded-full", tone)}>
          <Icon className="size-3.5" aria-hidden="true" />
        </span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className={cn("block text-small", unread ? "font-medium" : "text-ink-2")}>{title}</span>
          <span className="mt-0.5 block text-caption text-ink-2">{text}</span>
          <time
            dateTime={created_at}
            title={formatFullMoment(created_at)}
            className="mt-1 block text-caption text-ink-3 tabular-nums"
          >
            {formatRelative(created_at)}
          </time>
        </span>
        {unread && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </Link>
    </li>
  );
}
