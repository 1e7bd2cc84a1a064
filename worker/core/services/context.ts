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
}

export interface Account {
  /** Row id of `accounts`; every query filters by it. */
  id: number;
  userId: string;
  email: string;
}

/** A use case on behalf of a signed-in account. */
export interface AccountContext extends ServiceContext {
  account: Account;
}
