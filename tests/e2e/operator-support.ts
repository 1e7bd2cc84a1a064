import type { Page } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { newSession, stack } from "./support.ts";

export const OPERATOR = stack.operator;

const admin = createClient(stack.supabase.url, stack.supabase.secretKey, {
  auth: { persistSession: false, autoRefreshToken: false },
}).auth.admin;

/** The operator without a second factor, as before the first visit. */
export async function forgetOperatorFactors(): Promise<void> {
  const { session } = await newSession(OPERATOR);
  for (const { id } of session.user.factors ?? []) {
    const { error } = await admin.mfa.deleteFactor({ userId: session.user.id, id });
    if (error) throw error;
  }
}

/** Enrols a new factor. @returns its app, and a session that has passed it. */
export async function newOperatorSession() {
  await forgetOperatorFactors();
  const { client } = await newSession(OPERATOR);
  const enrolled = await client.mfa.enroll({ factorType: "totp", friendlyName: "App" });
  if (enrolled.error) throw enrolled.error;
  const { id: factorId, totp } = enrolled.data;
  const app = authenticator(totp.secret);
  const proof = await client.mfa.challengeAndVerify({ factorId, code: await app.nextCode() });
  if (proof.error) throw proof.error;
  const { data } = await client.getSession();
  if (!data.session) throw new Error("The operator has no session.");
  return { app, session: data.session, signOut: () => client.signOut({ scope: "local" }) };
}

export type OperatorSession = Awaited<ReturnType<typeof newOperatorSession>>["session"];

/** Signs the browser in before it opens the first page. */
export async function giveOperatorSession(page: Page, session: OperatorSession): Promise<void> {
  // A document of the site that runs nothing.
  await page.goto("/favicon.svg");
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    SESSION_STORAGE_KEY,
    JSON.stringify(session),
  ] as const);
}
