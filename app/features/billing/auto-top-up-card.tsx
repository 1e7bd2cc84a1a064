import CircleX from "lucide-react/icons/circle-x";
import { useId } from "react";
import { AmountField } from "#app/components/amount-field.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field } from "#app/components/ui/field.tsx";
import { Select } from "#app/components/ui/select.tsx";
import { Loading, Skeleton } from "#app/components/ui/skeleton.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import { formatDollars } from "#app/lib/format.ts";
import type { AutoTopUp } from "#core/contract/auto-top-up.ts";
import { MINIMUM_THRESHOLD } from "#core/domain/auto-top-up.ts";
import { AutoTopUpAlert } from "./auto-top-up-alert.tsx";
import { chargeSentence } from "./charge-dialog.tsx";
import { settingsMessages } from "./messages.ts";
import { AMOUNT_CHOICES } from "./settings-draft.ts";
import type { Settings } from "./settings-form.ts";
import { monthEnding, resetDay, STATE_BADGES } from "./settings-view.ts";
import { TopUpHistory } from "./top-up-history.tsx";
import { UsedLine } from "./used-line.tsx";

export const AutoTopUpCard = ({ settings }: { settings: Settings }) => (
  <QueryState
    query={settings.autoTopUp}
    failed={{ title: settingsMessages.autoTopUpFailed, variant: "card" }}
  >
    {(data) => (
      <Card>
        <Heading data={data} settings={settings} />
        {data && <AutoTopUpAlert autoTopUp={data} balance={settings.balance.data} />}
        <Terms data={data} settings={settings} />
        {settings.charge && (
          <div className="mb-5 border-y px-5 py-4 max-lg:mb-4 max-lg:px-4">
            <Alert tone="warning">{chargeSentence(settings.charge)}</Alert>
          </div>
        )}
        <div className="px-5 pb-5 max-lg:px-4 max-lg:pb-4">
          <Added data={data} />
          <p className="mt-2.5 text-caption text-ink-3">{settingsMessages.rules}</p>
        </div>
        <TopUpHistory />
      </Card>
    )}
  </QueryState>
);

const Added = ({ data }: Pick<PartProps, "data">) =>
  data ? (
    <UsedLine
      label={`Added automatically in ${monthEnding(data.resets_at)}`}
      used={data.added_this_month}
      limit={data.monthly_limit}
    />
  ) : (
    <Loading label="Loading auto top-up">
      <Skeleton className="h-7 w-full" />
    </Loading>
  );

type PartProps = { data: AutoTopUp | undefined; settings: Settings };

function Heading({ data, settings: { fields, form } }: PartProps) {
  const noteId = useId();
  const canTurnOn = data?.payment_method?.supports_auto_top_up === true;
  return (
    <header className="flex items-start justify-between gap-4 p-5 max-lg:p-4">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-body font-medium">{settingsMessages.sections.autoTopUp.title}</h3>
          {data && <StateBadge state={data.state} />}
        </div>
        <p id={noteId} className="mt-0.5 text-small text-ink-2">
          {data ? noteOf(data, fields.enabled) : settingsMessages.purpose}
        </p>
      </div>
      <Switch
        aria-label={settingsMessages.sections.autoTopUp.title}
        aria-describedby={noteId}
        checked={fields.enabled}
        disabled={!canTurnOn && !fields.enabled}
        onCheckedChange={(enabled) => form.edit({ enabled })}
      />
    </header>
  );
}

function noteOf({ enabled, payment_method }: AutoTopUp, chosen: boolean): string {
  if (enabled !== chosen) return chosen ? settingsMessages.onAfterSave : settingsMessages.offAfterSave;
  if (payment_method === null) return `${settingsMessages.purpose} ${settingsMessages.needsCard}`;
  return settingsMessages.purpose;
}

function StateBadge({ state }: Pick<AutoTopUp, "state">) {
  const { label, tone } = STATE_BADGES[state];
  return (
    <Badge tone={tone}>
      {state === "stopped" ? <CircleX aria-hidden="true" /> : <Dot />}
      {label}
    </Badge>
  );
}

const Dot = () => <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />;

function Terms({ data, settings: { fields, form } }: PartProps) {
  return (
    <div className="grid grid-cols-3 gap-4 border-t p-5 max-lg:p-4 max-sm:grid-cols-1">
      <AmountField
        size="md"
        name="threshold"
        label="When balance falls below"
        hint={`At least ${formatDollars(MINIMUM_THRESHOLD)}`}
        amount={fields.threshold}
        disabled={!data}
        error={form.errorOf("threshold")}
        onChange={(threshold) => form.edit({ threshold })}
        onLeave={() => form.touch("threshold")}
      />
      <Field label="Add" hint="$25, $50 or $199" error={form.errorOf("amount")}>
        <Select
          aria-label="Add"
          value={fields.amount}
          choices={AMOUNT_CHOICES}
          onValueChange={(amount) => form.edit({ amount })}
          className="border-control shadow-none max-sm:h-11"
        />
      </Field>
      <AmountField
        size="md"
        name="monthlyLimit"
        label="At most, per month"
        hint={data ? `Resets on ${resetDay(data.resets_at)} (UTC)` : "Resets every month"}
        amount={fields.monthlyLimit}
        disabled={!data}
        error={form.errorOf("monthlyLimit")}
        onChange={(monthlyLimit) => form.edit({ monthlyLimit })}
        onLeave={() => form.touch("monthlyLimit")}
      />
    </div>
  );
}
