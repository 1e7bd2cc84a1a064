import { DomainError } from "#core/domain/errors.ts";
import { PRESENT_FOR_MS } from "#core/domain/presence.ts";
import type { AccessClaims, Clock, LiveUser, UserDirectory } from "#core/ports.ts";
import type { Caller } from "#core/services/context.ts";

/** A read trusts the last check of its session for this long. */
export const CHECKED_FOR_MS = 60_000;
const READ_WAIT_MS = 2000;
/** Per isolate, about 2 MB. A forgotten session is only checked again. */
const MAX_SESSIONS = 10_000;

export type SessionCaller = Caller & Pick<AccessClaims, "userId" | "provenAt" | "confirmedAt">;

/** The owner of a personal access token, who has no session. */
export interface TokenOwner {
  userId: string;
}

interface Check {
  /** Epoch ms. */
  at: number;
  /** Null for the owner of a token. */
  assurance: string | null;
  /** Null if the provider was unreachable. */
  secondFactor: boolean | null;
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
    this.requireSecondFactor(caller, user);
    return user;
  }

  /** @throws DomainError `second_factor_required`. */
  requireSecondFactor({ assurance }: SessionCaller, user: CheckedUser): void {
    if (!user.hasSecondFactor || assurance === "aal2") return;
    throw new DomainError("second_factor_required", "Confirm with your authenticator app first.");
  }

  /** True if the user had a second factor when this session was last checked; null if that isn't known. */
  knownSecondFactor(caller: SessionCaller): boolean | null {
    return this.#checks.get(keyOf(caller))?.secondFactor ?? null;
  }

  /**
   * For a change that outlasts the session: a code from the authenticator app or, without one, the password or an
   * emailed code, all of the last five minutes. @throws DomainError `presence_required`.
   */
  requirePresence({ confirmedAt, provenAt }: SessionCaller, { hasSecondFactor }: CheckedUser): void {
    const provedAt = hasSecondFactor ? confirmedAt : provenAt;
    const age = provedAt === null ? Infinity : this.#outside.clock.now() - provedAt;
    if (age < PRESENT_FOR_MS) return;
    throw new DomainError(
      "presence_required",
      hasSecondFactor
        ? "Enter a new code from your authenticator app."
        : "Confirm that it's you, with your password or a code that we email you.",
    );
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
      this.#remember(caller, at, null);
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
      this.#remember(caller, at, user.hasSecondFactor);
      return { ...user, asOf: at };
    } catch (error) {
      if (error instanceof DomainError && error.code === "unauthorized") this.#checks.delete(keyOf(caller));
      throw error;
    }
  }

  #remember(caller: SessionCaller | TokenOwner, at: number, secondFactor: boolean | null): void {
    const key = keyOf(caller);
    this.#checks.delete(key);
    this.#checks.set(key, { at, assurance: assuranceOf(caller), secondFactor });
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
