import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { configurationProblems } from "#scripts/deploy/configuration-problems.ts";
import { settingsOf, WORKERS } from "#scripts/deploy/deployed-workers.ts";

const random = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const SECRETS = {
  LIBSQL_AUTH_TOKEN: "token-1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  KEY_PEPPER: random(1),
  KEY_SEALING_SECRET: random(2),
};
const EXAMPLES = /still has the value of the example$/;
const wrong = (secrets: Record<string, string>) =>
  configurationProblems(secrets).filter((problem) => !EXAMPLES.test(problem));

it("finds nothing wrong with secrets that are complete, but names what is still the example's", () => {
  expect(wrong(SECRETS)).toEqual([]);
  expect(configurationProblems(SECRETS)).toEqual(
    expect.arrayContaining([
      "latchkey-api: APP_ORIGIN still has the value of the example",
      "latchkey-rollup: LIBSQL_URL still has the value of the example",
      "latchkey-web: SALES_CONTACT still has the value of the example",
    ]),
  );
});

it("refuses the example file as it is, and names each secret in it that has to be filled in", () => {
  const example = parseEnv(readFileSync(".dev.vars.example", "utf8")) as Record<string, string>;
  expect(configurationProblems(example)).toEqual(
    expect.arrayContaining([
      "latchkey-api: STRIPE_SECRET_KEY still has the value of the example",
      "latchkey-api: STRIPE_WEBHOOK_SECRET still has the value of the example",
      "latchkey-api: KEY_PEPPER is missing",
      "latchkey-rollup: KEY_SEALING_SECRET is missing",
    ]),
  );
});

it.each(Object.keys(SECRETS).filter((name) => name !== "LIBSQL_AUTH_TOKEN"))(
  "names %s when it is missing",
  (name) => {
    const { [name]: _, ...rest } = SECRETS as Record<string, string>;
    expect(wrong(rest)).toContainEqual(expect.stringMatching(new RegExp(`: ${name} is missing$`)));
  },
);

it("says what is wrong with a value, and never the value", () => {
  const problems = wrong({ ...SECRETS, KEY_PEPPER: "too-short-to-be-a-pepper" });
  expect(problems).toContain("latchkey-api: KEY_PEPPER must be base64 of at least 32 random bytes");
  expect(problems.join()).not.toContain("too-short");
});

it("names what no worker asks for: a name that was mistyped", () => {
  expect(wrong({ ...SECRETS, STRIPE_SECRT_KEY: "sk_live_2" })).toEqual([
    "STRIPE_SECRT_KEY is no variable of any worker",
  ]);
});

it("gives each worker its own secrets only, and web none", () => {
  const given = WORKERS.map((worker) => [
    worker.name,
    Object.keys(settingsOf(worker, SECRETS).secrets).sort(),
  ]);
  expect(Object.fromEntries(given)).toEqual({
    "latchkey-api": Object.keys(SECRETS).sort(),
    "latchkey-rollup": Object.keys(SECRETS)
      .filter((name) => name !== "STRIPE_WEBHOOK_SECRET")
      .sort(),
    "latchkey-web": [],
  });
});
