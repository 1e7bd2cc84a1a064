import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readTarget } from "#scripts/verify/read-target.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** As the wrangler.toml files of a clone have them. */
const ORIGIN = "https://keys.example.com";
const STAGING = "https://staging.keys.example.com";

beforeEach(() => {
  // No stack runs there.
  vi.stubEnv("LATCHKEY_LOCAL_DIR", temporaryFolder());
  vi.stubEnv("HEALTH_TOKEN", "");
  vi.stubEnv("VERIFY_TOKEN", "");
});
afterEach(() => vi.unstubAllEnvs());

function secretsFile(): string {
  const file = join(temporaryFolder(), "secrets.vars");
  writeFileSync(file, 'HEALTH_TOKEN="of-the-file"\nVERIFY_TOKEN="lkp_of_the_file"\n');
  return file;
}

it("takes variables from wrangler.toml, secrets from the file, and either from the environment first", async () => {
  vi.stubEnv("VERIFY_TOKEN", "lkp_of_the_environment");
  const target = await readTarget([`${ORIGIN}/`, "--secrets", secretsFile()]);
  expect(target).toMatchObject({
    origin: ORIGIN,
    isLocal: false,
    settings: {
      APP_ORIGIN: ORIGIN,
      UPSTREAM_URL: "https://api.openai.com/v1",
      HEALTH_TOKEN: "of-the-file",
      VERIFY_TOKEN: "lkp_of_the_environment",
    },
  });
});

it.each([
  ["another address", ["https://keys.test"]],
  ["staging's address with production's secrets", [STAGING]],
  ["production's address with staging's secrets", ["--env", "staging", ORIGIN]],
])("refuses %s, which would be sent the secrets", async (_, words) => {
  await expect(readTarget([...words, "--secrets", secretsFile()])).rejects.toThrow("isn't APP_ORIGIN of");
});

it("takes staging's address with staging's settings", async () => {
  const { origin } = await readTarget(["--env", "staging", STAGING, "--secrets", secretsFile()]);
  expect(origin).toBe(STAGING);
});

it.each([
  [[], "Name one address"],
  [["keys.test"], "Name one address"],
  [[ORIGIN, STAGING], "Name one address"],
  [["--env", "test", ORIGIN], "--env must be production or staging."],
  [["--secret", "x", ORIGIN], "Unknown option '--secret'"],
])("called with %j, says “%s”, and how to call it", async (words, message) => {
  const called = readTarget(words);
  await expect(called).rejects.toThrow(message);
  await expect(called).rejects.toThrow("Usage: npm run verify -- ORIGIN");
});
