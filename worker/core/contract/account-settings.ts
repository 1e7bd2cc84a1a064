import { z } from "zod";
import { ACCOUNT_SETTINGS, eachSetting, type SettingName } from "#core/domain/account-settings.ts";
import { isWholeCents } from "#core/domain/money.ts";

function amountOf(name: SettingName): z.ZodNumber {
  const { least, most, description } = ACCOUNT_SETTINGS[name];
  return z
    .number({ error: `The ${name} must be a number.` })
    .min(least, `The ${name} must be at least ${least}.`)
    .max(most, `The ${name} must be at most ${most}.`)
    .refine(isWholeCents, `The ${name} must be whole cents.`)
    .describe(description);
}

/** Those that are left out stay as they are. */
export const settingsRequest = z
  .object(eachSetting(amountOf))
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "Provide at least one field to change.");

/** For an object that has the settings among its fields. */
export const settingFields = eachSetting((name) => z.number().describe(ACCOUNT_SETTINGS[name].description));
