import { useQuery } from "@tanstack/react-query";
import { AmountField } from "#app/components/amount-field.tsx";
import { QueryState } from "#app/components/query-state.tsx";
import { SettingsSection } from "#app/components/settings-section.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { runwayQuery } from "#app/features/runway/queries.ts";
import type { BalanceResponse, RunwayResponse } from "#core/contract/account.ts";
import type { SettingName } from "#core/domain/account-settings.ts";
import { settingsMessages } from "./messages.ts";
import type { Settings } from "./settings-form.ts";
import { thresholdPace } from "./settings-view.ts";

interface Facts {
  balance: BalanceResponse | undefined;
  runway: RunwayResponse | undefined;
}

interface SettingSection {
  /** The section's anchor. */
  id: string;
  title: string;
  /** `email` is the reader's. */
  description: (email: string) => string;
  label: string;
  failed: string;
  /** What stands beside the field, whose amount may be half typed. */
  note: (amount: number, facts: Facts) => string | null;
}

/** The section of each setting of the account, in their order. */
const SECTIONS: Record<SettingName, SettingSection> = {
  low_balance_threshold: {
    id: "low-balance",
    title: "Low balance",
    description: (email) => `We’ll email ${email} once, and show it under the bell.`,
    label: "Notify me below",
    failed: "Could not load your low balance settings",
    note: (amount, { balance, runway }) =>
      balance?.ever_funded && balance.balance < amount
        ? settingsMessages.alreadyBelow
        : thresholdPace(amount, runway),
  },
};

interface AccountSettingProps {
  name: SettingName;
  settings: Settings;
}

export function AccountSettingSection({
  email,
  className,
  ...setting
}: AccountSettingProps & { email: string; className: string }) {
  const { id, title, description } = SECTIONS[setting.name];
  return (
    <SettingsSection id={id} title={title} description={description(email)} className={className}>
      <AccountSettingCard {...setting} />
    </SettingsSection>
  );
}

function AccountSettingCard({ name, settings }: AccountSettingProps) {
  const { balance, fields, form } = settings;
  const { data: runway } = useQuery(runwayQuery);
  const { label, failed, note } = SECTIONS[name];
  return (
    <QueryState query={balance} failed={{ title: failed, variant: "card" }}>
      {(data) => (
        <Card className="flex items-start gap-4 p-5 max-lg:p-4 max-sm:flex-col max-sm:items-stretch">
          <AmountField
            size="md"
            name={name}
            label={label}
            amount={fields[name]}
            disabled={!data}
            className="max-w-60 flex-1 max-sm:max-w-none max-sm:flex-none"
            error={form.errorOf(name)}
            onChange={(amount) => form.edit({ [name]: amount })}
            onLeave={() => form.touch(name)}
          />
          <p className="min-h-4 flex-1 pt-9 text-caption text-ink-3 max-sm:flex-none max-sm:pt-0">
            {note(Number(fields[name]), { balance: data, runway })}
          </p>
        </Card>
      )}
    </QueryState>
  );
}
