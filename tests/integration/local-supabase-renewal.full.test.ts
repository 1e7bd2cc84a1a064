import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createSupabaseApp } from "#scripts/local/supabase/app.ts";
import { beginSession } from "#scripts/local/supabase/begin-session.ts";
import { createLimits } from "#scripts/local/supabase/limits.ts";
import { openLite } from "#scripts/local/supabase/lite-internals.ts";
import { readProjectConfig } from "#scripts/local/supabase/project-config.ts";
import { readProjectKeys } from "#scripts/local/supabase/project-keys.ts";
import { readSigningKey } from "#scripts/local/supabase/signing-key.ts";
import { openStore } from "#scripts/local/supabase/store.ts";
import { findOrCreateUser } from "#scripts/local/supabase/users.ts";
import { newAddress, SITE_URL } from "#tests/support/local-supabase.ts";

const URL_OF_THIS_TEST = "http://127.0.0.1:54321";

/** The server's routes without a socket in between, which would serialize concurrent requests. */
async function openApp() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-supabase-"));
  const [key, keys] = [await readSigningKey(folder), await readProjectKeys(folder, {})];
  const project = readProjectConfig();
  const site = { url: URL_OF_THIS_TEST, siteUrl: SITE_URL };
  const lite = await openLite({ file: join(folder, "supabase.db"), ...site, keys, project });
  const store = openStore(folder);
  onTestFinished(async () => {
    store.close();
    await lite.close();
    rmSync(folder, { recursive: true });
  });
  const limits = createLimits({ ...project.limits, now: () => Date.now() });
  const outside = { ...site, issuer: `${URL_OF_THIS_TEST}/auth/v1`, sendMail: async () => {}, providers: {} };
  const app = createSupabaseApp({ lite, store, key, keys, project, limits, ...outside });
  const renew = async (refreshToken: string) => {
    const response = await app.request(`${URL_OF_THIS_TEST}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey: keys.publishableKey },
      body: JSON.stringify({ refresh_token: refreshToken }),
    });
    return z.object({ refresh_token: z.string() }).parse(await response.json()).refresh_token;
  };
  return { lite, renew };
}

it("keeps one chain of refresh tokens when renewals arrive at the same instant", async () => {
  const { lite, renew } = await openApp();
  const about = { email: newAddress(), passwordHash: null, confirmed: true, userMetadata: {} };
  const { user } = await findOrCreateUser({ lite }, about);
  const { refresh_token } = await beginSession({ lite }, user.id);
  const renewed = await Promise.all(Array.from({ length: 5 }, () => renew(refresh_token)));
  expect(new Set(renewed).size).toBe(1);
  expect(renewed[0]).not.toBe(refresh_token);
});
