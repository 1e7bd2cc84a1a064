import { z } from "zod";
import type { AlertTarget } from "#core/domain/alerts.ts";
import type { Database } from "./database.ts";
import { firstOf, type Read } from "./read.ts";
import { alertSettings } from "./schema/operations.ts";

export interface AlertSettings {
  targets: readonly AlertTarget[];
  /** The address of the runbook's page; null when none is configured. */
  runbook: string | null;
}

const STORE = `INSERT INTO alert_settings (one, targets, runbook) VALUES (1, :targets, :runbook)
  ON CONFLICT (one) DO UPDATE SET targets = excluded.targets, runbook = excluded.runbook
  WHERE targets IS NOT excluded.targets OR runbook IS NOT excluded.runbook`;

/** For `writeBatch`. */
export const storeSettings = ({ targets, runbook }: AlertSettings) => ({
  sql: STORE,
  args: { targets: JSON.stringify(targets), runbook },
});

const storedTargets = z.array(
  z.object({ target: z.string(), kind: z.enum(["email", "webhook"]), name: z.string() }),
);

/** Those of the cron's last run; null before the first one. */
export const readAlertSettings = (db: Database): Read<AlertSettings | null> =>
  firstOf(db, db.select().from(alertSettings).limit(1)).map(
    (row) => row && { targets: storedTargets.parse(JSON.parse(row.targets)), runbook: row.runbook },
  );
