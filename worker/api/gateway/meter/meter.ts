import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { syncMeter } from "#core/services/gateway/sync-meter.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { findAccountByRoute } from "#core/storage/gateway-flush.ts";
import { describeError, logEvent } from "#worker/log.ts";
import { databaseEnv, parseEnv } from "../../../env-schema.ts";
import type { AdmitAnswer, AdmitRequest, Settlement } from "../metering.ts";
import { Books, refusal } from "./books.ts";
import { MeterStore } from "./meter-store.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { openBooks, UnreadableMeter } from "./open-books.ts";
import { BATCH_ROWS } from "./outbox.ts";

const meterEnv = z.object(databaseEnv);
const clock = { now: () => Date.now() };

/** How often, at most, libSQL is asked whether a refusal still holds. */
const REREAD_AFTER_MS = 1_000;
/** How long a request that would be refused waits for that. */
const PATIENCE_MS = 2_000;
const DATABASE_TIMEOUT_MS = 10_000;
/** Whoever sends a first request watches for it: libSQL is told this soon, but no more often than it is anyway. */
const PROMPT_MS = 500;
/** How often an object that cannot be read is started again: by code that can, once that is deployed. */
const UNREADABLE_MS = 600_000;

/** Whom an object that was never used is for. */
type Owner = { route: string; keyHashes: readonly string[] };

/** Admits the requests of one account; named by the account's route. */
export class Meter extends DurableObject<Cloudflare.Env> {
  private readonly store = new MeterStore(this.ctx.storage);
  private readonly syncs = new OneAtATime();
  private opened = openBooks(this.store, this.ctx.id.toString());
  private database: Database | null = null;
  private alarmAt: number | null = null;
  private retryAt = 0;
  private askedAt = 0;
  private toldAt = 0;
  private silent = false;

  constructor(context: DurableObjectState, env: Cloudflare.Env) {
    super(context, env);
    // Whatever waits was written together with an alarm. Setting one here would put off the one that woke the object.
    void context.blockConcurrencyWhile(async () => {
      this.alarmAt = await context.storage.getAlarm();
    });
  }

  /** Null in an object that was never used. @throws UnreadableMeter */
  private get books(): Books | null {
    if (this.opened instanceof UnreadableMeter) throw this.opened;
    return this.opened;
  }

  /** `flushMs`: how long libSQL may lag behind; `orphanMs`: longer than any request can take; `retryMs`: pause after a failure. */
  protected get timing() {
    return { flushMs: 10_000, orphanMs: 720_000, retryMs: 5_000 };
  }

  /** The answer leaves once the admission is on disk, and with it the settlements that rode along. */
  async admit(route: string, request: AdmitRequest, settlements: Settlement[]): Promise<AdmitAnswer> {
    this.settle(settlements);
    const answer = this.decide(request);
    if (answer.admitted || answer.code === "rate_limit_exceeded") return answer;
    if (await this.reread({ route, keyHashes: request.keyHashes })) return this.decide(request);
    return answer.code === "invalid_api_key" && this.silent ? refusal("unavailable") : answer;
  }

  /** @returns the balance that may still be spent, micro-dollars, if it is known; it leaves once the settlements are on disk. */
  settle(settlements: Settlement[]): number | null {
    if (this.books === null) return null;
    this.books.settle(settlements);
    const { rows } = this.books.outbox;
    if (rows >= BATCH_ROWS) this.wake(0);
    else if (rows > 0) this.wake(Math.max(PROMPT_MS, this.toldAt + this.timing.flushMs - Date.now()));
    return this.books.hasTerms ? this.books.standing.balanceMicros : null;
  }

  /** Charged if the request is never settled. */
  progress(settlement: Settlement): void {
    this.books?.progress(settlement);
  }

  /** Whether pages of this origin may read what is answered to a key of these look-ups. */
  async allows(route: string, keyHashes: readonly string[], origin: string): Promise<boolean> {
    if (!this.books?.hasTerms) await this.reread({ route, keyHashes });
    return this.books?.allows(keyHashes, origin) ?? false;
  }

  /** @returns false when libSQL did not answer, so that the account's requests are judged as before. */
  async refresh(): Promise<boolean> {
    if (this.books === null && !this.syncs.busy) return true;
    return this.syncs
      .fresh(() => this.synchronise(null))
      .then(
        () => true,
        () => false,
      );
  }

  /** The account's live money; null of an account whose keys were never used. */
  standing() {
    return this.books?.standing ?? null;
  }

  /** Never throws: the platform gives up an alarm that does so a few times. */
  override async alarm(): Promise<void> {
    this.alarmAt = null;
    if (this.opened instanceof UnreadableMeter) return this.wake(UNREADABLE_MS);
    const { flushMs, orphanMs, retryMs } = this.timing;
    try {
      this.books?.closeOrphans(Date.now() - orphanMs);
      await this.flush();
    } catch (error) {
      this.retryAt = Date.now() + retryMs;
      this.logDelay(error);
    }
    if (this.books?.busy) this.wake(this.retryAt > Date.now() ? retryMs : flushMs);
  }

  private logDelay(error: unknown): void {
    const whose = { account: this.books?.accountId, object: this.ctx.id.toString() };
    const causes = describeError(error);
    logEvent("warn", { event: "meter_flush_delayed", worker: "api", ...whose, causes });
  }

  private decide(request: AdmitRequest): AdmitAnswer {
    if (this.books === null) return refusal("invalid_api_key");
    const answer = this.books.admit(request, Date.now());
    if (answer.admitted) this.wake(this.timing.flushMs);
    return answer;
  }

  /** A refusal that libSQL could lift is not given before libSQL was asked. @returns whether it was. */
  private async reread(owner: Owner): Promise<boolean> {
    if (!this.syncs.busy && Math.abs(Date.now() - this.askedAt) < REREAD_AFTER_MS) return false;
    const asked = this.syncs
      .join(() => this.synchronise(owner))
      .then(
        () => true,
        () => false,
      );
    const impatient = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
    return Promise.race([asked, impatient]);
  }

  private async flush(): Promise<void> {
    if (this.books === null) return;
    const { outbox } = this.books;
    for (const last = outbox.open; outbox.waits(last); ) await this.syncs.join(() => this.synchronise(null));
  }

  private async synchronise(owner: Owner | null): Promise<void> {
    this.askedAt = Date.now();
    this.silent = true;
    this.database ??= this.openDatabase();
    const db = this.database;
    const accountId = this.books?.accountId ?? (await findOwner(db, owner));
    if (accountId !== null) await this.exchange(db, accountId);
    this.silent = false;
  }

  /** Tells libSQL what was used, and hears what holds from now on. */
  private async exchange(db: Database, accountId: number): Promise<void> {
    const batch = this.books?.nextBatch() ?? null;
    const told = { batch: batch?.usage ?? null, refused: this.books?.refusedBudgets ?? [] };
    const terms = await syncMeter({ db, clock }, accountId, told);
    if (batch !== null) this.toldAt = Date.now();
    if (this.books !== null) this.books.posted(batch?.rows ?? [], terms, Date.now());
    else this.opened = new Books(this.store, this.store.create(accountId, newEpoch(), terms));
  }

  private openDatabase(): Database {
    const { LIBSQL_URL, LIBSQL_AUTH_TOKEN } = parseEnv("latchkey-api", meterEnv, this.env);
    return openDatabase({ url: LIBSQL_URL, authToken: LIBSQL_AUTH_TOKEN, timeoutMs: DATABASE_TIMEOUT_MS });
  }

  private wake(pause: number): void {
    const at = Math.max(Date.now() + pause, this.retryAt);
    if (this.alarmAt !== null && this.alarmAt <= at) return;
    this.alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}

/** An account that libSQL does not know leaves nothing behind. */
const findOwner = async (db: Database, owner: Owner | null) =>
  owner === null ? null : findAccountByRoute(db, owner.route, owner.keyHashes);

/** Keeps an object that lost its storage from repeating the sources of its earlier batches. */
const newEpoch = () => crypto.randomUUID().slice(0, 8);
