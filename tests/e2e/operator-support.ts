import type { Page } from "@playwright/test";
import { SESSION_STORAGE_KEY } from "#app/lib/stored-session.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { newSession, stack } from "./support.ts";

export const OPERATOR = stack.operator;

/** Of a worker's tests; another worker may have used the code of the present moment. */
export const operatorApp = authenticator(OPERATOR.totpSecret);
const TRIES = 3;

/** A session of the operator that has passed the second factor. */
export async function newOperatorSession() {
  const { client, session } = await newSession(OPERATOR);
  const factorId = session.user.factors?.[0]?.id ?? "";
  for (let tried = 1; ; tried++) {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: await operatorApp.nextCode() });
    if (!error) break;
    if (tried === TRIES) throw error;
  }
  const { data } = await client.getSession();
  if (!data.session) throw new Error("The operator has no session.");
  return { session: data.session, signOut: () => client.signOut({ scope: "local" }) };
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
