import type { Page } from "@playwright/test";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { paths } from "#app/lib/paths.ts";
import { authenticator } from "#tests/support/authenticator.ts";
import { expect, newSession, personOf, stack, type User } from "./support.ts";

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

/** Codes of the second factor are rare, so the files of a worker share a session. */
let shared: ReturnType<typeof newOperatorSession> | undefined;

/** The operator's browser for all tests of a file. */
export function operatorOf(): () => { page: Page; session: OperatorSession } {
  let session: OperatorSession | undefined;
  const operator = personOf(() => OPERATOR, {
    // Every document of the desk has status 404, which browsers log.
    expectedErrors: [/Failed to load resource/],
    signInAs: async (page) => {
      shared ??= newOperatorSession();
      ({ session } = await shared);
      await giveOperatorSession(page, session);
    },
  });
  return () => {
    if (!session) throw new Error("The operator is signed in only in tests.");
    return { page: operator().page, session };
  };
}

/** The card of a screen with this title. */
export const cardOf = (page: Page, title: string) =>
  page
    .getByRole("main")
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title, level: 2, exact: true }) });

/** Gives the reason in the open dialog, and waits until it is done. */
export async function confirm(page: Page, submit: string | RegExp, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: submit, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

export async function openCustomer(page: Page, { email }: User): Promise<void> {
  await page.goto(`${paths.operatorAccounts}?search=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("heading", { name: email, level: 1 })).toBeVisible();
}

/** Presses a button of the account's page, and gives the reason. */
export async function act(page: Page, button: string, reason: string, submit: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await confirm(page, submit, reason);
}

/** A request with the key. */
export const chat = (key: string) =>
  fetch(new URL("/v1/chat/completions", stack.web), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: "demo-small",
      max_tokens: 16,
      messages: [{ role: "user", content: "Hi" }],
    }),
  });

/** The gateway's error code for a request with the key; null for a success. */
export async function refusalOf(key: string): Promise<string | null> {
  const response = await chat(key);
  if (response.ok) return null;
  const body = (await response.json()) as { error: { code: string } };
  return body.error.code;
}
