import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Lite, openLite } from "#scripts/local/supabase/lite-internals.ts";
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

it("creates one account when several requests use the same new address at the same moment", async () => {
  const user = { email: newAddress(), passwordHash: null, confirmed: false, userMetadata: {} };
  const responses = await Promise.all(Array.from({ length: 5 }, () => findOrCreateUser({ lite }, user)));
  expect(responses.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(responses.map((response) => response.user.id)).size).toBe(1);
  expect((await lite.listUserIds(10, 0)).total).toBe(1);
});
