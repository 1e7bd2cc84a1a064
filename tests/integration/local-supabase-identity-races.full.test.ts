import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unlinkIdentity } from "#scripts/local/supabase/identities.ts";
import { type Lite, openLite } from "#scripts/local/supabase/lite-internals.ts";
import { accountOf } from "#scripts/local/supabase/oauth-account.ts";
import { linkIdentity } from "#scripts/local/supabase/oauth-link.ts";
import { readProjectConfig } from "#scripts/local/supabase/project-config.ts";
import { findOrCreateUser } from "#scripts/local/supabase/users.ts";
import { newAddress, SITE_URL } from "#tests/support/local-supabase.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-supabase-"));
let lite: Lite;
beforeAll(async () => {
  lite = await openLite({
    file: join(folder, "supabase.db"),
    url: "http://127.0.0.1:9",
    siteUrl: SITE_URL,
    keys: { publishableKey: "sb_publishable_test", secretKey: "sb_secret_test" },
    project: readProjectConfig(),
  });
});
afterAll(async () => {
  await lite.close();
  rmSync(folder, { recursive: true });
});

const profileOf = (provider: string, email = newAddress()) => ({
  provider,
  subject: email,
  verifiedEmail: email,
  claims: { sub: email, email, email_verified: true },
});

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work));
const identitiesOf = async (userId: string) => (await lite.auth()).repo.findIdentitiesByUserId(userId);

it("creates one account for several first sign-ins of a person at the same moment", async () => {
  const profile = profileOf("google");
  const users = new Set(await times(5, () => accountOf({ lite }, profile)));
  expect(users.size).toBe(1);
  for (const id of users) expect(await identitiesOf(id)).toHaveLength(1);
});

/** The sign-in's progress when the sign-up starts, in microtasks. */
const HEAD_STARTS = Array.from({ length: 25 }, (_, steps) => steps);

it("creates one confirmed account when a stranger signs up while its owner signs in through a provider", async () => {
  for (const steps of HEAD_STARTS) {
    const email = newAddress();
    const signUp = async () => {
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      const stranger = { email, passwordHash: "a stranger's", confirmed: false, userMetadata: {} };
      return (await findOrCreateUser({ lite }, stranger)).user.id;
    };
    const [owner, found] = await Promise.all([accountOf({ lite }, profileOf("github", email)), signUp()]);
    expect(found).toBe(owner);
    const user = await (await lite.auth()).repo.findUserById(owner);
    expect(user).toMatchObject({ email, confirmed_at: expect.any(String), encrypted_password: null });
    expect((await identitiesOf(owner)).map(({ provider }) => provider)).toEqual(["github"]);
  }
});

it("keeps one of two identities when both are removed at the same moment", async () => {
  const userId = await accountOf({ lite }, profileOf("google"));
  await linkIdentity({ lite }, userId, profileOf("github"));
  const both = await identitiesOf(userId);
  const results = await Promise.allSettled(both.map(({ id }) => unlinkIdentity({ lite }, userId, id)));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await identitiesOf(userId)).toHaveLength(1);
});
