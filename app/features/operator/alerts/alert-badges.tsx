import BellOff from "lucide-react/icons/bell-off";
import { Badge } from "#app/components/ui/badge.tsx";
import type { AlertRuleItem } from "#core/contract/operator-alerts.ts";

const STATES = {
  ok: { tone: "success", label: "OK" },
  firing: { tone: "danger", label: "Firing" },
  muted: { tone: "neutral", label: "Muted" },
  closed: { tone: "neutral", label: "Closed" },
  failing: { tone: "danger", label: "Failing" },
} as const satisfies Record<AlertRuleItem["state"] | "closed" | "failing", object>;

/** Of a rule, an alert or a destination. */
export function RuleState({ state }: { state: keyof typeof STATES }) {
  const { tone, label } = STATES[state];
  return (
    <Badge tone={tone} className="align-middle">
      {state === "muted" ? (
        <BellOff aria-hidden="true" />
      ) : (
        <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
      )}
      {label}
    </Badge>
  );
}
