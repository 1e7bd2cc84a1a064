import { z } from "zod";
import { TEST_ALERT } from "#core/domain/alerts.ts";
import type { Database } from "./database.ts";
import { type OperatorEntry, operatorLogIf } from "./operator-log.ts";
import { type Read, writeAndRead } from "./read.ts";
import { statement } from "./statement.ts";
import { ifChanged, type Statement } from "./write-batch.ts";

/** Columns of `alerts` that say what operators did about one. */
export const HANDLING = `acknowledged_at AS acknowledgedAt, acknowledged_by AS acknowledgedBy, closed_at AS closedAt,
  closed_by AS closedBy, note`;
export const handlingFields = {
  acknowledgedAt: z.int().nullable(),
  acknowledgedBy: z.string().nullable(),
  closedAt: z.int().nullable(),
  closedBy: z.string().nullable(),
  /** Of the acknowledgement, or of the closing after it. */
  note: z.string().nullable(),
};

const ACKNOWLEDGE = `UPDATE alerts SET acknowledged_at = :at, acknowledged_by = :by, note = :note
  WHERE id = :id AND recovered_at IS NULL AND acknowledged_at IS NULL AND closed_at IS NULL`;
const CLOSE = `UPDATE alerts SET closed_at = :at, closed_by = :by, note = :note
  WHERE id = :id AND recovered_at IS NULL AND closed_at IS NULL`;
/** Notices that weren't accepted yet; nobody needs them any more. */
const END_NOTICES =
  "UPDATE alert_notices SET due_at = NULL, error = 'closed' WHERE alert_id = :id AND due_at IS NOT NULL";

interface Handling {
  id: number;
  note: string | null;
}

/** Once, with the entry's operator and time; not an alert that has recovered or is closed. @returns it afterwards. */
export function storeAcknowledgement(
  db: Database,
  { id, note }: Handling,
  log: OperatorEntry,
): Promise<HandledAlert | null> {
  const writes = [
    { sql: ACKNOWLEDGE, args: { id, note, at: log.at, by: log.operator } },
    operatorLogIf(db, log, ifChanged),
  ];
  return handledAfter(db, writes, id);
}

/** Like `storeAcknowledgement`; what still waits to be sent about the alert isn't sent. */
export function storeClosing(
  db: Database,
  { id, note }: Handling,
  log: OperatorEntry,
): Promise<HandledAlert | null> {
  const writes = [
    { sql: CLOSE, args: { id, note, at: log.at, by: log.operator } },
    operatorLogIf(db, log, ifChanged),
    { sql: END_NOTICES, args: { id } },
  ];
  return handledAfter(db, writes, id);
}

async function handledAfter(db: Database, writes: readonly Statement[], id: number) {
  return (await writeAndRead(db, writes, [findAlert(db, id)])).values[0];
}

const FIND = `SELECT name, subject, recovered_at AS recoveredAt, ${HANDLING} FROM alerts
  WHERE id = ? AND name <> '${TEST_ALERT}'`;
const handledAlert = z.object({
  name: z.string(),
  subject: z.string(),
  recoveredAt: z.int().nullable(),
  ...handlingFields,
});
export type HandledAlert = z.infer<typeof handledAlert>;

export const findAlert = (db: Database, id: number): Read<HandledAlert | null> =>
  statement(FIND, [id], handledAlert).first(db);
