import { Link } from "@remix-run/react";
import X from "lucide-react/icons/x";
import type { KeyboardEvent } from "react";
import { QueryState } from "#app/components/query-state.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Field, useFieldWiring } from "#app/components/ui/field.tsx";
import { formatSum, shortDollars } from "#app/lib/format.ts";
import { paths } from "#app/lib/paths.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import { MOST_SPEND_ALERTS } from "#core/domain/products.ts";
import { settingsMessages } from "./messages.ts";
import type { Settings } from "./settings-form.ts";
import { monthEnding, resetDay } from "./settings-view.ts";
import { alertProblem, alertsText, wantedAlerts } from "./spend-alerts-draft.ts";

const LINK =
  "relative rounded-tag font-medium text-accent-ink underline-offset-4 after:absolute after:-inset-2 hover:underline";

export const SpendAlertsCard = ({ settings }: { settings: Settings }) => (
  <QueryState query={settings.spendAlerts} failed={{ title: settingsMessages.alertsFailed, variant: "card" }}>
    {(data) => (
      <Card>
        <Field
          label={settingsMessages.alertsLabel}
          hint={settingsMessages.alertsHint}
          error={settings.form.errorOf("alert")}
          className="p-5 max-lg:p-4"
        >
          <Amounts settings={settings} disabled={!data} />
        </Field>
        <footer className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t px-5 py-2.5 text-caption text-ink-3 tabular-nums max-lg:px-4">
          <span>{data && stateText(settings.fields.alerts, data)}</span>
          <Link to={`${paths.profile}#notifications`} className={LINK}>
            {settingsMessages.notificationSettings}
          </Link>
        </footer>
      </Card>
    )}
  </QueryState>
);

const stateText = (alerts: readonly number[], data: SpendAlertsResponse) =>
  alerts.length > 0
    ? alertsText(alerts, data, resetDay)
    : `Spent in ${monthEnding(data.resets_at)}: ${formatSum(data.spent)}. Months are in UTC.`;

/** The amounts, each with a button that removes it, and a field for another one. */
function Amounts({ settings: { fields, form }, disabled }: { settings: Settings; disabled: boolean }) {
  const { alerts, alert } = fields;
  const wiring = useFieldWiring();
  const remove = (amount: number) => form.edit({ alerts: alerts.filter((each) => each !== amount) });
  /** Adds what was typed, or says why it can't be added. */
  function add() {
    if (alert.trim() === "" || alertProblem(fields) !== null) form.touch("alert");
    else form.edit({ alerts: wantedAlerts(fields), alert: "" });
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const last = alerts.at(-1);
    if (event.key === "Backspace" && alert === "" && last !== undefined) return remove(last);
    if (event.key !== "," && !(event.key === "Enter" && alert.trim() !== "")) return;
    event.preventDefault();
    add();
  }
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-control border border-control bg-surface px-2 py-1 outline-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input[aria-invalid=true]]:border-danger has-[input:disabled]:border-line has-[input:disabled]:bg-fill max-lg:min-h-10">
      {alerts.map((amount) => (
        <span
          key={amount}
          translate="no"
          className="inline-flex h-6 items-center rounded-tag bg-fill pl-2 text-small tabular-nums max-lg:h-8"
        >
          {shortDollars(amount)}
          <button
            type="button"
            aria-label={`Remove ${shortDollars(amount)}`}
            onClick={() => remove(amount)}
            className="grid size-6 place-items-center rounded-tag text-ink-3 transition-colors hover:text-ink max-lg:size-8"
          >
            <X className="size-3" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        {...wiring}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        disabled={disabled}
        placeholder={
          alerts.length < MOST_SPEND_ALERTS ? settingsMessages.addAlert : settingsMessages.allAlerts
        }
        value={alert}
        onChange={(event) => form.edit({ alert: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onBlur={add}
        className="h-7 min-w-32 flex-1 bg-transparent px-1 text-small outline-none placeholder:text-small placeholder:text-ink-3 max-lg:h-8 max-lg:text-lead"
      />
    </div>
  );
}
