import { auth } from "./auth.ts";
import { endSessions } from "./end-sessions.ts";
import { expectEnding } from "./ended-session.ts";
import { goToLogin } from "./go-to-login.ts";
import { dropStoredSession } from "./stored-session.ts";

/** A failure is only logged: the session here ends in any case. */
export async function signOut(): Promise<void> {
  expectEnding();
  try {
    await endSessions();
  } catch (failure) {
    console.warn("Signing out failed.", failure);
  }
  await forgetSession();
  goToLogin();
}

/** Ends the session in every tab here, without the provider, which may no longer know it. */
export async function forgetSession(): Promise<void> {
  dropStoredSession();
  await (await auth()).signOut({ scope: "local" });
}
