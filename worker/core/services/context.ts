import type { Clock } from "#core/ports.ts";
import type { Database } from "#core/storage/database.ts";

/**
 * What every use case is given; time and storage come in from outside.
 *
 * Each may throw, beside what it names itself, DomainError `database_unavailable`, also as the cause of another error.
 */
export interface ServiceContext {
  db: Database;
  clock: Clock;
  /** Names the call in answers, logs and the audit log. */
  requestId: string;
  /** Left out of what nobody asked for from anywhere, like a run of the cron. */
  place?: RequestPlace;
}

/** Where a request comes from. */
export interface RequestPlace {
  /** ISO 3166 code, as the platform tells it and never the client; null when it does not. */
  country: string | null;
  /** As the platform tells it. */
  city: string | null;
  /** The client's own word: another browser can pretend to be a known one, but only from the same country. */
  userAgent: string | null;
}

export interface Account {
  /** Row id of `accounts`; every query filters by it. */
  id: number;
  userId: string;
  email: string;
}

/** What the verified access token says of the request itself; none of it comes from a body or a path. */
export interface Caller {
  token: string;
  /** `aal1` or `aal2`: whether a second factor was confirmed in this session. */
  assurance: string;
  sessionId: string;
}

/** For use cases that depend on how the account is signed in, not only on which it is. */
export interface CallerContext {
  caller: Caller;
}

/** A use case on behalf of a signed-in account. */
export interface AccountContext extends ServiceContext {
  account: Account;
}
