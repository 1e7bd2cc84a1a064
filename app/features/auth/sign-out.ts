import { auth } from "#app/lib/auth.ts";
import { paths } from "#app/lib/paths.ts";
import { dropStoredSession } from "#app/lib/stored-session.ts";

/** A new document, so that nothing fetched for this person stays in memory. */
export const goToLogin = () => window.location.assign(paths.login);

/** Signs out and goes to `/login`. A failure is only logged; the session here ends in any case. */
export async function signOut(): Promise<void> {
  const failure = await auth()
    .then((client) => client.signOut())
    .then((answer) => answer.error)
    .catch((thrown: unknown) => thrown);
  if (failure) {
    console.warn("Signing out failed.", failure);
    await forgetSession();
  }
  goToLogin();
}

/** Ends the session in every tab here. Asks nothing of the provider, who may not know it any more. */
export async function forgetSession(): Promise<void> {
  dropStoredSession();
  await (await auth()).signOut({ scope: "local" });
}
