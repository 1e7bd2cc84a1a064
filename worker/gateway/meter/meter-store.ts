import { z } from "zod";
import type { Period } from "#core/domain/plans.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import { gatewayAccount } from "#core/storage/gateway-flush.ts";
import type { Settlement } from "../metering.ts";
import { MIGRATIONS, migrateStorage, storedVersion } from "./meter-migrations.ts";
import {
  ACCOUNT,
  ADMIT,
  ALL,
  CREATE,
  DELETE_POSTED,
  DELETE_REFUSAL,
  OLDEST_BATCH,
  POSTED,
  PROGRESS,
  REFUSALS,
  type RequestRow,
  SAVE_REFUSAL,
  SETTLE,
  type SettledRow,
  UNPOSTED,
  UP_TO,
} from "./meter-sql.ts";
import type { Sent } from "./outbox.ts";

const spending = { from: z.int(), spentMicros: z.int() };
const terms = gatewayAccount.extend({
  counted: z.object({
    from: z.int(),
    to: z.int(),
    readAt: z.int(),
    requests: z.int(),
    micros: z.int(),
  }),
  budgets: z.array(gatewayAccount.shape.budgets.element.extend(spending)),
  limits: z.array(gatewayAccount.shape.limits.element.extend(spending)),
});
/** Terms under which nothing is admitted before libSQL was read. */
export const NO_TERMS: MeterTerms = {
  mark: null,
  balanceMicros: 0,
  suspendedAt: null,
  stoppedAt: null,
  latestUsage: null,
  plan: null,
  keys: [],
  revoked: [],
  budgets: [],
  limits: [],
  sessions: [],
  counted: { from: 0, to: 0, requests: 0, micros: 0, readAt: 0 },
};
const accountRow = z.object({
  id: z.int().positive(),
  next_batch: z.int(),
  /** 1 if there are counters of refused requests, which most accounts have none of. */
  refused: z.int(),
});
/** Without terms when they were stored in a form that this code cannot read. */
export type AccountRow = z.infer<typeof accountRow> & { terms: MeterTerms | null };

type Admission = Pick<
  RequestRow,
  | ("seq" | "request_id" | "key_id" | "lineage" | "steady" | "at")
  | ("hold" | "covered" | "value" | "endpoint" | "model" | "price_list")
>;

/** Sums over requests; money in micro-dollars. */
export type RequestSums = {
  requests: number;
  /** Cost or, before it is known, hold of requests that the balance pays for. */
  spentMicros: number;
  /** The same of requests that the plan pays for. */
  valueMicros: number;
};

export type StoredRefusal = {
  keyId: number;
  code: string;
  hour: number;
  epoch: string;
  requests: number;
  /** How many of them libSQL is known to have. */
  posted: number;
  /** First and last refusal of the latest stretch, epoch ms. */
  since: number;
  last: number;
  /** What the counter had counted before this stretch. */
  before: number;
};

/** The disk of an account's object. Each method is part of the transaction of the event it is called in. */
export class MeterStore {
  private readonly storage: DurableObjectStorage;
  private readonly sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.storage = storage;
    this.sql = storage.sql;
  }

  /** Null in an object that was never used. @throws for contents that are not an account's, and changes nothing. */
  read(): AccountRow | null {
    const version = storedVersion(this.sql);
    if (version === 0) return null;
    migrateStorage(this.storage, MIGRATIONS, version);
    const { terms: stored, ...row } = this.sql.exec(ACCOUNT).one();
    return { ...accountRow.parse(row), terms: readTerms(String(stored)) };
  }

  create(accountId: number, terms: MeterTerms): AccountRow {
    this.storage.transactionSync(() => {
      migrateStorage(this.storage);
      this.sql.exec(CREATE, accountId, JSON.stringify(terms));
    });
    return { id: accountId, next_batch: 0, refused: 0, terms };
  }

  /** In the order of admission. */
  requests(): Iterable<RequestRow> {
    return this.sql.exec<RequestRow>(ALL);
  }

  admit(row: Admission): void {
    const { seq, request_id, key_id, lineage, steady, at, hold, covered, value, endpoint } = row;
    const owner = [seq, request_id, key_id, lineage, steady, at] as const;
    this.sql.exec(ADMIT, ...owner, hold, covered, value, endpoint, row.model, row.price_list);
  }

  progress(seq: number, report: Required<Settlement>): void {
    this.sql.exec(PROGRESS, ...facts(report), seq);
  }

  /** @param valueMicros paid by the plan. */
  settle(
    seq: number,
    settlement: Required<Settlement>,
    { valueMicros, batch }: { valueMicros: number; batch: number },
  ): void {
    this.sql.exec(SETTLE, ...facts(settlement), valueMicros, batch, seq);
  }

  /** Requests admitted in the period that libSQL does not have yet, of all keys when the lineage is null. */
  unposted(lineage: number | null, { from, to }: Period): RequestSums {
    return this.sql.exec<RequestSums>(UNPOSTED, lineage, from, to).one();
  }

  /** The settled requests of the oldest batch that libSQL does not have yet; none when it has all. */
  oldestBatch(): SettledRow[] {
    return this.sql.exec<SettledRow>(OLDEST_BATCH).toArray();
  }

  /**
   * The batch of the request that `mark` names, with earlier ones that libSQL isn't known to have; null if it is known to
   * have the request, or the request is unknown.
   */
  waitingUpTo(mark: string): Sent | null {
    const { batch, ...sums } = this.sql.exec<Sent | (Sent & { batch: null })>(UP_TO, mark).one();
    return batch === null ? null : { batch, ...sums };
  }

  /** libSQL has everything up to the batch, if there is one, and `terms` hold right after it. */
  posted(batch: number | null, terms: MeterTerms, { before, last }: { before: number; last: number }): void {
    this.storage.transactionSync(() => {
      this.sql.exec(POSTED, batch === null ? null : batch + 1, JSON.stringify(terms));
      this.sql.exec(DELETE_POSTED, before, last);
    });
  }

  refusals(): StoredRefusal[] {
    return this.sql.exec<StoredRefusal>(REFUSALS).toArray();
  }

  saveRefusal({ keyId, code, hour, epoch, requests, posted, ...stretch }: StoredRefusal): void {
    const { since, last, before } = stretch;
    this.sql.exec(SAVE_REFUSAL, keyId, code, hour, epoch, requests, posted, since, last, before);
  }

  deleteRefusal({ keyId, code, hour }: StoredRefusal): void {
    this.sql.exec(DELETE_REFUSAL, keyId, code, hour);
  }
}

/** In the order of the columns that `PROGRESS` and `SETTLE` set. */
const facts = (settlement: Required<Settlement>) =>
  [
    settlement.statusCode,
    settlement.responseTimeMs,
    settlement.costMicros,
    settlement.tokensIn,
    settlement.tokensOut,
    settlement.tokensCached,
    settlement.firstByteMs,
    settlement.outcome,
    settlement.estimated ? 1 : 0,
    settlement.priceLines,
  ] as const;

/** libSQL has them too, in their present form. */
function readTerms(text: string): MeterTerms | null {
  try {
    return terms.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
