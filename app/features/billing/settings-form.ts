import { useQuery, useQueryClient } from "@tanstack/react-query";
import { accountBudgetsQuery, balanceQuery, spendAlertsQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { failureMessage } from "#app/lib/api-error.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { settingsMessages } from "./messages.ts";
import { autoTopUpQuery } from "./queries.ts";
import {
  autoTopUpInput,
  budgetsInput,
  changedGroups,
  type Draft,
  FIELD_OF,
  type Fields,
  fieldsOf,
  type Group,
  problemsOf,
  withoutGroup,
} from "./settings-draft.ts";
import { wantedAlerts } from "./spend-alerts-draft.ts";

/** What the settings' sections share: what is saved, and one form that saves what was changed. */
export function useSettingsForm() {
  const autoTopUp = useQuery(autoTopUpQuery);
  const budgets = useQuery(accountBudgetsQuery);
  const balance = useQuery(balanceQuery);
  const spendAlerts = useQuery(spendAlertsQuery);
  const store = useStore();
  const saved = {
    autoTopUp: autoTopUp.data,
    budgets: budgets.data,
    balance: balance.data,
    spendAlerts: spendAlerts.data,
  };
  const form: Form<Draft> = useForm<Draft>({
    initial: {},
    ready: (draft) => changedGroups(saved, draft).length > 0,
    check: (draft) => problemsOf(changedGroups(saved, draft), fieldsOf(saved, draft)),
    send: save,
    fields: FIELD_OF,
    notice: settingsMessages.settingsSaved,
  });

  /** One request per changed group; what couldn't be saved stays in the draft. */
  async function save(draft: Draft): Promise<void> {
    const groups = changedGroups(saved, draft);
    const fields = fieldsOf(saved, draft);
    const results = await Promise.allSettled(groups.map((group) => store(group, fields)));
    const stored = groups.filter((_, at) => results[at]?.status === "fulfilled");
    form.reset((before) => stored.reduce(withoutGroup, before));
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (errors.length > 0)
      throw new AggregateError(errors, failureMessage(errors[0], settingsMessages.settingsFailed));
  }

  return { autoTopUp, budgets, balance, spendAlerts, form, fields: fieldsOf(saved, form.draft) };
}
export type Settings = ReturnType<typeof useSettingsForm>;

function useStore() {
  const queryClient = useQueryClient();
  return async function store(group: Group, fields: Fields): Promise<void> {
    if (group === "autoTopUp") {
      const stored = await unwrap(api.api["auto-top-up"].$put({ json: autoTopUpInput(fields) }));
      await showStored(queryClient, autoTopUpQuery, stored);
    } else if (group === "budgets") {
      const json = { budgets: budgetsInput(fields) };
      const stored = await unwrap(api.api.account.budgets.$put({ json }));
      await showStored(queryClient, accountBudgetsQuery, stored);
    } else if (group === "spendAlerts") {
      const json = { amounts: wantedAlerts(fields) };
      const stored = await unwrap(api.api.account["spend-alerts"].$put({ json }));
      await showStored(queryClient, spendAlertsQuery, stored);
    } else {
      const json = { low_balance_threshold: Number(fields.lowBalance) };
      const stored = await unwrap(api.api.account.balance.$patch({ json }));
      await showStored(queryClient, balanceQuery, stored);
    }
  };
}
