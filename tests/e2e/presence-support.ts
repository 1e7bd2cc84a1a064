import { dirname, join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { Session } from "@supabase/supabase-js";
import { decodeJwt, SignJWT } from "jose";
import { z } from "zod";
import { presenceMessages as words } from "#app/features/presence/messages.ts";
import { readSigningKey } from "#scripts/local/supabase/signing-key.ts";
import { STORAGE_KEY } from "./login-support.ts";
import { section } from "./settings.ts";
import { expect, stack } from "./support.ts";

const STATE = dirname(process.env.LATCHKEY_TEST_STACK ?? ".local/stack.json");
const AGE_S = 600;
const proofs = z.array(z.object({ method: z.string(), timestamp: z.number() }));

/** The session as if its person had proven ten minutes ago that it's them. The provider signs for the local stack. */
export async function agedSession(session: Session): Promise<Session> {
  const { id, privateKey } = await readSigningKey(join(STATE, "supabase"));
  const { amr, ...claims } = decodeJwt(session.access_token);
  const aged = proofs.parse(amr).map((proof) => ({ ...proof, timestamp: proof.timestamp - AGE_S }));
  const token = await new SignJWT({ ...claims, amr: aged })
    .setProtectedHeader({ alg: "ES256", kid: id, typ: "JWT" })
    .sign(privateKey);
  return { ...session, access_token: token };
}

export const confirming = (page: Page) => page.getByRole("dialog", { name: words.title });
export const creating = (page: Page) => page.getByRole("dialog", { name: "Create access token" });

export async function openWith(page: Page, session: Session, path: string): Promise<void> {
  const localStorage = [{ name: STORAGE_KEY, value: JSON.stringify(session) }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin: stack.web, localStorage }] });
  await page.goto(path);
}

/** Opens and fills in the form for an access token. @returns the button that sends it. */
export async function fillToken(page: Page): Promise<Locator> {
  await section(page, "Access tokens").getByRole("button", { name: "Create token" }).click();
  await creating(page).getByLabel("Name").fill("Weekly report");
  await creating(page).getByRole("checkbox", { name: "usage:read" }).check();
  return creating(page).getByRole("button", { name: "Create token" });
}

/** @returns the dialog that asks for presence. */
export async function submitToken(page: Page): Promise<Locator> {
  await (await fillToken(page)).click();
  await expect(confirming(page)).toBeVisible();
  return confirming(page);
}
