import { DomainError } from "#core/domain/errors.ts";
import type { Clock, LiveUser, UserDirectory } from "#core/ports.ts";
import type { Caller } from "#core/services/context.ts";

/** A read trusts the last check of its session for this long. */
export const CHECKED_FOR_MS = 60_000;
const READ_WAIT_MS = 2000;
/** Per isolate, about 2 MB. A forgotten session is only checked again. */
const MAX_SESSIONS = 10_000;

export type SessionCaller = Caller & {
  userId: string;
  /** When the second factor was last confirmed in this session, epoch ms; null if never. */
  confirmedAt: number | null;
};

/** The owner of a personal access token, who has no session. */
export interface TokenOwner {
  userId: string;
}

/** A new access token needs a code from the authenticator app that is no older. */
export const FRESH_CODE_MS = 5 * 60_000;

interface Check {
  /** Epoch ms. */
  at: number;
  /** Null for the owner of a token. */
  assurance: string | null;
}

/** `asOf` is the time of the question, epoch ms: the provider may know more since. */
export type CheckedUser = LiveUser & { asOf: number };

interface Outside {
  directory: UserDirectory;
  clock: Clock;
}

/** A token outlives its session by up to an hour and says nothing reliable about second factors. */
export class SessionChecks {
  readonly #outside: Outside;
  readonly #checks = new Map<string, Check>();
  readonly #pending = new Map<string, Promise<CheckedUser | null>>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** For a change. @throws DomainError `unauthorized`, `second_factor_required`, `identity_unavailable`. */
  async confirm(caller: SessionCaller): Promise<CheckedUser> {
    const user = await this.alive(caller);
    if (!user.hasSecondFactor || caller.assurance === "aal2") return user;
    throw new DomainError("second_factor_required", "Confirm with your authenticator app first.");
  }

  /**
   * For a change that outlasts the session: the second factor must have been confirmed a moment ago.
   * @throws DomainError as `confirm`; `fresh_code_required`.
   */
  async confirmAnew(caller: SessionCaller): Promise<CheckedUser> {
    const user = await this.confirm(caller);
    const { confirmedAt } = caller;
    const age = confirmedAt === null ? Infinity : this.#outside.clock.now() - confirmedAt;
    if (!user.hasSecondFactor || age < FRESH_CODE_MS) return user;
    throw new DomainError("fresh_code_required", "Enter a new code from your authenticator app.");
  }

  /**
   * For a change that stands in for the second factor, and for one with an access token. @throws DomainError
   * `unauthorized`, `identity_unavailable`.
   */
  alive(caller: SessionCaller | TokenOwner): Promise<CheckedUser> {
    return this.#ask(caller);
  }

  /**
   * For a read: checks once a minute per session, or per owner of access tokens. Null when no check was due, or the provider is unreachable.
   * Concurrent requests share a check, which `keepAlive` lets finish after a cancellation. @throws DomainError
   * `unauthorized`.
   */
  async recent(
    caller: SessionCaller | TokenOwner,
    keepAlive: (check: Promise<unknown>) => void,
  ): Promise<CheckedUser | null> {
    const key = keyOf(caller);
    if (this.#isRecent(this.#checks.get(key), caller)) return null;
    const shared = `${key} ${assuranceOf(caller)}`;
    const pending = this.#pending.get(shared);
    if (pending !== undefined) return pending;
    const check = this.#askUnlessAway(caller).finally(() => this.#pending.delete(shared));
    this.#pending.set(shared, check);
    keepAlive(Promise.allSettled([check]));
    return check;
  }

  #isRecent(check: Check | undefined, caller: SessionCaller | TokenOwner): boolean {
    if (check === undefined || check.assurance !== assuranceOf(caller)) return false;
    const age = this.#outside.clock.now() - check.at;
    return age >= 0 && age < CHECKED_FOR_MS;
  }

  async #askUnlessAway(caller: SessionCaller | TokenOwner): Promise<CheckedUser | null> {
    const at = this.#outside.clock.now();
    try {
      return await this.#ask(caller, { timeoutMs: READ_WAIT_MS });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "identity_unavailable") throw error;
      this.#remember(caller, at);
      return null;
    }
  }

  async #ask(caller: SessionCaller | TokenOwner, options: { timeoutMs?: number } = {}): Promise<CheckedUser> {
    const { directory, clock } = this.#outside;
    const at = clock.now();
    try {
      const user =
        "token" in caller
          ? await directory.findUser(caller.token, options)
          : await directory.findUserById(caller.userId, options);
      requireUsable(user, caller, clock.now());
      this.#remember(caller, at);
      return { ...user, asOf: at };
    } catch (error) {
      if (error instanceof DomainError && error.code === "unauthorized") this.#checks.delete(keyOf(caller));
      throw error;
    }
  }

  #remember(caller: SessionCaller | TokenOwner, at: number): void {
    const key = keyOf(caller);
    this.#checks.delete(key);
    this.#checks.set(key, { at, assurance: assuranceOf(caller) });
    const [oldest] = this.#checks.keys();
    if (this.#checks.size > MAX_SESSIONS && oldest !== undefined) this.#checks.delete(oldest);
  }
}

/** With the user, so that a token naming another user's session doesn't pass for a check of it. */
const keyOf = (caller: SessionCaller | TokenOwner) =>
  "sessionId" in caller ? `${caller.userId} ${caller.sessionId}` : caller.userId;

const assuranceOf = (caller: SessionCaller | TokenOwner) => ("assurance" in caller ? caller.assurance : null);

function requireUsable(
  user: LiveUser | null,
  caller: SessionCaller | TokenOwner,
  now: number,
): asserts user is LiveUser {
  if (user !== null && user.id !== caller.userId)
    throw new DomainError(
      "identity_unavailable",
      "The sign-in service sent an unexpected response. Please try again in a minute.",
      {},
      new Error("The provider returned another user"),
    );
  if (user !== null && (user.bannedUntil === null || user.bannedUntil <= now)) return;
  throw new DomainError(
    "unauthorized",
    "token" in caller
      ? "Your session has ended. Please sign in again."
      : "The owner of this access token can no longer sign in.",
  );
}
