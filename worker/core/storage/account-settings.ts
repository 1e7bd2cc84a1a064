import { and, eq, isNull, or, sql } from "drizzle-orm";
import {
  ACCOUNT_SETTINGS,
  type AccountSettings,
  eachSetting,
  SETTING_NAMES,
  type SettingsChanges,
} from "#core/domain/account-settings.ts";
import { dollarsFromMicros, microsFromDollars } from "#core/domain/money.ts";
import { type AuditEntry, auditIf } from "./audit.ts";
import type { Database } from "./database.ts";
import { firstOf, type Read, writeAndRead } from "./read.ts";
import { accounts } from "./schema/accounts.ts";
import { ifChanged } from "./write-batch.ts";

type StoredSettings = Pick<
  typeof accounts.$inferSelect,
  (typeof ACCOUNT_SETTINGS)[keyof typeof ACCOUNT_SETTINGS]["column"]
>;

/** The settings in an account's row, in dollars. */
export const settingsOf = (row: StoredSettings): AccountSettings =>
  eachSetting((name) => dollarsFromMicros(row[ACCOUNT_SETTINGS[name].column]));

/**
 * Stores these settings (dollars) of the audit entry's account, and records a change once. After another limit of a low
 * balance, the next fall below it notifies, also when the owner was notified of the old one.
 * @param read what the response needs, read in the same transaction.
 * @returns also the settings that hold now; a closed account keeps its own.
 */
export async function changeSettingsOf<Value>(
  db: Database,
  audit: AuditEntry,
  { changes, read }: { changes: SettingsChanges; read: Read<Value> },
): Promise<{ settings: AccountSettings | null; after: Value }> {
  const own = eq(accounts.id, audit.accountId);
  const wanted = SETTING_NAMES.flatMap((name) => {
    const dollars = changes[name];
    const { column } = ACCOUNT_SETTINGS[name];
    return dollars === undefined ? [] : [{ column, micros: microsFromDollars(dollars) }];
  });
  const differs = or(...wanted.map(({ column, micros }) => sql`${accounts[column]} <> ${micros}`));
  const lowBalance = wanted.find(({ column }) => column === "lowBalanceMicros");
  const changed = db
    .update(accounts)
    .set({
      ...Object.fromEntries(wanted.map(({ column, micros }) => [column, micros])),
      ...(lowBalance && { lowBalanceAt: rearmed(lowBalance.micros) }),
    })
    .where(and(own, isNull(accounts.closedAt), differs));
  const stored = firstOf(db, db.select().from(accounts).where(own));
  const writes = [changed, auditIf(db, audit, ifChanged)];
  const [row, after] = (await writeAndRead(db, writes, [stored, read])).values;
  return { settings: row && settingsOf(row), after };
}

const rearmed = (micros: number) =>
  sql<number | null>`iif(low_balance_micros <> ${micros}, NULL, low_balance_at)`;
