import { LOW_BALANCE_DOLLARS } from "./products.ts";

/** An amount in dollars that an account chooses. */
interface Setting {
  /** What it is until the account chooses, in dollars, and as its column's default. */
  initial: number;
  least: number;
  most: number;
  /** Its column of `accounts`, in micro-dollars. */
  column: string;
  /** What it means, for the API reference. */
  description: string;
  /** What a change says in the account's activity. */
  recorded: (amount: string) => string;
}

/**
 * The settings of an account, by their names in the API. The route, storage, the audit log and the form follow this
 * list.
 */
export const ACCOUNT_SETTINGS = {
  low_balance_threshold: {
    initial: LOW_BALANCE_DOLLARS,
    least: 1,
    most: 10_000,
    column: "lowBalanceMicros",
    description: "Dollars below which the balance is low, and you are notified",
    recorded: (amount: string) => `Low balance notifications were set to ${amount}`,
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof ACCOUNT_SETTINGS;
/** In dollars. */
export type AccountSettings = Record<SettingName, number>;
export type SettingsChanges = { [Name in SettingName]?: number | undefined };

// TypeScript doesn't know that an object has no other keys than those of its type.
export const SETTING_NAMES = Object.keys(ACCOUNT_SETTINGS) as SettingName[];

/** A value for each setting. */
export const eachSetting = <Value>(make: (name: SettingName) => Value): Record<SettingName, Value> =>
  // `fromEntries` doesn't know that all names are there.
  Object.fromEntries(SETTING_NAMES.map((name) => [name, make(name)])) as Record<SettingName, Value>;

export const INITIAL_SETTINGS: AccountSettings = eachSetting((name) => ACCOUNT_SETTINGS[name].initial);
