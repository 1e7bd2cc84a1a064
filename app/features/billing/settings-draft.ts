import { amountProblem } from "#app/lib/amount.ts";
import { formatPrice } from "#app/lib/format.ts";
import type { BalanceResponse } from "#core/contract/account.ts";
import type { AutoTopUp, AutoTopUpSettings } from "#core/contract/auto-top-up.ts";
import type { AccountBudgetsResponse } from "#core/contract/budgets.ts";
import type { SpendAlertsResponse } from "#core/contract/spend-alerts.ts";
import {
  ACCOUNT_SETTINGS,
  eachSetting,
  SETTING_NAMES,
  type SettingName,
  type SettingsChanges,
} from "#core/domain/account-settings.ts";
import {
  AUTO_TOP_UP_AMOUNTS,
  MAXIMUM_MONTHLY_LIMIT,
  MAXIMUM_THRESHOLD,
  MINIMUM_THRESHOLD,
} from "#core/domain/auto-top-up.ts";
import { ACCOUNT_LIMIT_PERIODS } from "#core/domain/gateway/budgets.ts";
import { isWholeCents } from "#core/domain/money.ts";
import { ALERT_FIELDS, type AlertFields, alertProblem, sameAlerts } from "./spend-alerts-draft.ts";

/** What the settings are; undefined while a part of them loads. */
export interface Saved {
  autoTopUp?: AutoTopUp | undefined;
  budgets?: AccountBudgetsResponse | undefined;
  balance?: BalanceResponse | undefined;
  spendAlerts?: SpendAlertsResponse | undefined;
}

/** Amounts as they are typed, in dollars; empty for no limit. */
export interface Fields extends AlertFields, Record<SettingName, string> {
  enabled: boolean;
  threshold: string;
  amount: string;
  monthlyLimit: string;
  day: string;
  month: string;
}
export type FieldName = keyof Fields;
/** Only what the reader has changed, so that everything else follows what is saved. */
export type Draft = Partial<Fields>;

/** Each is saved with one request. */
export const GROUPS = {
  autoTopUp: ["enabled", "threshold", "amount", "monthlyLimit"],
  budgets: ["day", "month"],
  balance: SETTING_NAMES,
  spendAlerts: ["alerts", "alert"],
} as const satisfies Record<keyof Saved, readonly FieldName[]>;
export type Group = keyof typeof GROUPS;

export const amountText = (dollars: number) => (isWholeCents(dollars) ? dollars.toFixed(2) : String(dollars));

/** What the fields show. */
export function fieldsOf({ autoTopUp, budgets, balance, spendAlerts }: Saved, draft: Draft): Fields {
  const limitOf = (period: "day" | "month") =>
    budgets?.budgets.find((budget) => budget.period === period)?.amount;
  const text = (dollars: number | undefined) => (dollars === undefined ? "" : amountText(dollars));
  return {
    enabled: autoTopUp?.enabled ?? false,
    threshold: text(autoTopUp?.threshold),
    amount: String(autoTopUp?.amount ?? ""),
    monthlyLimit: text(autoTopUp?.monthly_limit),
    day: text(limitOf("day")),
    month: text(limitOf("month")),
    ...eachSetting((name) => text(balance?.[name])),
    alerts: spendAlerts?.alerts.map(({ amount }) => amount) ?? [],
    alert: "",
    ...draft,
  };
}

type Value = Fields[FieldName];
function isSame(one: Value, other: Value): boolean {
  if (typeof one === "string" && typeof other === "string") return sameAmount(one.trim(), other);
  if (typeof one === "object" && typeof other === "object") return sameAlerts(one, other);
  return one === other;
}

const sameAmount = (one: string, other: string) =>
  one === other || (one !== "" && other !== "" && Number(one) === Number(other));

/** Groups with a field that differs from what is saved. */
export function changedGroups(saved: Saved, draft: Draft): Group[] {
  const [before, after] = [fieldsOf(saved, {}), fieldsOf(saved, draft)];
  return (Object.keys(GROUPS) as Group[]).filter((group) =>
    GROUPS[group].some((name) => name in draft && !isSame(after[name], before[name])),
  );
}

/** The draft without a group's fields. */
export function withoutGroup(draft: Draft, group: Group): Draft {
  const names: readonly string[] = GROUPS[group];
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name)));
}

/** Why a field can't be saved; null when it can. */
export function problemOf(name: FieldName, fields: Fields): string | null {
  switch (name) {
    case "day":
    case "month":
      return amountProblem(fields[name]);
    case "threshold":
      return requiredProblem(fields[name], { min: MINIMUM_THRESHOLD, max: MAXIMUM_THRESHOLD });
    case "monthlyLimit": {
      const problem = requiredProblem(fields[name], { min: 0, max: MAXIMUM_MONTHLY_LIMIT });
      if (problem !== null || Number(fields[name]) >= Number(fields.amount)) return problem;
      return `Enter at least the ${formatPrice(Number(fields.amount))} of one charge.`;
    }
    case "alert":
      return alertProblem(fields);
    default:
      return isSetting(name) ? settingProblem(name, fields) : null;
  }
}

const isSetting = (name: FieldName): name is SettingName => name in ACCOUNT_SETTINGS;

function settingProblem(name: SettingName, fields: Fields): string | null {
  const { least, most } = ACCOUNT_SETTINGS[name];
  return requiredProblem(fields[name], { min: least, max: most });
}

function requiredProblem(text: string, { min, max }: { min: number; max: number }): string | null {
  if (text.trim() === "") return "Enter an amount.";
  const problem = amountProblem(text);
  if (problem !== null) return problem;
  const dollars = Number(text);
  if (dollars < min) return `Enter at least ${formatPrice(min)}.`;
  if (dollars > max) return `Enter at most ${formatPrice(max)}.`;
  return isWholeCents(dollars) ? null : "Enter whole cents.";
}

/** By field of these groups. */
export const problemsOf = (
  groups: readonly Group[],
  fields: Fields,
): Partial<Record<FieldName, string | null>> =>
  Object.fromEntries(
    groups.flatMap((group) => GROUPS[group].map((name) => [name, problemOf(name, fields)] as const)),
  );

export const autoTopUpInput = (fields: Fields): AutoTopUpSettings => ({
  enabled: fields.enabled,
  threshold: Number(fields.threshold),
  amount: Number(fields.amount),
  monthly_limit: Number(fields.monthlyLimit),
});

export const budgetsInput = (fields: Fields) =>
  ACCOUNT_LIMIT_PERIODS.filter((period) => fields[period].trim() !== "").map((period) => ({
    period,
    amount: Number(fields[period]),
  }));

export const settingsInput = (fields: Fields): SettingsChanges => eachSetting((name) => Number(fields[name]));

/** The field that the API's name for it stands for. */
export const FIELD_OF: Record<string, FieldName> = {
  threshold: "threshold",
  amount: "amount",
  monthly_limit: "monthlyLimit",
  ...ALERT_FIELDS,
};

export const AMOUNT_CHOICES = AUTO_TOP_UP_AMOUNTS.map((amount) => ({
  value: String(amount),
  label: `$${amount.toFixed(2)}`,
}));
