import type { User } from "@supabase/supabase-js";
import { auth } from "#app/lib/auth/auth.ts";
import { authErrorCode } from "#app/lib/auth/auth-error.ts";
import { goToSecondFactor } from "#app/lib/auth/go-to-login.ts";
import { requirePresence } from "#app/lib/presence.ts";
import { untilPageIsLeft } from "#app/lib/until-page-is-left.ts";

/** Apart from the other messages, since every page loads this. */
const NO_USER = "No user logged in";

/**
 * Acts for the signed-in person. If the identity provider misses the session's second factor, the person is sent to
 * pass it and the promise never settles; the API's client does the same by itself.
 * @throws Error 'No user logged in' (specification, section 5), or the error of `act`.
 */
export async function asUser<T>(act: (user: User) => Promise<T>): Promise<T> {
  const { data } = await (await auth()).getSession();
  if (!data.session) throw new Error(NO_USER);
  try {
    return await act(data.session.user);
  } catch (failure) {
    if (authErrorCode(failure) !== "insufficient_aal") throw failure;
    await goToSecondFactor();
    return untilPageIsLeft();
  }
}

/**
 * `asUser` for a change that outlasts the session and that the browser makes at the identity provider: first asks the
 * person to confirm that it's them, unless they just have. The API's own changes ask when they are refused.
 */
export const asPresentUser = <T>(act: () => Promise<T>): Promise<T> =>
  asUser(async () => {
    await requirePresence();
    return act();
  });
