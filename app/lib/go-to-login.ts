import { auth } from "./auth.ts";
import { loginPath } from "./paths.ts";

/** Leaves for the sign-in page, with the way back. */
export function goToLogin(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(loginPath(`${pathname}${search}${hash}`));
}

/** Leaves for the page that asks for the session's second step, with the way back. */
export async function goToSecondFactor(): Promise<void> {
  // The stored session may be older than the factor, and the sign-in page reads the factors from it.
  await (await auth()).refreshSession();
  goToLogin();
}
