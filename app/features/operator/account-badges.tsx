import Ban from "lucide-react/icons/ban";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import CircleOff from "lucide-react/icons/circle-off";
import CircleStop from "lucide-react/icons/circle-stop";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Badge } from "#app/components/ui/badge.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatDollars, formatExactDollars } from "#app/lib/format.ts";
import type { AccountStatus, OperatorAccountItem } from "#core/contract/operator.ts";
import { STATUS_LABELS } from "./texts.ts";

const TONES = {
  active: "success",
  stopped: "warning",
  suspended: "danger",
  closed: "neutral",
} as const satisfies Record<AccountStatus, string>;

const ICONS: Record<AccountStatus, typeof Ban | null> = {
  active: null,
  stopped: CircleStop,
  suspended: Ban,
  closed: CircleOff,
};

export function StatusBadge({ status }: { status: AccountStatus }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={TONES[status]} className="align-middle">
      {Icon ? (
        <Icon aria-hidden="true" />
      ) : (
        <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
      )}
      {STATUS_LABELS[status]}
    </Badge>
  );
}

type BalanceProps = Pick<OperatorAccountItem, "balance" | "balance_is_low">;

/** A true minus, like the ledger's amounts. */
export const signedDollars = (amount: number) =>
  amount < 0 ? `−${formatDollars(-amount)}` : formatDollars(amount);

export function BalanceAmount({ balance, balance_is_low }: BalanceProps) {
  const mark =
    balance < 0
      ? { Icon: CircleAlert, text: "Negative balance", look: "text-danger-ink" }
      : balance_is_low
        ? { Icon: TriangleAlert, text: "Low balance", look: "text-warning-ink" }
        : null;
  return (
    <span
      className={cn("inline-flex items-center gap-1.5 tabular-nums", mark?.look)}
      title={formatExactDollars(balance)}
    >
      {mark && (
        <>
          <mark.Icon className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="sr-only">{mark.text} </span>
        </>
      )}
      {signedDollars(balance)}
    </span>
  );
}
