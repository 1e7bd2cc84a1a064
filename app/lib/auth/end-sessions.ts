import { auth } from "./auth.ts";
import { readStoredSession } from "./stored-session.ts";

/** Signing out doesn't wait any longer for the API. */
const WAIT_MS = 5_000;

/**
 * Ends all sessions of the person. The API does it, because it also sees to it that none of them gets another grant for
 * the Playground; if it can't, the provider ends them alone, and grants end by themselves within ten minutes.
 * @throws the provider's error.
 */
export async function endSessions(): Promise<void> {
  if (await endedByApi()) return;
  const { error } = await (await auth()).signOut({ scope: "global" });
  if (error) throw error;
}

/** Without the API's client, which would lead to the sign-in page when it is refused. */
async function endedByApi(): Promise<boolean> {
  const session = readStoredSession();
  if (session === null) return false;
  try {
    const response = await fetch("/api/account/sessions", {
      method: "DELETE",
      headers: { authorization: `Bearer ${session.access_token}` },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return response.ok;
  } catch (failure) {
    console.warn("The API couldn't end the sessions.", failure);
    return false;
  }
}
