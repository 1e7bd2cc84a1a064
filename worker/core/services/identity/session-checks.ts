import { DomainError } from "#core/domain/errors.ts";
import type { Clock, LiveUser, UserDirectory } from "#core/ports.ts";
import type { Caller } from "#core/services/context.ts";

/** A read trusts the last check of its session for this long. */
export const CHECKED_FOR_MS = 60_000;
const READ_WAIT_MS = 2000;
/** Per isolate, about 2 MB. A forgotten session is only checked again. */
const MAX_SESSIONS = 10_000;

export type SessionCaller = Caller & { userId: string };

interface Check {
  /** Epoch ms. */
  at: number;
  assurance: string;
}

interface Outside {
  directory: UserDirectory;
  clock: Clock;
}

/** A token outlives its session by up to an hour and says nothing reliable about second factors. */
export class SessionChecks {
  readonly #outside: Outside;
  readonly #checks = new Map<string, Check>();
  readonly #pending = new Map<string, Promise<LiveUser | null>>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** For a change. @throws DomainError `unauthorized`, `second_factor_required`, `identity_unavailable`. */
  async confirm(caller: SessionCaller): Promise<LiveUser> {
    const user = await this.#ask(caller);
    if (!user.hasSecondFactor || caller.assurance === "aal2") return user;
    throw new DomainError("second_factor_required", "Confirm with your authenticator app first.");
  }

  /**
   * For a read: checks once a minute per session. Null when no check was due, or the provider is unreachable.
   * Concurrent requests share a check, which `keepAlive` lets finish after a cancellation. @throws DomainError
   * `unauthorized`.
   */
  async recent(
    caller: SessionCaller,
    keepAlive: (check: Promise<unknown>) => void,
  ): Promise<LiveUser | null> {
    const key = keyOf(caller);
    if (this.#isRecent(this.#checks.get(key), caller)) return null;
    const shared = `${key} ${caller.assurance}`;
    const pending = this.#pending.get(shared);
    if (pending !== undefined) return pending;
    const check = this.#askUnlessAway(caller).finally(() => this.#pending.delete(shared));
    this.#pending.set(shared, check);
    keepAlive(Promise.allSettled([check]));
    return check;
  }

  #isRecent(check: Check | undefined, { assurance }: SessionCaller): boolean {
    if (check === undefined || check.assurance !== assurance) return false;
    const age = this.#outside.clock.now() - check.at;
    return age >= 0 && age < CHECKED_FOR_MS;
  }

  async #askUnlessAway(caller: SessionCaller): Promise<LiveUser | null> {
    const at = this.#outside.clock.now();
    try {
      return await this.#ask(caller, { timeoutMs: READ_WAIT_MS });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "identity_unavailable") throw error;
      this.#remember(caller, at);
      return null;
    }
  }

  async #ask(caller: SessionCaller, options: { timeoutMs?: number } = {}): Promise<LiveUser> {
    const { directory, clock } = this.#outside;
    const at = clock.now();
    try {
      const user = await directory.findUser(caller.token, options);
      requireSame(user, caller, clock.now());
      this.#remember(caller, at);
      return user;
    } catch (error) {
      if (error instanceof DomainError && error.code === "unauthorized") this.#checks.delete(keyOf(caller));
      throw error;
    }
  }

  #remember(caller: SessionCaller, at: number): void {
    const key = keyOf(caller);
    this.#checks.delete(key);
    this.#checks.set(key, { at, assurance: caller.assurance });
    const [oldest] = this.#checks.keys();
    if (this.#checks.size > MAX_SESSIONS && oldest !== undefined) this.#checks.delete(oldest);
  }
}

/** With the user, so that a token naming another user's session doesn't pass for a check of it. */
const keyOf = ({ userId, sessionId }: SessionCaller) => `${userId} ${sessionId}`;

function requireSame(user: LiveUser, { userId }: SessionCaller, now: number): void {
  if (user.id !== userId)
    throw new DomainError(
      "identity_unavailable",
      "The sign-in service sent an unexpected response. Please try again in a minute.",
      {},
      new Error("GET /auth/v1/user returned another user"),
    );
  if (user.bannedUntil !== null && user.bannedUntil > now)
    throw new DomainError("unauthorized", "Your session has ended. Please sign in again.");
}
