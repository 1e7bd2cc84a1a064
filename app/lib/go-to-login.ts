import { auth } from "./auth.ts";
import { loginPath, paths } from "./paths.ts";

/** Loads a new document, so that nothing fetched for this user stays in memory. */
export const goToLogin = () => window.location.assign(paths.login);

/** Goes to the sign-in page, which comes back here afterwards. */
export function goToLoginAndBack(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(loginPath(`${pathname}${search}${hash}`));
}

export async function goToSecondFactor(): Promise<void> {
  // The stored session may be older than the factor, and the sign-in page reads the factors from it.
  await (await auth()).refreshSession();
  goToLoginAndBack();
}
