import type { AccountSession } from "#core/contract/identity.ts";

/** As many as are looked through at a glance. */
export const SHOWN_AT_FIRST = 5;

/** This device first, then what was active last. */
export const inOrder = (sessions: AccountSession[]): AccountSession[] =>
  sessions.toSorted(
    (one, other) =>
      Number(other.current) - Number(one.current) ||
      Date.parse(other.last_active_at) - Date.parse(one.last_active_at),
  );
