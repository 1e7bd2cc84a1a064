import { rateRefusal } from "#core/domain/gateway/restrictions/rate.ts";
import type { RestrictedRequest } from "#core/domain/gateway/restrictions/table.ts";
import type { MeterTerms } from "#core/services/gateway/sync-meter.ts";
import type { RefusedBudget } from "#core/services/notifications/note-budgets.ts";
import type { AdmitRequest } from "../metering.ts";
import { allowsOrigin, type KeyRing, type MeterKey } from "./key-ring.ts";
import { PlanCover } from "./plan-cover.ts";
import type { Refusal } from "./posted-sums.ts";
import { SpendingLimits } from "./spending-limits.ts";
import type { UnpostedRequests } from "./unposted-requests.ts";

/** More requests of an account are refused until some are settled. */
const IN_FLIGHT_MAX = 500;
const IN_FLIGHT_RETRY_MS = 1_000;

/** The moment of a decision on both clocks, epoch ms. */
export interface Moment {
  now: number;
  steady: number;
}

/** What a key alone decides about. */
type KeyRequest = RestrictedRequest & Pick<AdmitRequest, "origin" | "session">;

interface Funds {
  /** Micro-dollars that may still be spent. */
  balanceMicros: number;
  inFlight: number;
}

interface Account {
  ring: KeyRing;
  unposted: UnpostedRequests;
  refusedBudgets: Map<string, RefusedBudget>;
}

/** Decides which requests are admitted, and who pays for them, under the terms that libSQL gave last. */
export class AdmissionRules {
  private readonly limits: SpendingLimits;
  private readonly plan: PlanCover;
  private readonly ring: KeyRing;
  private readonly suspended: boolean;
  private readonly stopped: boolean;
  private readonly sessions: MeterTerms["sessions"];

  constructor(terms: MeterTerms, { ring, unposted, refusedBudgets: refused }: Account) {
    this.ring = ring;
    this.plan = new PlanCover(unposted, terms);
    this.limits = new SpendingLimits(terms, { unposted, refused });
    this.suspended = terms.suspendedAt !== null;
    this.stopped = terms.stoppedAt !== null;
    this.sessions = terms.sessions;
  }

  /** Reasons to refuse that have nothing to do with the request's cost. */
  refuseKey(key: MeterKey, request: KeyRequest, { now, steady }: Moment): Refusal | null {
    const { origin, session } = request;
    if (key.playground && !this.isAlive(session, now)) return { code: "grant_not_valid" };
    if (origin !== null && !allowsOrigin(key, origin)) return { code: "origin_not_allowed" };
    if (key.disabledAt !== null) return { code: "key_disabled" };
    if (this.suspended) return { code: "account_suspended" };
    if (this.stopped) return { code: "account_stopped" };
    const own = this.ring.restrictionsOf(key);
    const restricted = own?.refuse(request) ?? null;
    if (restricted !== null) return restricted;
    const { waitMs: retryMs } = this.ring.windowOf(key.id).room(steady, own?.rateLimit);
    if (retryMs === 0) return null;
    const message = own === null ? {} : { message: rateRefusal(own.rateLimit) };
    return { code: "rate_limit_exceeded", retryMs, ...message };
  }

  /** Whether grants of the session are still accepted. */
  private isAlive(session: string | null | undefined, now: number): boolean {
    return this.sessions.some(({ id, endsAt }) => id === session && endsAt > now);
  }

  /** For a key that `refuseKey` lets through. `covered`: the plan pays, otherwise the balance. */
  judge(
    key: MeterKey,
    { holdMicros: hold, needsFunds = false }: Pick<AdmitRequest, "holdMicros" | "needsFunds">,
    { balanceMicros, inFlight, now }: Funds & Moment,
  ): { covered: boolean } | Refusal {
    if (inFlight >= IN_FLIGHT_MAX) return { code: "concurrency_limit_exceeded", retryMs: IN_FLIGHT_RETRY_MS };
    const cover = this.plan.judge(hold, now);
    if ("code" in cover || cover.covered) return cover;
    const limited = this.limits.judge(key, hold, now);
    if (limited !== null) return limited;
    const least = needsFunds ? Math.max(hold, 1) : hold;
    return balanceMicros < least ? { code: "insufficient_balance" } : { covered: false };
  }
}
