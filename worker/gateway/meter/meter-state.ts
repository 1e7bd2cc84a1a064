import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { RATE_WINDOW_MS } from "#core/domain/gateway/rate-window.ts";
import { countedCode, type RequestRefusal } from "#core/domain/gateway/refusal-codes.ts";
import { SteadyClock } from "#core/domain/gateway/steady-clock.ts";
import { normaliseEndpoint } from "#core/domain/usage.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import type {
  AdmitRequest,
  AdmitResponse,
  Admitted,
  PreviewRequest,
  Refused,
  RefuseRequest,
  Settlement,
} from "../metering.ts";
import { AdmissionRules, type Moment } from "./admission-rules.ts";
import { allowsOrigin, KeyRing, lineageOf, type MeterKey } from "./key-ring.ts";
import { type AccountRow, type MeterStore, NO_TERMS } from "./meter-store.ts";
import { type OpenRequest, OpenRequests, openRequestOf } from "./open-request.ts";
import { Outbox } from "./outbox.ts";
import type { Refusal } from "./posted-sums.ts";
import { RefusalCounters } from "./refusal-counters.ts";
import { hidesBalance, unknownKey } from "./refusals.ts";
import { UnpostedRequests } from "./unposted-requests.ts";
import { type Payload, usageBatch } from "./usage-batch.ts";
import { checkAdmission, checkRequestId, settlementWithin } from "./validate.ts";

/** The edge stopped before it could settle the request. */
const ORPHANED = { statusCode: 503, outcome: OUTCOMES.orphaned };
const NO_REPORT = { responseTimeMs: 0, costMicros: 0, tokensIn: 0, tokensOut: 0 };

/**
 * The live state of one account: the terms that libSQL gave last, and every request since. Whatever must survive a crash
 * is written before memory changes, so that a failed write changes neither.
 */
export class MeterState {
  readonly accountId: number;
  readonly outbox: Outbox;
  readonly refusals: RefusalCounters;
  readonly ring = new KeyRing();
  readonly unposted: UnpostedRequests;
  /** Budgets that had no room for a request since they were last posted, by key and period. */
  readonly refusedBudgets = new Map<string, RefusedBudget>();
  private readonly store: MeterStore;
  private readonly open = new OpenRequests();
  private clock = new SteadyClock();
  private terms: MeterTerms;
  private rules: AdmissionRules;
  private seq = 0;

  constructor(store: MeterStore, { id, next_batch, ...row }: AccountRow) {
    const terms = row.terms ?? NO_TERMS;
    this.accountId = id;
    this.store = store;
    this.outbox = new Outbox(next_batch);
    this.refusals = new RefusalCounters(store, row.refused === 0 ? [] : store.refusals());
    this.unposted = new UnpostedRequests(store, { open: this.open, outbox: this.outbox });
    this.terms = terms;
    this.rules = new AdmissionRules(terms, this);
    this.ring.use(terms);
    this.restore();
  }

  /** False while the stored terms cannot be used and libSQL has not been read again. */
  get hasTerms(): boolean {
    return this.terms !== NO_TERMS;
  }

  /** Whether something waits for an alarm. */
  get busy(): boolean {
    return this.open.size > 0 || this.outbox.rows > 0 || this.refusals.unposted;
  }

  /** `balanceMicros`: the ledger's balance minus everything spent since and everything held. */
  get liveBalance() {
    const balanceMicros = this.terms.balanceMicros - this.outbox.micros - this.open.held;
    const { rows: unposted } = this.outbox;
    return { balanceMicros, heldMicros: this.open.held, pending: this.open.size, unposted };
  }

  /** The terms that libSQL gave last. */
  get known(): Pick<MeterTerms, "counted" | "mark"> {
    return this.terms;
  }

  /**
   * Decides, and records what it admits; a repeated request is not admitted again. `unavailable` means that libSQL has to
   * be read before the request can be judged.
   * @param now epoch ms.
   */
  admit(request: AdmitRequest, now: number): AdmitResponse {
    checkAdmission(request);
    const key = this.ring.find(request.keyHashes, now);
    if (key === undefined) return unknownKey(this.ring.unknownCode(request.keyHashes));
    const moment = { now, steady: this.clock.at(now) };
    const { requestId, origin } = request;
    if (!this.open.has(requestId)) {
      const verdict = this.judge(key, request, moment);
      if ("code" in verdict) return this.refused(key, verdict, { moment, origin });
      this.record(request, key, { ...verdict, ...moment });
    }
    const covered = this.open.get(requestId)?.covered ?? false;
    const standing = { page: origin, ...this.standingOf(key, moment) };
    const admitted: Admitted = { admitted: true, keyId: key.id, covered, ...standing };
    const models = request.own ? this.ring.restrictionsOf(key)?.models : null;
    return models ? { ...admitted, models } : admitted;
  }

  /** What `admit` would decide about a request that costs nothing; records nothing. */
  preview(request: PreviewRequest, now: number): AdmitResponse {
    checkRequestId(request.requestId);
    const key = this.ring.find(request.keyHashes, now);
    if (key === undefined) return unknownKey(this.ring.unknownCode(request.keyHashes));
    const moment = { now, steady: this.clock.at(now) };
    const { origin } = request;
    const verdict = this.judge(key, { ...request, holdMicros: 0 }, moment);
    if ("code" in verdict) return this.refused(key, verdict, { moment, origin });
    return { admitted: true, keyId: key.id, ...verdict, page: origin, ...this.standingOf(key, moment) };
  }

  /** A request that the edge refuses: it uses the key's rate and is counted, both once. */
  refuse(request: RefuseRequest, now: number): Refused<RequestRefusal | Refusal["code"]> {
    const { keyHashes, requestId, code, origin } = request;
    checkRequestId(requestId);
    const key = this.ring.find(keyHashes, now);
    if (key === undefined) return unknownKey(this.ring.unknownCode(keyHashes));
    const moment = { now, steady: this.clock.at(now) };
    const own = this.rules.refuseKey(key, request, moment);
    const refusal = own ?? { code };
    const isNew = this.countRefusal({ keyHashes, requestId }, refusal.code, now);
    if (own === null && isNew) this.ring.windowOf(key.id).add(moment.steady);
    return this.refused(key, refusal, { moment, origin });
  }

  /**
   * Counts a final refusal, also with an expired or revoked key.
   * @returns false for an unknown key, and for a request that was counted already.
   */
  countRefusal(
    { keyHashes, requestId }: Pick<AdmitRequest, "keyHashes" | "requestId">,
    code: string,
    now: number,
  ): boolean {
    const keyId = this.ring.idOf(keyHashes);
    return keyId !== undefined && this.refusals.count({ requestId, keyId, code: countedCode(code) }, now);
  }

  /**
   * A repetition changes nothing, and neither does the settlement of an orphaned request.
   * @returns `shown`: the keys of all these requests may see the balance. `awaited`: somebody waits for a receipt.
   */
  settle(settlements: readonly Settlement[]): { shown: boolean; awaited: boolean } {
    let [shown, awaited] = [true, false];
    for (const settlement of settlements) {
      const request = this.open.get(settlement.requestId);
      if (request !== undefined) this.close(request, settlement);
      shown &&= request !== undefined && this.ring.showsBalance(request.keyId);
      awaited ||= request !== undefined && this.ring.isPlayground(request.keyId);
    }
    return { shown, awaited };
  }

  /** Records the cost of a request so far. Does nothing once it is settled. */
  progress(settlement: Settlement): void {
    const request = this.open.get(settlement.requestId);
    if (request === undefined) return;
    const report = settlementWithin(request.hold, settlement);
    this.store.progress(request.seq, report);
    request.progress = report;
  }

  /** Settles requests admitted more than `ageMs` ago: charges their last reported cost and releases their holds. */
  closeOrphans(ageMs: number, now: number): void {
    const before = this.clock.at(now) - ageMs;
    for (const { requestId, progress } of this.open.admittedBefore(before))
      this.settle([{ ...(progress ?? { requestId, ...NO_REPORT }), ...ORPHANED }]);
  }

  /** Usage for libSQL to store next. The batch stays the same until terms say that libSQL has it. */
  payload(now: number): Payload {
    const refusals = this.refusals.toPost(now);
    const rows = this.store.oldestBatch();
    this.outbox.send(rows);
    const refused = [...this.refusedBudgets.values()];
    return { batch: usageBatch(this.accountId, rows), refusals, refused };
  }

  /** libSQL has the refusals and refused budgets of the payload. Terms say whether it has the batch. */
  posted({ refusals, refused }: Omit<Payload, "batch">, now: number): void {
    this.refusals.posted(refusals, now);
    for (const [name, one] of this.refusedBudgets)
      if (refused.includes(one)) this.refusedBudgets.delete(name);
  }

  /**
   * Takes the terms that libSQL gave after all that it gave before. Their mark decides which batches libSQL has: also those
   * whose response was lost.
   */
  read(read: MeterTerms, now: number): void {
    const { mark } = read;
    const taken = mark === null ? null : (this.outbox.sentAs(mark) ?? this.store.waitingUpTo(mark));
    const before = this.clock.at(now) - RATE_WINDOW_MS;
    // Retention may have deleted the latest row since.
    const latestUsage = Math.max(read.latestUsage ?? 0, this.terms.latestUsage ?? 0);
    const terms = { ...read, latestUsage };
    this.store.posted(taken?.batch ?? null, terms, { before, last: this.seq });
    this.refusals.save(now);
    if (taken !== null) this.outbox.posted(taken);
    this.use(terms);
  }

  private use(terms: MeterTerms): void {
    this.terms = terms;
    this.unposted.clear();
    this.rules = new AdmissionRules(terms, this);
    this.ring.use(terms);
  }

  private judge(key: MeterKey, request: PreviewRequest & Pick<AdmitRequest, "holdMicros">, moment: Moment) {
    const { balanceMicros, pending: inFlight } = this.liveBalance;
    return (
      this.rules.refuseKey(key, request, moment) ??
      this.rules.judge(key, request, { balanceMicros, inFlight, ...moment })
    );
  }

  private record(
    request: AdmitRequest,
    key: MeterKey,
    { covered, now, steady }: Moment & { covered: boolean },
  ): void {
    const { requestId, holdMicros: hold, endpoint, model, priceListId } = request;
    const seq = this.seq + 1;
    const lineage = lineageOf(key);
    this.store.admit({
      seq,
      request_id: requestId,
      key_id: key.id,
      lineage,
      steady,
      at: now,
      hold,
      covered: covered ? 1 : 0,
      value: covered ? hold : 0,
      endpoint: normaliseEndpoint(endpoint),
      model: model ?? null,
      price_list: priceListId ?? null,
    });
    this.seq = seq;
    const admitted = { requestId, seq, keyId: key.id, lineage, hold, covered, at: now, steady };
    this.open.add({ ...admitted, progress: null });
    this.unposted.add(admitted, {
      requests: 1,
      ...(covered ? { valueMicros: hold } : { spentMicros: hold }),
    });
    this.ring.windowOf(key.id).add(steady);
    this.refusals.save(now);
  }

  private close(request: OpenRequest, settlement: Settlement): void {
    const { seq, hold, covered } = request;
    const checked = settlementWithin(hold, settlement);
    const price = checked.costMicros;
    const costMicros = covered ? 0 : price;
    const valueMicros = covered ? price : 0;
    this.store.settle(seq, { ...checked, costMicros }, { valueMicros, batch: this.outbox.open });
    this.open.delete(request);
    this.unposted.add(request, covered ? { valueMicros: price - hold } : { spentMicros: price - hold });
    this.outbox.joined(costMicros);
  }

  private refused<Code>(
    key: MeterKey,
    { retryMs, ...refusal }: Refusal<Code>,
    { moment, origin }: { moment: Moment; origin: string | null },
  ): Refused<Code> {
    const retry = retryMs === undefined ? {} : { retryAfterS: Math.ceil(retryMs / 1000) };
    const page = origin !== null && allowsOrigin(key, origin) ? origin : null;
    const hidden = hidesBalance(refusal.code) ? { balanceMicros: null } : {};
    return { admitted: false, ...refusal, page, ...retry, ...this.standingOf(key, moment), ...hidden };
  }

  private standingOf(key: MeterKey, { steady }: Moment) {
    const balanceMicros = key.showsBalance ? this.liveBalance.balanceMicros : null;
    return { balanceMicros, ...this.ring.rateWindowPosition(key, steady) };
  }

  /** Restores state after eviction or a crash. */
  private restore(): void {
    for (const row of this.store.requests()) {
      this.seq = row.seq;
      this.clock = new SteadyClock({ wall: row.at, steady: row.steady });
      this.ring.windowOf(row.key_id).add(row.steady);
      if (row.state === 1) this.outbox.found(row.batch ?? 0, row.cost ?? 0);
      if (row.state === 0) this.open.add(openRequestOf(row));
    }
  }
}
