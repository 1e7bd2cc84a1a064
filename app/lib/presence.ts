import { provenAgo, readStoredSession } from "#app/lib/auth/stored-session.ts";
import { PRESENT_FOR_MS } from "#core/domain/presence.ts";

/** Resolves with false if the person declines. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Sets what asks. @returns a function that removes it. */
export function onPresenceNeeded(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/**
 * Asks the person to confirm that it's them, once for all that need it at the same time. The session then has a new
 * token. @returns false if they decline, and on a page that can't ask. @throws the error of asking.
 */
export function confirmPresence(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Before a change at the identity provider, which itself asks for no proof. @throws Error if the person declines. */
export async function requirePresence(): Promise<void> {
  if (isPresent() || (await confirmPresence())) return;
  throw new Error("Confirm that it’s you to make this change.");
}

/** A proof from the future means that a clock is wrong. */
function isPresent(): boolean {
  const session = readStoredSession();
  const ago = session && provenAgo(session);
  return ago !== null && Math.abs(ago) < PRESENT_FOR_MS;
}
