import { Link } from "@remix-run/react";
import BellRing from "lucide-react/icons/bell-ring";
import CircleCheck from "lucide-react/icons/circle-check";
import CirclePause from "lucide-react/icons/circle-pause";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import CreditCard from "lucide-react/icons/credit-card";
import Gauge from "lucide-react/icons/gauge";
import KeyRound from "lucide-react/icons/key-round";
import MapPin from "lucide-react/icons/map-pin";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import UserPlus from "lucide-react/icons/user-plus";
import { cn } from "#app/lib/class-names.ts";
import { formatFullMoment, formatRelative } from "#app/lib/format.ts";
import type { Notification } from "#core/contract/notifications.ts";
import { notificationPath } from "./messages.ts";

const WARNING = "bg-warning-soft text-warning-ink";
const STYLES = {
  low_balance: { Icon: TriangleAlert, tone: WARNING },
  spend_alert: { Icon: BellRing, tone: WARNING },
  payment_pending: { Icon: Clock, tone: "bg-accent-soft text-accent-ink" },
  payment_received: { Icon: CircleCheck, tone: "bg-success-soft text-success-ink" },
  payment_failed: { Icon: CircleX, tone: "bg-danger-soft text-danger-ink" },
  auto_top_up: { Icon: CreditCard, tone: "bg-accent-soft text-accent-ink" },
  key_expiring: { Icon: KeyRound, tone: WARNING },
  budget_reached: { Icon: Gauge, tone: WARNING },
  key_refused: { Icon: CirclePause, tone: WARNING },
  new_sign_in: { Icon: MapPin, tone: "bg-accent-soft text-accent-ink" },
  invitation_accepted: { Icon: UserPlus, tone: "bg-fill text-ink-2" },
  security_changed: { Icon: ShieldCheck, tone: WARNING },
};

type NotificationRowProps = { notification: Notification; onChoose: () => void };

export function NotificationRow({ notification, onChoose }: NotificationRowProps) {
  const { kind, title, text, created_at, read_at } = notification;
  const { Icon, tone } = STYLES[kind];
  const unread = read_at === null;
  return (
    <li>
      <Link
        to={notificationPath(notification)}
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
