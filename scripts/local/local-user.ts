import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { StackAddresses } from "./addresses.ts";

type Admin = SupabaseClient["auth"]["admin"];

export const IN_MEMORY = { auth: { persistSession: false, autoRefreshToken: false } };

/** The id of the user with this address, who is made if there is none. */
export async function localUserId(
  { url, secretKey }: StackAddresses["supabase"],
  user: { email: string; password: string },
): Promise<string> {
  const { admin } = createClient(url, secretKey, IN_MEMORY).auth;
  const { data, error } = await admin.createUser({ ...user, email_confirm: true });
  if (!error) return data.user.id;
  if (error.code !== "email_exists") throw error;
  return await findUserId(admin, user.email);
}

/** The admin API has no look-up by address. */
async function findUserId(admin: Admin, email: string): Promise<string> {
  for (let page = 1; ; page++) {
    const { data, error } = await admin.listUsers({ page, perPage: 1000 });
    if (error) throw error;
    const found = data.users.find((user) => user.email === email);
    if (found) return found.id;
    if (data.users.length === 0) throw new Error(`There is no user ${email}.`);
  }
}
