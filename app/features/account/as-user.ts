import type { User } from "@supabase/supabase-js";
import { auth } from "#app/lib/auth.ts";
import { goToSecondFactor } from "#app/lib/go-to-login.ts";
import type { Auth } from "#app/lib/supabase.client.ts";
import { refusalCode } from "./refusal-code.ts";
import { requireUser } from "./require-user.ts";

/**
 * Does something for the signed-in person. A session that the identity provider finds without its second step
 * is sent to pass it, and the answer never comes; the API's client does the same by itself.
 * @throws Error 'No user logged in', or what `act` throws.
 */
export async function asUser<T>(act: (user: User) => Promise<T>): Promise<T> {
  const user = await requireUser();
  try {
    return await act(user);
  } catch (failure) {
    if (refusalCode(failure) !== "insufficient_aal") throw failure;
    await goToSecondFactor();
    return new Promise<never>(() => undefined);
  }
}

type ProviderAnswer = { data: unknown; error: Error | null };

/** Asks the identity provider for something: the data of its successful answer. @throws its refusal. */
export async function granted<T extends ProviderAnswer>(
  ask: (client: Auth) => Promise<T>,
): Promise<Extract<T, { error: null }>["data"]> {
  const { data, error } = await ask(await auth());
  if (error) throw error;
  // Without an error it is the successful half of the answer's type.
  return data as Extract<T, { error: null }>["data"];
}
