import type { LucideIcon } from "lucide-react";
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
import { paths } from "#app/lib/paths.ts";
import type { NotificationKind, OptionalKind } from "#core/domain/notifications.ts";

interface Kind {
  Icon: LucideIcon;
  tone: string;
  /** The page that it leads to, for the key or payment that it is about, if any. */
  path: (subject: string | null) => string;
}

/** A kind that can be turned off, as the settings name it. */
interface Optional extends Kind {
  title: string;
  description: string;
}

const ACCENT = "bg-accent-soft text-accent-ink";
const WARNING = "bg-warning-soft text-warning-ink";

const receipt = (order: string | null) => (order === null ? paths.billing : paths.receipt(order));
const keyUsage = (key: string | null) => (key === null ? paths.apiKeys : paths.keyUsage(key));

export const OPTIONAL: Record<OptionalKind, Optional> = {
  low_balance: {
    title: "Low balance",
    description: "Your balance falls below the amount in your billing settings.",
    Icon: TriangleAlert,
    tone: WARNING,
    path: () => paths.addBalance,
  },
  spend_alert: {
    title: "Spend alert",
    description: "A month’s spend reaches an amount in your billing settings.",
    Icon: BellRing,
    tone: WARNING,
    path: () => paths.spendAlerts,
  },
  payment_pending: {
    title: "Payment pending",
    description: "A payment by bank is on its way, and isn’t in your balance yet.",
    Icon: Clock,
    tone: ACCENT,
    path: receipt,
  },
  payment_received: {
    title: "Payment received",
    description: "A payment has arrived.",
    Icon: CircleCheck,
    tone: "bg-success-soft text-success-ink",
    path: receipt,
  },
  payment_failed: {
    title: "Payment failed",
    description: "A payment didn’t go through.",
    Icon: CircleX,
    tone: "bg-danger-soft text-danger-ink",
    path: () => paths.addBalance,
  },
  auto_top_up: {
    title: "Auto top-up",
    description: "Your saved card is charged, declined or removed, or a charge needs your confirmation.",
    Icon: CreditCard,
    tone: ACCENT,
    path: (order) => (order === null ? paths.billingSettings : paths.autoTopUpCharge(order)),
  },
  key_expiring: {
    title: "Key expiring",
    description: "A key expires in a week, and again in a day.",
    Icon: KeyRound,
    tone: WARNING,
    path: () => paths.apiKeys,
  },
  budget_reached: {
    title: "Budget reached",
    description: "A key has used 80% or 100% of a budget.",
    Icon: Gauge,
    tone: WARNING,
    path: keyUsage,
  },
  key_refused: {
    title: "Key refused",
    description: "A key’s requests start being refused, and the cause lasts until you act.",
    Icon: CirclePause,
    tone: WARNING,
    path: keyUsage,
  },
  new_sign_in: {
    title: "New sign-in",
    description: "Someone signs in to your account from a new place.",
    Icon: MapPin,
    tone: ACCENT,
    path: () => `${paths.profile}#sessions`,
  },
  invitation_accepted: {
    title: "Invitation accepted",
    description: "Someone you invited has joined.",
    Icon: UserPlus,
    tone: "bg-fill text-ink-2",
    path: () => paths.userManagement,
  },
};

export const KINDS: Record<NotificationKind, Kind> = {
  ...OPTIONAL,
  security_changed: {
    Icon: ShieldCheck,
    tone: WARNING,
    path: () => `${paths.activity}?kind=access`,
  },
};
