import type { User } from "@supabase/supabase-js";
import { authMessages } from "#app/features/auth/messages.ts";
import { auth } from "#app/lib/auth.ts";

/** Who is signed in at this moment. @throws Error 'No user logged in' (specification, section 5). */
export async function requireUser(): Promise<User> {
  const { data } = await (await auth()).getSession();
  if (!data.session) throw new Error(authMessages.invalid.noUser);
  return data.session.user;
}
