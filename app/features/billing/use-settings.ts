import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { accountBudgetsQuery, balanceQuery } from "#app/features/balance/queries.ts";
import { api, unwrap } from "#app/lib/api-client.ts";
import { ApiError, failureMessage } from "#app/lib/api-error.ts";
import { showStored } from "#app/lib/query-cache.ts";
import { toast } from "#app/lib/toast.ts";
import { autoTopUpQuery } from "./queries.ts";
import {
  autoTopUpInput,
  budgetsInput,
  changedGroups,
  type Draft,
  FIELD_OF,
  type FieldName,
  type Fields,
  fieldsOf,
  firstProblem,
  type Group,
  problemOf,
  withoutGroup,
} from "./settings-draft.ts";
import { settingsMessages } from "./settings-messages.ts";

type Refusals = Partial<Record<FieldName, string>>;

/** What the settings' sections share: the fields, what is wrong with them, and one way to save them all. */
export function useSettings() {
  const autoTopUp = useQuery(autoTopUpQuery);
  const budgets = useQuery(accountBudgetsQuery);
  const balance = useQuery(balanceQuery);
  const [draft, setDraft] = useState<Draft>({});
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Refusals>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const running = useRef(false);
  const store = useStore();

  const saved = { autoTopUp: autoTopUp.data, budgets: budgets.data, balance: balance.data };
  const fields = fieldsOf(saved, draft);
  const changed = changedGroups(saved, draft);

  function change(values: Draft) {
    setDraft((before) => ({ ...before, ...values }));
    setFailure(null);
    setRefused((before) => {
      const names: string[] = Object.keys(values);
      return Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));
    });
  }

  /** One request per changed group; what couldn't be saved stays in the draft. */
  async function save(): Promise<void> {
    setChecked(true);
    if (running.current || changed.length === 0 || firstProblem(changed, fields) !== undefined) return;
    running.current = true;
    setSaving(true);
    setFailure(null);
    const results = await Promise.allSettled(changed.map((group) => store(group, fields)));
    running.current = false;
    setSaving(false);
    const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    const stored = changed.filter((_, at) => results[at]?.status === "fulfilled");
    setDraft((before) => stored.reduce(withoutGroup, before));
    setRefused(refusalsIn(errors));
    if (errors.length === 0) {
      setChecked(false);
      toast({ ...settingsMessages.settingsSaved, tone: "success" });
    } else setFailure(failureMessage(errors[0], settingsMessages.settingsFailed));
  }

  return {
    autoTopUp,
    budgets,
    balance,
    fields,
    change,
    save,
    saving,
    failure,
    unsaved: changed.length > 0,
    discard() {
      setDraft({});
      setRefused({});
      setFailure(null);
      setChecked(false);
    },
    /** Until an amount was left, or saving it was tried, it may be half typed. */
    errorOf: (name: FieldName, left: boolean) =>
      refused[name] ?? (left || checked ? problemOf(name, fields) : null),
  };
}
export type Settings = ReturnType<typeof useSettings>;

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
    } else {
      const json = { low_balance_threshold: Number(fields.lowBalance) };
      const stored = await unwrap(api.api.account.balance.$patch({ json }));
      await showStored(queryClient, balanceQuery, stored);
    }
  };
}

function refusalsIn(errors: readonly unknown[]): Refusals {
  const refusals: Refusals = {};
  for (const error of errors) {
    const name = error instanceof ApiError && error.field !== undefined ? FIELD_OF[error.field] : undefined;
    if (name !== undefined && error instanceof ApiError) refusals[name] = error.message;
  }
  return refusals;
}
