import { AuthFailure } from "./errors.ts";
import type { Purpose } from "./mail-content.ts";

const GUESS_WINDOW_MS = 5 * 60 * 1000;

export interface LimitSettings {
  /** Minimum time between two emails of the same kind to one address. */
  mailEveryMs: number;
  /** Failed attempts on one address in five minutes. */
  passwordGuesses: number;
  codeGuesses: number;
  now: () => number;
}

/** Counted per email address, because all callers share one IP address; unknown ones count too, to reveal no account. */
export interface Limits {
  /** Runs `send` unless one of the addresses was just sent the same email. Failed sends don't count. */
  mail: <T>(purpose: Purpose | "otp", addresses: string[], send: () => Promise<T>) => Promise<T>;
  /** Runs `attempt` unless too many failed; only what it refuses counts. */
  passwordGuess: <T>(address: string, attempt: () => Promise<T>) => Promise<T>;
  codeGuess: <T>(address: string, attempt: () => Promise<T>) => Promise<T>;
  forget: (address: string) => void;
}

export function createLimits({ mailEveryMs, passwordGuesses, codeGuesses, now }: LimitSettings): Limits {
  const emails = slidingWindow(1, mailEveryMs, now);
  const passwords = slidingWindow(passwordGuesses, GUESS_WINDOW_MS, now);
  const codes = slidingWindow(codeGuesses, GUESS_WINDOW_MS, now);
  return {
    async mail(purpose, addresses, send) {
      const keys = addresses.map((address) => `${address} ${purpose}`);
      const wait = Math.max(...keys.map((key) => emails.wait(key)));
      if (wait > 0) throw tooManyMails(wait);
      const releases = keys.map((key) => emails.enter(key));
      return send().catch((error: unknown) => {
        for (const release of releases) release();
        throw error;
      });
    },
    passwordGuess: (address, attempt) => guess(passwords, address, attempt),
    codeGuess: (address, attempt) => guess(codes, address, attempt),
    forget(address) {
      for (const window of [emails, passwords, codes]) window.forget(address);
    },
  };
}

/** Counted before the attempt, so that concurrent guesses all count, and uncounted after a success. */
async function guess<T>(window: SlidingWindow, address: string, attempt: () => Promise<T>): Promise<T> {
  const key = address.toLowerCase();
  if (window.wait(key) > 0)
    throw new AuthFailure(429, "over_request_rate_limit", "Request rate limit reached");
  const release = window.enter(key);
  const result = await attempt();
  release();
  return result;
}

const tooManyMails = (waitMs: number) =>
  new AuthFailure(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${Math.ceil(waitMs / 1000)} seconds.`,
  );

type SlidingWindow = ReturnType<typeof slidingWindow>;

function slidingWindow(maximum: number, windowMs: number, now: () => number) {
  const entries = new Map<string, number[]>();
  const recent = (key: string) => (entries.get(key) ?? []).filter((at) => at + windowMs > now());
  return {
    /** Milliseconds until `key` may enter; 0 when it may now. */
    wait(key: string): number {
      const times = recent(key);
      const oldest = times.at(-maximum);
      return times.length < maximum || oldest === undefined ? 0 : oldest + windowMs - now();
    },
    /** @returns what takes the entry back. */
    enter(key: string): () => void {
      const at = now();
      const times = [...recent(key), at];
      // Deleted first: a Map keeps the order of insertion, so that what is over stands at its front.
      entries.delete(key);
      dropOver();
      entries.set(key, times);
      return () => {
        const left = entries.get(key) ?? [];
        const index = left.indexOf(at);
        if (index !== -1) entries.set(key, left.toSpliced(index, 1));
      };
    },
    forget(address: string): void {
      for (const key of entries.keys()) if (key.split(" ")[0] === address) entries.delete(key);
    },
  };

  function dropOver() {
    for (const key of entries.keys()) {
      if (recent(key).length > 0) return;
      entries.delete(key);
    }
  }
}
