import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import type { StackAddresses } from "./addresses.ts";
import { IN_MEMORY, localUserId } from "./local-user.ts";

type Supabase = StackAddresses["supabase"];

const USER = { email: "operator@latchkey.example", password: "Latchkey-desk-1" };
const SECRET_FILE = "operator.txt";

/** The user of the operator's desk, who has an authenticator app with a known secret. Safe to repeat. */
export async function prepareOperator(
  supabase: Supabase,
  folder: string,
): Promise<StackAddresses["operator"]> {
  const userId = await localUserId(supabase, USER);
  const file = join(folder, SECRET_FILE);
  const kept = existsSync(file) ? readFileSync(file, "utf8") : null;
  const totpSecret = kept ?? (await enrolAnew(supabase, userId));
  if (kept === null) writeFileSync(file, totpSecret, { mode: 0o600 });
  return { ...USER, userId, totpSecret };
}

async function enrolAnew({ url, publishableKey, secretKey }: Supabase, userId: string): Promise<string> {
  const { mfa } = createClient(url, secretKey, IN_MEMORY).auth.admin;
  const factors = await mfa.listFactors({ userId });
  if (factors.error) throw factors.error;
  for (const { id } of factors.data.factors) await mfa.deleteFactor({ userId, id });
  const { auth } = createClient(url, publishableKey, IN_MEMORY);
  const signedIn = await auth.signInWithPassword(USER);
  if (signedIn.error) throw signedIn.error;
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Authenticator app" });
  if (error) throw error;
  const { secret } = data.totp;
  const code = new TOTP({ secret }).generate();
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  await auth.signOut();
  return secret;
}
