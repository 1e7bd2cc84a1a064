import { loginPath } from "#app/lib/paths.ts";
import { auth } from "#app/lib/supabase.client.ts";

/** Leaves for the page that asks for the second step, with the way back. */
export async function goToSecondFactor(): Promise<never> {
  // The stored session may not know yet that there is a factor; the sign-in page asks it.
  await auth().refreshSession();
  const { pathname, search, hash } = window.location;
  window.location.assign(loginPath(`${pathname}${search}${hash}`));
  return new Promise<never>(() => undefined);
}
