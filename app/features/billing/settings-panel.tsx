import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SettingsSection, useScrollToSection } from "#app/components/settings-section.tsx";
import { EmergencyStopCard } from "#app/features/stop/emergency-stop-card.tsx";
import { addressOf, textParameter } from "#app/lib/address.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { useSession } from "#app/lib/auth/session.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { toast } from "#app/lib/toast.ts";
import { useAddress } from "#app/lib/use-address.ts";
import { SETTING_NAMES } from "#core/domain/account-settings.ts";
import { AccountSettingSection } from "./account-settings.tsx";
import { AutoTopUpCard } from "./auto-top-up-card.tsx";
import { ChargeDialog } from "./charge-dialog.tsx";
import { settingsMessages } from "./messages.ts";
import { PaymentMethodCard } from "./payment-method-card.tsx";
import { autoTopUpQuery } from "./queries.ts";
import { LeaveGuard, SaveBar } from "./save-bar.tsx";
import { useSettingsForm } from "./settings-form.ts";
import { SpendAlertsCard } from "./spend-alerts-card.tsx";
import { SpendingLimitsCard } from "./spending-limits-card.tsx";

const { sections } = settingsMessages;

export function SettingsPanel() {
  const settings = useSettingsForm();
  const { email } = useSession().user;
  const { autoTopUp, budgets, balance, spendAlerts, form } = settings;
  useScrollToSection([autoTopUp, budgets, balance, spendAlerts].every(({ isPending }) => !isPending));
  useReturnFromCardPage();
  // Their place is known once the card is, or they would jump.
  const below = autoTopUp.isPending ? "invisible" : "";
  return (
    <form {...settings.formProps} noValidate>
      <SettingsSection id="payment-method" {...sections.card}>
        <PaymentMethodCard settings={settings} />
      </SettingsSection>
      <SettingsSection id="auto-top-up" className={below} {...sections.autoTopUp}>
        <AutoTopUpCard settings={settings} />
      </SettingsSection>
      <SettingsSection id="spend-alerts" className={below} {...sections.spendAlerts(email)}>
        <SpendAlertsCard settings={settings} />
      </SettingsSection>
      <SettingsSection id="spending-limits" className={below} {...sections.limits}>
        <SpendingLimitsCard settings={settings} />
      </SettingsSection>
      {SETTING_NAMES.map((name) => (
        <AccountSettingSection key={name} name={name} settings={settings} email={email} className={below} />
      ))}
      <SettingsSection id="emergency-stop" className={below} {...sections.stop}>
        <EmergencyStopCard />
      </SettingsSection>
      <SaveBar settings={settings} />
      <ChargeDialog settings={settings} />
      <LeaveGuard
        unsaved={form.ready}
        discard={() => form.reset()}
        description={settingsMessages.leaveDescription}
      />
    </form>
  );
}

const cardAddress = addressOf({ session: textParameter("card") });

/** The payment provider's page leads back here with the id of its session. */
function useReturnFromCardPage(): void {
  const [{ session }, change] = useAddress(cardAddress);
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (session_id: string) =>
      unwrap(api.api["payment-method"].completion.$post({ json: { session_id } })),
    onSuccess: (stored) => {
      void showStored(queryClient, autoTopUpQuery, stored);
      const saved = stored.payment_method !== null;
      if (saved) toast.success(settingsMessages.cardSaved);
      else toast.failure(settingsMessages.cardNotSaved);
    },
    onError: () => toast.failure(settingsMessages.cardNotSaved),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per session, which completing leaves the address
  useEffect(() => {
    if (session === null) return;
    mutate(session);
    change({ session: null }, { replace: true });
  }, [session]);
}
