import { z } from "zod";
import type { Period } from "#core/domain/plans.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import { gatewayAccount } from "#core/storage/gateway-flush.ts";
import type { Settlement } from "../metering.ts";
import { migrateStorage, storedVersion } from "./meter-migrations.ts";
import {
  ADMIT,
  ALL,
  CREATE,
  OLDEST_BATCH,
  PROGRESS,
  type RequestRow,
  SETTLE,
  SPENT_UNPOSTED,
} from "./meter-sql.ts";

const spending = { from: z.int(), spentMicros: z.int() };
const terms = gatewayAccount.extend({
  counted: z.object({ from: z.int(), requests: z.int() }),
  /** Not in what was written before there were budgets. */
  budgets: z.array(gatewayAccount.shape.budgets.element.extend(spending)).default([]),
});
const accountRow = z.object({ id: z.int().positive(), epoch: z.string().min(1), next_batch: z.int() });
/** Without terms when they were stored in a form that this code cannot read. */
export type AccountRow = z.infer<typeof accountRow> & { terms: MeterTerms | null };

type Admission = Pick<
  RequestRow,
  "seq" | "request_id" | "key_id" | "steady" | "at" | "hold" | "covered" | "endpoint"
>;
export type SettledRow = { [Column in keyof RequestRow]: NonNullable<RequestRow[Column]> };

/** What an account's object keeps on its disk. Each method is part of the transaction of the event it is called in. */
export class MeterStore {
  private readonly storage: DurableObjectStorage;
  private readonly sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
    this.sql = storage.sql;
  }

  /** Null in an object that was never used. @throws when what is there is not an account's, and changes nothing. */
  read(): AccountRow | null {
    if (storedVersion(this.sql) === 0) return null;
    migrateStorage(this.storage);
    const { terms: stored, ...row } = this.sql.exec("SELECT id, epoch, next_batch, terms FROM account").one();
    return { ...accountRow.parse(row), terms: readTerms(String(stored)) };
  }

  create(accountId: number, epoch: string, terms: MeterTerms): AccountRow {
    this.storage.transactionSync(() => {
      migrateStorage(this.storage);
      this.sql.exec(CREATE, accountId, epoch, JSON.stringify(terms));
    });
    return { id: accountId, epoch, next_batch: 0, terms };
  }

  /** In the order of admission. */
  requests(): Iterable<RequestRow> {
    return this.sql.exec<RequestRow>(ALL);
  }

  admit(row: Admission): void {
    const { seq, request_id, key_id, steady, at, hold, covered, endpoint } = row;
    this.sql.exec(ADMIT, seq, request_id, key_id, steady, at, hold, covered, endpoint);
  }

  progress(seq: number, { statusCode, responseTimeMs, costMicros, tokensIn, tokensOut }: Settlement): void {
    this.sql.exec(PROGRESS, statusCode, responseTimeMs, costMicros, tokensIn, tokensOut, seq);
  }

  settle(seq: number, batch: number, { statusCode, responseTimeMs, ...rest }: Settlement): void {
    const { costMicros, tokensIn, tokensOut } = rest;
    this.sql.exec(SETTLE, statusCode, responseTimeMs, costMicros, tokensIn, tokensOut, batch, seq);
  }

  /** Requests since `from`, epoch ms, that libSQL does not have yet. */
  countUnposted(from: number): number {
    const count = "SELECT count(*) AS n FROM request WHERE state < 2 AND at >= ?";
    return this.sql.exec<{ n: number }>(count, from).one().n;
  }

  /** What requests of the key in [from, to), epoch ms, cost or hold that libSQL does not have yet; in micro-dollars. */
  spentUnposted(keyId: number, { from, to }: Period): number {
    return this.sql.exec<{ micros: number }>(SPENT_UNPOSTED, keyId, from, to).one().micros;
  }

  /** The settled requests of the oldest batch that libSQL does not have yet; none when it has all. */
  oldestBatch(): SettledRow[] {
    return this.sql.exec<SettledRow>(OLDEST_BATCH).toArray();
  }

  /** libSQL has the batch, if there was one, and `terms` are what it said right after. */
  posted(batch: number | null, terms: MeterTerms, { before, last }: { before: number; last: number }): void {
    this.storage.transactionSync(() => {
      if (batch !== null) {
        this.sql.exec("UPDATE request SET state = 2 WHERE state = 1 AND batch = ?", batch);
        this.sql.exec("UPDATE account SET next_batch = ?", batch + 1);
      }
      // Not the last row: the sequence and the steady clock go on from it.
      this.sql.exec("DELETE FROM request WHERE state = 2 AND steady < ? AND seq < ?", before, last);
      this.sql.exec("UPDATE account SET terms = ?", JSON.stringify(terms));
    });
  }
}

/** libSQL has them too, in their present form. */
function readTerms(text: string): MeterTerms | null {
  try {
    return terms.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
