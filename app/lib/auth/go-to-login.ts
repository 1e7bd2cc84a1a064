import { loginPath, paths, secondFactorPath } from "#app/lib/paths.ts";
import { auth } from "./auth.ts";
import { hasSecondFactor, readStoredSession } from "./stored-session.ts";

/** Loads a new document, so that nothing fetched for this user stays in memory. */
export const goToLogin = () => window.location.assign(paths.login);

const here = () => `${window.location.pathname}${window.location.search}${window.location.hash}`;

/** Goes to the sign-in page, which comes back here afterwards. */
export const goToLoginAndBack = () => window.location.assign(loginPath(here()));

/** A request that led here never settles. If Back restores the page, it is reloaded, or it would wait forever. */
export async function goToSecondFactor(): Promise<void> {
  window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
  // The stored session may be older than the factor, and the sign-in page reads the factors from it.
  await (await auth()).refreshSession();
  const session = readStoredSession();
  // Only the operator's desk demands a factor of users who haven't set one up.
  if (!(session && hasSecondFactor(session.user)) && window.location.pathname.startsWith(paths.operator)) {
    window.location.replace(secondFactorPath(here()));
  } else goToLoginAndBack();
}
