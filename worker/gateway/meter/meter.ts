import { DurableObject } from "cloudflare:workers";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import { LimitedLog } from "#worker/limited-log.ts";
import { describeError } from "#worker/log.ts";
import type {
  AccountMeter,
  AdmitRequest,
  AdmitResponse,
  Identified,
  PreviewRequest,
  RefuseRequest,
  Settlement,
} from "../metering.ts";
import { type MeterLink, meterLinkOf } from "./meter-link.ts";
import { MeterSpans } from "./meter-spans.ts";
import { MeterState } from "./meter-state.ts";
import { MeterStore } from "./meter-store.ts";
import { NextAlarm } from "./next-alarm.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { openMeter, UnreadableMeter } from "./open-meter.ts";
import { BATCH_ROWS } from "./outbox.ts";
import { isFinal, isUnknown, unknownKey } from "./refusals.ts";

/** In an outage every object with waiting usage fails every few seconds. */
const delays = new LimitedLog({ event: "meter_flush_delayed", level: "warn", worker: "gateway" });

/** How often, at most, libSQL is read again to see whether a refusal still holds. */
const REREAD_AFTER_MS = 1_000;
/** How long a request that would be refused waits for that. */
const PATIENCE_MS = 2_000;
/** Reads of libSQL for one request, should the clock reach another period during each of them. */
const READS_MAX = 3;
/** The share of the longest pause by which an object's own may be shorter. */
const FLUSH_SPREAD = 0.3;
/** Someone waits to see a new customer's first request, and one from the Playground: libSQL gets them this soon. */
const PROMPT_MS = 500;
/** How often an object that cannot be read is started again: by code that can, once that is deployed. */
const UNREADABLE_MS = 600_000;

/** Admits the requests of one account; named by the route in the account's keys. */
export class Meter extends DurableObject<object> {
  private readonly spans = new MeterSpans(this.ctx, this.env);
  private readonly store = new MeterStore(this.ctx.storage);
  private readonly reads = new OneAtATime();
  private readonly posts = new OneAtATime();
  /** Objects that began at the same time would otherwise all post at the same time, and hold up each other's requests. */
  private readonly flushMs = this.timing.flushMs * (1 - FLUSH_SPREAD * Math.random());
  private opened = openMeter(this.store, this.ctx.id.toString());
  private connected: MeterLink | null = null;
  /** How often terms were taken. */
  private taken = 0;
  private readonly nextAlarm = new NextAlarm(this.ctx.storage);
  private retryAt = 0;
  private readAt = 0;
  private postedAt = 0;
  /** libSQL did not respond the last time, or is yet to. */
  private databaseUnreachable = false;

  constructor(context: DurableObjectState, env: object) {
    super(context, env);
    // Requests that wait were written together with an alarm. Setting one here would delay the one that woke the object.
    if (this.opened instanceof MeterState && this.opened.busy)
      void context.blockConcurrencyWhile(() => this.nextAlarm.find());
  }

  private get link(): MeterLink {
    this.connected ??= meterLinkOf(this.env, this.timing.posterMs);
    return this.connected;
  }

  /** Null in an object that was never used. @throws UnreadableMeter */
  private get state(): MeterState | null {
    if (this.opened instanceof UnreadableMeter) throw this.opened;
    return this.opened;
  }

  /** `flushMs`: how long libSQL may lag behind, at most; `orphanMs`: longer than any request can take; `retryMs`: pause after a failure; `posterMs`: longer than a poster's calls to libSQL take. */
  protected get timing() {
    return { flushMs: 10_000, orphanMs: 720_000, retryMs: 5_000, posterMs: 30_000 };
  }

  /**
   * Resolves once the admission is on disk, and with it the settlements that rode along.
   * @param traceparent of a request that is recorded.
   */
  async admit(
    meterName: string,
    request: AdmitRequest,
    settlements: Settlement[],
    traceparent?: string,
  ): Promise<AdmitResponse> {
    const { requestId } = request;
    const span = this.spans.begin({ method: "admit", traceparent, requestId });
    if (settlements.length > 0) this.settle(settlements);
    const decision = await this.decide(
      meterName,
      () => this.state?.admit(request, Date.now()) ?? unknownKey(),
    );
    if (decision.admitted) this.wake(this.flushMs);
    else this.countRefusal(request, decision.code);
    this.spans.end(span);
    return decision;
  }

  /** Whether the request would be admitted if it cost nothing. A refusal is counted. */
  async preview(meterName: string, request: PreviewRequest): Promise<AdmitResponse> {
    const decision = await this.decide(
      meterName,
      () => this.state?.preview(request, Date.now()) ?? unknownKey(),
    );
    if (!decision.admitted) this.countRefusal(request, decision.code);
    return decision;
  }

  /**
   * An unknown key is looked up in libSQL at most once a second. A request with an expired or revoked one is counted,
   * under its id.
   */
  async identify(
    meterName: string,
    keyHashes: readonly string[],
    origin: string | null,
    requestId?: string,
  ): Promise<Identified> {
    const known = this.state?.ring.identify(keyHashes, origin, Date.now());
    if (known) return known;
    const read = await this.reread(meterName);
    const found = this.state?.ring.identify(keyHashes, origin, Date.now());
    if (found) return found;
    const unavailable = !read && this.databaseUnreachable;
    const code = this.state?.ring.unknownCode(keyHashes) ?? "invalid_api_key";
    if (requestId !== undefined && !unavailable) this.countRefusal({ keyHashes, requestId }, code);
    return { known: false, unavailable, code };
  }

  /** Counts a request that the edge refuses, which uses the key's rate. */
  async refuse(meterName: string, request: RefuseRequest): ReturnType<AccountMeter["refuse"]> {
    const { keyHashes, origin, requestId } = request;
    const identified = await this.identify(meterName, keyHashes, origin, requestId);
    if (!identified.known) return unknownKey(identified.unavailable ? "unavailable" : identified.code);
    if (this.state === null) return unknownKey();
    this.wake(this.flushMs);
    return this.state.refuse(request, Date.now());
  }

  /** Resolves once they are on disk. @returns the balance that may still be spent, micro-dollars; null when unknown or hidden. */
  settle(settlements: Settlement[], traceparent?: string): number | null {
    if (this.state === null) return null;
    const requestId = settlements[0]?.requestId;
    const span = this.spans.begin({ method: "settle", traceparent, requestId });
    const { shown, awaited } = this.state.settle(settlements);
    this.spans.end(span);
    const { rows } = this.state.outbox;
    if (rows >= BATCH_ROWS) this.wake(0);
    else if (rows > 0) this.wake(this.isFirst || awaited ? PROMPT_MS : this.flushMs);
    return shown && this.state.hasTerms ? this.state.liveBalance.balanceMicros : null;
  }

  /** Charged if the request is never settled. */
  progress(settlement: Settlement): void {
    this.state?.progress(settlement);
  }

  /** Whether browsers on this origin may read responses to a key of these lookups. */
  async allows(meterName: string, keyHashes: readonly string[], origin: string): Promise<boolean> {
    if (!this.state?.hasTerms) await this.reread(meterName);
    return this.state?.ring.allows(keyHashes, origin, Date.now()) ?? false;
  }

  /** @returns false when libSQL did not respond, so that the account's requests are judged as before. */
  async refresh(): Promise<boolean> {
    if (this.state === null && !this.reads.busy) return true;
    return this.reads
      .fresh(() => this.readTerms(null))
      .then(
        () => true,
        () => false,
      );
  }

  /** The account's live money; null of an account whose keys were never used. */
  standing() {
    return this.state?.liveBalance ?? null;
  }

  /** Never throws: the platform gives up an alarm that does so a few times. */
  override async alarm(): Promise<void> {
    this.nextAlarm.rang();
    if (this.opened instanceof UnreadableMeter) return this.wake(UNREADABLE_MS);
    const { orphanMs, retryMs } = this.timing;
    try {
      this.state?.closeOrphans(orphanMs, Date.now());
      await this.flush();
    } catch (error) {
      this.retryAt = Date.now() + retryMs;
      this.logDelay(error);
    }
    if (this.state?.busy) this.wake(this.retryAt > Date.now() ? retryMs : this.flushMs);
  }

  private logDelay(error: unknown): void {
    const object = this.ctx.id.toString();
    delays.report(object, { account: this.state?.accountId, object, causes: describeError(error) });
  }

  /** Reads libSQL before it gives a refusal that libSQL could lift. */
  private async decide(meterName: string, decision: () => AdmitResponse): Promise<AdmitResponse> {
    let last = decision();
    if (last.admitted) return last;
    for (let reads = 0; reads < READS_MAX && !last.admitted && !isFinal(last.code); reads += 1) {
      const read = await this.reread(meterName, last.code === "unavailable");
      if (!read && this.databaseUnreachable && isUnknown(last.code)) return unknownKey("unavailable");
      if (!read) break;
      last = decision();
      if (last.admitted || last.code !== "unavailable") break;
    }
    return last;
  }

  private countRefusal(request: Pick<AdmitRequest, "keyHashes" | "requestId">, code: string): void {
    if (this.state?.countRefusal(request, code, Date.now())) this.wake(this.flushMs);
  }

  /** @param needed without it, the request can't be judged at all. @returns whether libSQL was read. */
  private async reread(meterName: string, needed = false): Promise<boolean> {
    const recent = Math.abs(Date.now() - this.readAt) < REREAD_AFTER_MS;
    if (!this.reads.busy && recent && (!needed || this.databaseUnreachable)) return false;
    const read = this.reads
      .join(() => this.readTerms(meterName))
      .then(
        () => true,
        () => false,
      );
    const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
    return Promise.race([read, timedOut]);
  }

  private async flush(): Promise<void> {
    if (this.state === null) return;
    const { outbox, refusals } = this.state;
    const last = outbox.open;
    if (!outbox.waits(last) && !refusals.unposted) return;
    do await this.posts.join(() => this.post());
    while (outbox.waits(last));
  }

  /** @param meterName null for an object that knows its account. An unknown one leaves nothing behind. */
  private async readTerms(meterName: string | null): Promise<void> {
    this.readAt = Date.now();
    this.databaseUnreachable = true;
    const known = this.state?.accountId ?? null;
    const accountId = known ?? (meterName === null ? null : await this.link.accountOf(meterName));
    while (accountId !== null && !(await this.readOnce(accountId)));
    this.databaseUnreachable = false;
  }

  /** @returns false if other terms were taken meanwhile: these may be older. */
  private async readOnce(accountId: number): Promise<boolean> {
    const before = this.taken;
    const terms = await this.link.read(accountId, this.state?.known);
    if (this.taken !== before) return false;
    this.take(accountId, terms);
    return true;
  }

  /** Hands usage over to libSQL, with other accounts' if it can, and takes the terms that hold from now on. */
  private async post(): Promise<void> {
    const { state } = this;
    if (state === null) return;
    const payload = state.payload(Date.now());
    const before = this.taken;
    const terms = await this.link.post({ accountId: state.accountId, ...payload, known: state.known });
    this.databaseUnreachable = false;
    if (payload.batch) this.postedAt = Date.now();
    state.posted(payload, Date.now());
    if (this.taken === before) this.take(state.accountId, terms);
    // Terms that a read brought meanwhile may be newer than these or lack this batch.
    else await this.reads.fresh(() => this.readTerms(null));
  }

  private take(accountId: number, terms: MeterTerms): void {
    this.taken += 1;
    if (this.state !== null) this.state.read(terms, Date.now());
    else this.opened = new MeterState(this.store, this.store.create(accountId, terms));
  }

  /** Nothing was posted for longer than the usual pause. Others wait for the alarm that was set at their admission. */
  private get isFirst(): boolean {
    return Math.abs(Date.now() - this.postedAt) >= this.flushMs;
  }

  private wake(pause: number): void {
    const now = Date.now();
    this.nextAlarm.setBy(Math.max(now + pause, Math.min(this.retryAt, now + this.timing.retryMs)));
  }
}
