import { readStoredSession } from "./stored-session.ts";

/** Signing out doesn't wait any longer. */
const WAIT_MS = 2_000;

/**
 * Ends the Playground's grants before the provider ends sessions, which the API isn't notified of. Sessions that go on
 * get new ones. A failure is only logged, because a grant ends by itself within ten minutes.
 */
export async function endPlaygroundGrants(): Promise<void> {
  const session = readStoredSession();
  if (session === null) return;
  try {
    await fetch("/api/playground/grant", {
      method: "DELETE",
      headers: { authorization: `Bearer ${session.access_token}` },
      signal: AbortSignal.timeout(WAIT_MS),
    });
  } catch (failure) {
    console.warn("Ending the grants of the Playground failed.", failure);
  }
}
