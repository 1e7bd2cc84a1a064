import { CopyIconButton } from "#app/components/copy-button.tsx";
import { Description, DescriptionList } from "#app/components/description-list.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card, CardTitle } from "#app/components/ui/card.tsx";
import { Progress } from "#app/components/ui/progress.tsx";
import { cn } from "#app/lib/class-names.ts";
import { formatPercent, formatPrice } from "#app/lib/format.ts";
import type { OperatorAccountResponse } from "#core/contract/operator.ts";
import { planUntilText, planUseText } from "./plan-view.ts";

type CardProps = { account: OperatorAccountResponse; className: string };

const METHODS: Record<string, string> = { email: "Email", google: "Google", github: "GitHub" };
const UNKNOWN = "Unknown";
const NEAR_LIMIT_PERCENT = 90;

export function IdentityCard({ account, className }: CardProps) {
  const { identity, email, user_id } = account;
  return (
    <Card className={cn("px-5 pt-4 pb-2 max-lg:px-4", className)}>
      <CardTitle className="mb-1">Identity</CardTitle>
      <DescriptionList>
        <Description label="Email">{email}</Description>
        <Description label="Sign-in">{identity ? methodsText(identity.methods) : UNKNOWN}</Description>
        <Description label="Two-factor">
          {identity ? (identity.two_factor ? "On" : "Off") : UNKNOWN}
        </Description>
        <Description label="User ID">
          <span className="-my-1 flex items-center justify-end gap-1">
            <span className="truncate font-mono text-mono" title={user_id}>
              {user_id}
            </span>
            <CopyIconButton label="Copy user ID" text={async () => user_id} />
          </span>
        </Description>
      </DescriptionList>
      {identity === null && (
        <p className="pb-2 text-caption text-ink-3">
          The identity provider doesn’t respond, or the user was deleted.
        </p>
      )}
    </Card>
  );
}

const methodsText = (methods: readonly string[] | null) =>
  methods === null ? UNKNOWN : methods.map((method) => METHODS[method] ?? method).join(", ") || "None";

export function PlanCard({ account, className }: CardProps) {
  const { plan, requests_used, requests_limit, auto_top_up, spending_limits } = account;
  const percent = requests_limit === null ? null : (100 * requests_used) / requests_limit;
  const label = plan === "Free" ? "Requests today" : "Requests this month";
  return (
    <Card className={cn("px-5 pt-4 pb-2 max-lg:px-4", className)}>
      <div className="flex items-center justify-between gap-3">
        <CardTitle>Plan and limits</CardTitle>
        <Badge>{plan}</Badge>
      </div>
      <div className="mt-2.5 flex justify-between text-caption text-ink-2">
        <span>{label}</span>
        {percent !== null && (
          <span className="font-medium text-ink tabular-nums">{formatPercent(percent, 0)}</span>
        )}
      </div>
      {percent !== null && (
        <Progress
          value={percent}
          aria-label={label}
          className="mt-1.5"
          tone={percent >= NEAR_LIMIT_PERCENT ? "warning" : "accent"}
        />
      )}
      <p className="mt-1.5 mb-1 text-caption text-ink-3 tabular-nums">{planUseText(account)}</p>
      <DescriptionList>
        <Description label="Valid until">{planUntilText(account)}</Description>
        <Description label="Auto top-up">{auto_top_up ? "On" : "Off"}</Description>
        <Description label="Spending limit">{limitsText(spending_limits)}</Description>
      </DescriptionList>
    </Card>
  );
}

const limitsText = (limits: OperatorAccountResponse["spending_limits"]) =>
  limits.map(({ period, amount }) => `${formatPrice(amount)} per ${period}`).join(", ") || "None";
