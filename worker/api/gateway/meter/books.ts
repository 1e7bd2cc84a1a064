import { RATE_LIMIT, RATE_WINDOW_MS } from "#core/domain/gateway/rate-window.ts";
import { SteadyClock } from "#core/domain/gateway/steady-clock.ts";
import { keyStateAt } from "#core/domain/key-life.ts";
import { normaliseEndpoint } from "#core/domain/usage.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { UsageBatch } from "#core/storage/gateway-flush.ts";
import type { AdmitAnswer, AdmitRequest, RefusalCode, Settlement } from "../metering.ts";
import { KeyBudgets } from "./key-budgets.ts";
import { KeyRing, type MeterKey } from "./key-ring.ts";
import type { RequestRow } from "./meter-sql.ts";
import type { AccountRow, MeterStore, SettledRow } from "./meter-store.ts";
import { Outbox } from "./outbox.ts";
import { PlanQuota } from "./plan-quota.ts";
import { soundAdmission, soundSettlement } from "./sound-input.ts";
import { costOf, usageBatch } from "./usage-batch.ts";

/** More are refused until some are settled: each is held in memory. */
const MOST_PENDING = 10_000;
/** Terms under which nothing is admitted before libSQL was read. */
const NO_TERMS: MeterTerms = {
  ...{ balanceMicros: 0, plan: null, keys: [], budgets: [] },
  counted: { from: 0, requests: 0 },
};
/** Recorded for a request without any report: the edge stopped before the response began. */
const CUT = { statusCode: 503, responseTimeMs: 0, costMicros: 0, tokensIn: 0, tokensOut: 0 };

interface Pending {
  seq: number;
  keyId: number;
  hold: number;
  /** The plan pays for it. */
  covered: boolean;
  /** Epoch ms. */
  at: number;
  /** The last reported cost. */
  progress: Settlement | null;
}
/** The moment of a decision on both clocks, epoch ms. */
interface Moment {
  now: number;
  steady: number;
}
type Terms = Pick<Pending, "hold" | "covered">;
interface Refused {
  code: RefusalCode;
  retryMs?: number;
}

/**
 * The live books of one account: what libSQL said last, and every request since. What must outlive a crash is written
 * before memory changes, so that a failed write changes neither.
 */
export class Books {
  readonly accountId: number;
  readonly outbox: Outbox;
  readonly epoch: string;
  private readonly store: MeterStore;
  private clock = new SteadyClock();
  private readonly ring = new KeyRing();
  private readonly pending = new Map<string, Pending>();
  private terms: MeterTerms;
  private quota: PlanQuota;
  private budgets: KeyBudgets;
  private seq = 0;
  private held = 0;

  constructor(store: MeterStore, { id, epoch, next_batch, ...row }: AccountRow) {
    const terms = row.terms ?? NO_TERMS;
    this.accountId = id;
    this.epoch = epoch;
    this.store = store;
    this.outbox = new Outbox(next_batch);
    this.terms = terms;
    this.quota = new PlanQuota(store, terms);
    this.budgets = new KeyBudgets(store, terms);
    this.ring.use(terms.keys);
    this.restore();
  }

  /** False while the stored terms cannot be used and libSQL has not been read again. */
  get hasTerms(): boolean {
    return this.terms !== NO_TERMS;
  }

  /** Whether something waits for an alarm. */
  get busy(): boolean {
    return this.pending.size > 0 || this.outbox.rows > 0;
  }

  /** `balanceMicros` is what may still be spent: the ledger's, without what was spent since and what is held. */
  get standing() {
    const balanceMicros = this.terms.balanceMicros - this.outbox.micros - this.held;
    const { rows: unposted } = this.outbox;
    return { balanceMicros, heldMicros: this.held, pending: this.pending.size, unposted };
  }

  /** Budgets that had no room for a request since libSQL last said what holds. */
  get refusedBudgets() {
    return this.budgets.refused;
  }

  /**
   * Decides, and writes down what it admits; the same request asked for again is not admitted twice.
   * @param now epoch ms.
   */
  admit(request: AdmitRequest, now: number): AdmitAnswer {
    soundAdmission(request);
    const key = this.ring.find(request.keyHashes);
    if (key === undefined) return refusal("invalid_api_key");
    const moment = { now, steady: this.clock.at(now) };
    const page = request.origin;
    if (page !== null && !this.allows(request.keyHashes, page))
      return this.refuse(key, { code: "origin_not_allowed" }, moment);
    if (!this.pending.has(request.requestId)) {
      const verdict = this.judge(key, request, moment);
      if ("code" in verdict) return { ...this.refuse(key, verdict, moment), page };
      this.record(request, key, { ...verdict, ...moment });
    }
    const covered = this.pending.get(request.requestId)?.covered ?? false;
    return { admitted: true, keyId: key.id, covered, page, ...this.placeOf(key, moment) };
  }

  /** Whether pages of this origin may use a key of these look-ups. */
  allows(keyHashes: readonly string[], origin: string): boolean {
    return this.ring.allows(keyHashes, origin);
  }

  /** A repetition changes nothing, and neither does what comes after the request was given up. */
  settle(settlements: readonly Settlement[]): void {
    for (const settlement of settlements) {
      const pending = this.pending.get(settlement.requestId);
      if (pending === undefined) continue;
      const due = dueOf(pending, settlement);
      const { costMicros } = due;
      this.store.settle(pending.seq, this.outbox.open, due);
      this.pending.delete(settlement.requestId);
      this.held -= pending.hold;
      this.budgets.spend(pending, costMicros - pending.hold);
      this.outbox.joined(costMicros);
    }
  }

  /** Records the cost of a request so far. Does nothing once it is settled. */
  progress(settlement: Settlement): void {
    const pending = this.pending.get(settlement.requestId);
    if (pending === undefined) return;
    const due = dueOf(pending, settlement);
    this.store.progress(pending.seq, due);
    pending.progress = due;
  }

  /** Closes requests admitted before `before` (epoch ms): charges their last reported cost and releases their holds. */
  closeOrphans(before: number): void {
    const orphans = [...this.pending].filter(([, { at }]) => at < before);
    this.settle(orphans.map(([requestId, { progress }]) => progress ?? { requestId, ...CUT }));
  }

  /** What libSQL is to be told next; the same again until it is `posted`. */
  nextBatch(): { rows: SettledRow[]; usage: UsageBatch } | null {
    const rows = this.store.oldestBatch();
    const batch = rows[0]?.batch;
    if (batch === undefined) return null;
    this.outbox.seal(batch);
    return { rows, usage: usageBatch(this, batch, rows) };
  }

  /** libSQL has these rows, and said `terms` in the same transaction. */
  posted(rows: readonly SettledRow[], terms: MeterTerms, now: number): void {
    const batch = rows[0]?.batch ?? null;
    const before = this.clock.at(now) - RATE_WINDOW_MS;
    this.store.posted(batch, terms, { before, last: this.seq });
    if (batch !== null) this.outbox.posted(batch, rows.length, costOf(rows));
    this.terms = terms;
    this.quota = new PlanQuota(this.store, terms);
    this.budgets = new KeyBudgets(this.store, terms);
    this.ring.use(terms.keys);
  }

  private judge(key: MeterKey, { holdMicros, beyondPlan }: AdmitRequest, moment: Moment): Terms | Refused {
    const { now, steady } = moment;
    const state = keyStateAt(now, { status: "active", ...key });
    if (state !== "active") return { code: state === "disabled" ? "key_disabled" : "invalid_api_key" };
    const { waitMs: retryMs } = this.ring.windowOf(key.id).room(steady);
    if (retryMs > 0) return { code: "rate_limit_exceeded", retryMs };
    if (this.pending.size >= MOST_PENDING) return { code: "unavailable" };
    const quota = this.quota.at(now);
    if ("exceeded" in quota) return { code: "quota_exceeded", retryMs: quota.resetMs };
    if (quota.covered && !beyondPlan) return { hold: 0, covered: true };
    const budget = this.budgets.judge(key.id, holdMicros, now);
    if ("exceeded" in budget) return { code: "budget_exceeded", retryMs: budget.resetMs };
    if (this.standing.balanceMicros < holdMicros) return { code: "insufficient_balance" };
    return { hold: holdMicros, covered: false };
  }

  private record({ requestId, endpoint }: AdmitRequest, key: MeterKey, admission: Terms & Moment): void {
    const { hold, covered, now: at, steady } = admission;
    const seq = this.seq + 1;
    this.store.admit({
      ...{ seq, request_id: requestId, key_id: key.id, steady, at, hold },
      covered: covered ? 1 : 0,
      endpoint: normaliseEndpoint(endpoint),
    });
    this.seq = seq;
    this.held += hold;
    this.quota.add();
    this.budgets.spend({ keyId: key.id, at }, hold);
    this.ring.windowOf(key.id).add(steady);
    this.pending.set(requestId, { seq, keyId: key.id, hold, covered, at, progress: null });
  }

  private refuse(key: MeterKey, { code, retryMs }: Refused, moment: Moment): AdmitAnswer {
    const retry = retryMs === undefined ? {} : { retryAfterS: Math.ceil(retryMs / 1000) };
    return { admitted: false, code, page: null, ...retry, ...this.placeOf(key, moment) };
  }

  private placeOf({ id }: MeterKey, { steady }: Moment) {
    return { balanceMicros: this.standing.balanceMicros, ...this.ring.placeOf(id, steady) };
  }

  /** As it was before the object left memory, or was killed. */
  private restore(): void {
    for (const row of this.store.requests()) {
      const { seq, hold, at, covered } = row;
      this.seq = seq;
      this.clock = new SteadyClock({ wall: at, steady: row.steady });
      this.ring.windowOf(row.key_id).add(row.steady);
      if (row.state === 1) this.outbox.found(row.batch ?? 0, row.cost ?? 0);
      if (row.state !== 0) continue;
      const progress = progressOf(row);
      this.pending.set(row.request_id, {
        seq,
        keyId: row.key_id,
        hold,
        covered: covered === 1,
        at,
        progress,
      });
      this.held += hold;
    }
  }
}

/** Never more than was held, so that neither the balance nor a budget is exceeded. */
function dueOf({ covered, hold }: Pending, settlement: Settlement): Settlement {
  const sound = soundSettlement(settlement);
  return { ...sound, costMicros: covered ? 0 : Math.min(sound.costMicros, hold) };
}

const progressOf = ({ request_id: requestId, ...row }: RequestRow): Settlement | null =>
  row.cost === null
    ? null
    : {
        requestId,
        statusCode: row.status ?? CUT.statusCode,
        responseTimeMs: row.response_time ?? 0,
        costMicros: row.cost,
        tokensIn: row.tokens_in ?? 0,
        tokensOut: row.tokens_out ?? 0,
      };

/** Of a key that is not known, nothing is told. */
export const refusal = (code: RefusalCode): AdmitAnswer => ({
  ...{ admitted: false, code, page: null, balanceMicros: 0 },
  ...{ limit: RATE_LIMIT, remaining: 0, resetMs: 0 },
});
