import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { accountBudgetsQuery, balanceQuery, spendAlertsQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { type Form, useForm } from "#app/lib/use-form.ts";
import { type ChargePreview, chargePreview } from "./charge-preview.ts";
import { useAutoTopUp } from "./expected-charge.ts";
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
  settingsInput,
  withoutGroup,
} from "./settings-draft.ts";
import { wantedAlerts } from "./spend-alerts-draft.ts";

/** What the settings' sections share: what is saved, and one form that saves what was changed. */
export function useSettingsForm() {
  const { saved, expectCharge, ...queries } = useSaved();
  const store = useStore();
  const problems = (draft: Draft) => problemsOf(changedGroups(saved, draft), fieldsOf(saved, draft));
  const form: Form<Draft> = useForm<Draft>({
    initial: {},
    ready: (draft) => changedGroups(saved, draft).length > 0,
    check: problems,
    send: () => save(),
    fields: FIELD_OF,
    notice: (outcome) => (outcome === "saved" ? settingsMessages.settingsSaved : null),
  });
  const { draft } = form;
  const charge = chargePreview(saved, draft, Date.now());
  const question = useChargeQuestion(charge);

  /** One request per changed group; what couldn't be saved stays in the draft. */
  async function save({ chargeNow = false } = {}): Promise<"saved" | "asked"> {
    const groups = changedGroups(saved, draft);
    const fields = fieldsOf(saved, draft);
    const results = await Promise.allSettled(groups.map((group) => store(group, fields, chargeNow)));
    const stored = groups.filter((_, at) => results[at]?.status === "fulfilled");
    form.reset((before) => stored.reduce(withoutGroup, before));
    if (chargeNow && stored.includes("autoTopUp")) expectCharge();
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    const others = errors.filter((error) => !isChargeRefused(error));
    if (others.length > 0) throw refusal(others);
    if (errors.length === 0) return "saved";
    // The balance has fallen since it was shown.
    const [funds, current] = await Promise.all([queries.balance.refetch(), queries.autoTopUp.refetch()]);
    const shown = { ...saved, balance: funds.data, autoTopUp: current.data };
    if (chargePreview(shown, draft, Date.now()) === null) throw refusal(errors);
    question.ask();
    return "asked";
  }

  const asks = charge !== null && !form.busy && !Object.values(problems(draft)).some(Boolean);
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    if (!asks || event.target !== event.currentTarget) {
      form.formProps.onSubmit(event);
      return;
    }
    event.preventDefault();
    question.ask();
  }
  return {
    ...queries,
    form,
    formProps: { ...form.formProps, onSubmit },
    fields: fieldsOf(saved, draft),
    save,
    /** What saving would charge at once; null for nothing. */
    charge,
    question,
  };
}
export type Settings = ReturnType<typeof useSettingsForm>;

function useSaved() {
  const { autoTopUp, expectCharge } = useAutoTopUp();
  const budgets = useQuery(accountBudgetsQuery);
  const balance = useQuery(balanceQuery);
  const spendAlerts = useQuery(spendAlertsQuery);
  const saved = {
    autoTopUp: autoTopUp.data,
    budgets: budgets.data,
    balance: balance.data,
    spendAlerts: spendAlerts.data,
  };
  return { autoTopUp, budgets, balance, spendAlerts, saved, expectCharge };
}

function useStore() {
  const queryClient = useQueryClient();
  return async function store(group: Group, fields: Fields, chargeNow: boolean): Promise<void> {
    if (group === "autoTopUp") {
      const json = { ...autoTopUpInput(fields), ...(chargeNow && { charge_now: true }) };
      const stored = await unwrap(api.api["auto-top-up"].$put({ json }));
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
      const json = settingsInput(fields);
      const stored = await unwrap(api.api.account.balance.$patch({ json }));
      await showStored(queryClient, balanceQuery, stored);
    }
  };
}

const refusal = (errors: unknown[]) =>
  new AggregateError(errors, failureMessage(errors[0], settingsMessages.settingsFailed));

const isChargeRefused = (error: unknown) =>
  error instanceof ApiError && error.code === "charge_confirmation_required";

/** Whether the reader is asked about a charge, and which one. */
function useChargeQuestion(charge: ChargePreview | null) {
  const [isOpen, setOpen] = useState(false);
  // The question stays as it is while saving changes what it is about.
  const last = useRef(charge);
  last.current = charge ?? last.current;
  return {
    charge: isOpen ? last.current : null,
    ask: () => setOpen(true),
    close: () => setOpen(false),
  };
}
