import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { configurationProblems, settingsProblems } from "#scripts/deploy/configuration-problems.ts";
import { settingsOf, workersOf } from "#scripts/deploy/deployed-workers.ts";
import { type Environment, SECRETS_FILE } from "#scripts/deploy/environments.ts";
import { gatewayRoute, routeList, routeProblems } from "#scripts/deploy/routes.ts";
import { VERIFY_TOKEN } from "#scripts/deploy/secrets-file.ts";
import { WHERE_TO_GET, whereToGet } from "#scripts/deploy/where-to-get.ts";

const random = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const SECRETS = {
  LIBSQL_AUTH_TOKEN: "token-1",
  SUPABASE_SECRET_KEY: "sb_secret_1",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  KEY_PEPPER: random(1),
  KEY_SEALING_SECRET: random(2),
};
const NO_ROUTE = "latchkey-web: none of the routes leads to the host of APP_ORIGIN";
const NO_GATEWAY = "latchkey-gateway: none of the routes is /v1/* of the host of APP_ORIGIN";
const EXAMPLES = /still has the value of the example$/;
const WORKERS = workersOf("production");
const wrong = (secrets: Record<string, string>, environment: Environment = "production") =>
  configurationProblems(secrets, environment).filter((problem) => !EXAMPLES.test(problem));

it("finds nothing wrong with complete secrets, but names values that are still the example's", () => {
  expect(wrong(SECRETS)).toEqual([]);
  expect(configurationProblems(SECRETS, "production")).toEqual(
    expect.arrayContaining([
      "latchkey-api: APP_ORIGIN still has the value of the example",
      "latchkey-rollup: LIBSQL_URL still has the value of the example",
      "latchkey-web: SALES_CONTACT still has the value of the example",
      "latchkey-web: SUPABASE_PUBLISHABLE_KEY still has the value of the example",
    ]),
  );
});

it("refuses the example file as it is, and names each secret in it that has to be filled in", () => {
  const example = parseEnv(readFileSync(".dev.vars.example", "utf8")) as Record<string, string>;
  expect(configurationProblems(example, "production")).toEqual(
    expect.arrayContaining([
      "latchkey-api: STRIPE_SECRET_KEY still has the value of the example",
      "latchkey-api: STRIPE_WEBHOOK_SECRET still has the value of the example",
      "latchkey-api: KEY_PEPPER is missing",
      "latchkey-rollup: KEY_SEALING_SECRET is missing",
    ]),
  );
});

it.each(Object.keys(SECRETS))("names %s when it is missing, and where to get it", (name) => {
  const { [name]: _, ...rest } = SECRETS as Record<string, string>;
  const problems = wrong(rest);
  expect(problems).toContainEqual(expect.stringMatching(new RegExp(`: ${name} is missing(,|$)`)));
  expect(whereToGet(problems, ".production.vars")).toContainEqual(
    expect.stringContaining(`${name} (.production.vars): `),
  );
});

it.each([
  ["SUPABASE_SECRET_KEY", "sb_publishable_1", "latchkey-api: SUPABASE_SECRET_KEY is the publishable key"],
  ["STRIPE_SECRET_KEY", "pk_live_1", "latchkey-rollup: STRIPE_SECRET_KEY is the publishable key"],
  ["STRIPE_WEBHOOK_SECRET", "we_1", "latchkey-api: STRIPE_WEBHOOK_SECRET must begin with whsec_"],
])("notices that %s is another thing", (name, value, problem) => {
  expect(wrong({ ...SECRETS, [name]: value })).toContain(problem);
});

/** Problems of otherwise complete settings, with these variables in place of the workers' own, or beside them. */
function problemsWith(changed: Record<string, string>, changes: (role: string) => boolean = () => true) {
  const own = {
    APP_ORIGIN: "https://keys.acme.test",
    LIBSQL_URL: "https://db.acme.test",
    SUPABASE_URL: "https://acme.supabase.co",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
    SALES_CONTACT: "mailto:sales@acme.test",
    SUPPORT_CONTACT: "mailto:help@acme.test",
    UPSTREAM_URL: "https://provider.acme.test/v1",
  };
  const configured = WORKERS.map((worker) => {
    const { vars, secrets } = settingsOf(worker, SECRETS);
    const values = changes(worker.role) ? { ...own, ...changed } : own;
    const named = Object.entries(values).filter(([name]) => name in vars || !(name in own));
    return { worker, settings: { vars: { ...vars, ...Object.fromEntries(named) }, secrets } };
  });
  return settingsProblems(configured);
}

it.each([
  [{ APP_ORIGIN: "https://keys.acme.test/" }, "latchkey-api: APP_ORIGIN must not end with a slash"],
  [{ APP_ORIGIN: "http://keys.acme.test" }, "latchkey-web: APP_ORIGIN must begin with https://"],
  [{ LIBSQL_URL: "http://127.0.0.1:8080" }, "latchkey-gateway: LIBSQL_URL must have a public host name"],
  [
    { UPSTREAM_URL: "http://localhost:11434/v1" },
    "latchkey-gateway: UPSTREAM_URL must have a public host name",
  ],
  [
    { SUPABASE_URL: "https://acme.supabase.co/rest/v1" },
    "latchkey-web: SUPABASE_URL must be the project's address without a path",
  ],
  [{ OPERATORZ: "" }, "latchkey-api: OPERATORZ in worker/api/wrangler.toml is no variable of this worker"],
])("of %j in the workers' files says what is wrong with it", (changed, problem) => {
  expect(problemsWith({})).toEqual([]);
  expect(problemsWith(changed)).toContainEqual(expect.stringContaining(problem));
});

it("names the files between which a shared variable differs", () => {
  expect(problemsWith({ LIBSQL_URL: "libsql://other.acme.test" }, (role) => role === "rollup")).toEqual([
    "LIBSQL_URL has one value in worker/gateway/wrangler.toml and worker/api/wrangler.toml, another in worker/rollup/wrangler.toml",
  ]);
});

it("refuses one random value for two secrets", () => {
  expect(wrong({ ...SECRETS, KEY_SEALING_SECRET: SECRETS.KEY_PEPPER })).toEqual([
    "KEY_SEALING_SECRET is the same as KEY_PEPPER, and each needs its own",
  ]);
});

it.each([
  [["keys.acme.test"], "https://keys.acme.test", []],
  [["keys.acme.test/*"], "https://keys.acme.test", []],
  [["*.acme.test/*"], "https://keys.acme.test", []],
  [[], "https://keys.acme.test", []],
  [["acme.test"], "https://keys.acme.test", [NO_ROUTE]],
  [["*.acme.test/*"], "https://acme.test", [NO_ROUTE]],
  [["keys.acme.test"], "https://keys.acme.test.evil.test", [NO_ROUTE]],
  [["keys.acme.test"], "no address", []],
])("for web's routes %j and the origin %s reports %j", (web, origin, problems) => {
  expect(routeProblems({ web, gateway: [], origin })).toEqual(problems);
});

it.each([
  [["keys.acme.test"], "https://keys.acme.test", "keys.acme.test/v1/*"],
  [["*.acme.test/*"], "https://Keys.acme.test", "keys.acme.test/v1/*"],
  [[], "https://latchkey-web.acme.workers.dev", null],
  [["keys.acme.test"], "no address", null],
])("gives the gateway, for web's routes %j and the origin %s, the route %j", (web, origin, route) => {
  expect(gatewayRoute({ web, origin })).toBe(route);
});

it.each([
  [["keys.acme.test/v1/*"], []],
  [["https://keys.acme.test/v1/*", "api.acme.test/v1/*"], []],
  [["api.acme.test/v1/*"], [NO_GATEWAY]],
  [
    ["keys.acme.test/*", "keys.acme.test/v1/*"],
    ["latchkey-gateway: the route keys.acme.test/* must end in /v1/*; other requests need latchkey-web"],
  ],
])("of routes that the operator gives the gateway, %j, reports %j", (gateway, problems) => {
  const origin = "https://keys.acme.test";
  expect(routeProblems({ web: ["keys.acme.test"], gateway, origin })).toEqual(problems);
});

it.each([
  ["wrangler.toml", "keys.example.com"],
  ["worker/gateway/wrangler.toml", "keys.example.com/v1/*"],
])("reads the routes as they are written in the comment of %s", (source, pattern) => {
  const text = readFileSync(source, "utf8");
  const routesOf = (toml: string) => routeList.parse(parse(toml).routes);
  expect([routesOf(text), routesOf(text.replace(/^# (routes = )/m, "$1"))]).toEqual([[], [pattern]]);
});

it("documents the source of each variable of each worker and of npm run verify, and of no other", () => {
  const required = new Set([...WORKERS.flatMap(({ schema }) => Object.keys(schema.shape)), VERIFY_TOKEN]);
  expect(Object.keys(WHERE_TO_GET).sort()).toEqual([...required].sort());
});

it("says that each secret, and nothing else, goes into the secrets file", () => {
  const example = Object.keys(parseEnv(readFileSync(".dev.vars.example", "utf8")));
  const secret = Object.entries(WHERE_TO_GET).filter(([, [file]]) => file === "the file of secrets");
  expect(secret.map(([name]) => name).sort()).toEqual(example.sort());
});

it("reports what is wrong with a value, and never the value", () => {
  const problems = wrong({ ...SECRETS, KEY_PEPPER: "too-short-to-be-a-pepper" });
  expect(problems).toContain("latchkey-api: KEY_PEPPER must be base64 of at least 32 random bytes");
  expect(problems.join()).not.toContain("too-short");
});

it("names variables that no worker uses: a misspelled name", () => {
  expect(wrong({ ...SECRETS, STRIPE_SECRT_KEY: "sk_live_2" })).toEqual([
    "STRIPE_SECRT_KEY is no variable of any worker",
  ]);
  expect(wrong({ ...SECRETS, [VERIFY_TOKEN]: "lkp_1" })).toEqual([]);
});

it("gives each worker its own secrets only, and web none", () => {
  const given = WORKERS.map((worker) => [
    worker.name,
    Object.keys(settingsOf(worker, SECRETS).secrets).sort(),
  ]);
  expect(Object.fromEntries(given)).toEqual({
    "latchkey-gateway": ["KEY_PEPPER", "KEY_SEALING_SECRET", "LIBSQL_AUTH_TOKEN"],
    "latchkey-api": Object.keys(SECRETS).sort(),
    "latchkey-rollup": Object.keys(SECRETS)
      .filter((name) => name !== "STRIPE_WEBHOOK_SECRET")
      .sort(),
    "latchkey-web": [],
  });
});

interface BoundObject {
  name: string;
  class_name: string;
  script_name?: string;
}
const objectsOf = (toml: Record<string, unknown>): BoundObject[] =>
  (toml as { durable_objects?: { bindings: BoundObject[] } }).durable_objects?.bindings ?? [];

/** Names that are unique within a Cloudflare account. */
function identitiesOf(toml: Record<string, unknown>): unknown[] {
  const {
    name,
    services = [],
    ratelimits = [],
  } = toml as {
    name: string;
    services?: { service: string }[];
    ratelimits?: { namespace_id: string }[];
  };
  return [name, ...services.map(({ service }) => service), ...ratelimits.map((limit) => limit.namespace_id)];
}

it.each(WORKERS)(
  "staging has everything that production's $role has, under names of its own",
  ({ config }) => {
    const production = parse(readFileSync(config, "utf8"));
    const { staging } = production.env as { staging: Record<string, unknown> };
    const [ours, others] = [identitiesOf(staging), identitiesOf(production)];
    expect(ours).toHaveLength(others.length);
    expect(ours.filter((identity) => others.includes(identity))).toEqual([]);
    expect(Object.keys(staging.vars as object)).toEqual(Object.keys(production.vars as object));
    expect(objectsOf(staging)).toEqual(
      objectsOf(production).map(({ script_name: script, ...object }) => ({
        ...object,
        ...(script !== undefined && { script_name: `${script}-staging` }),
      })),
    );
    // An environment inherits these unless it has its own.
    expect(staging.routes ?? []).toEqual([]);
    expect(staging.triggers).toEqual(production.triggers);
  },
);

it("refuses a staging environment that would take real money", () => {
  const test = { ...SECRETS, STRIPE_SECRET_KEY: "sk_test_1" };
  expect(wrong(test, "staging")).toEqual([]);
  expect(wrong({ ...SECRETS, STRIPE_SECRET_KEY: "rk_live_1" }, "staging")).toEqual([
    "STRIPE_SECRET_KEY is a live key, and staging must use one of Stripe's test mode",
  ]);
  expect(workersOf("staging").map(({ name }) => name)).toEqual([
    "latchkey-gateway-staging",
    "latchkey-api-staging",
    "latchkey-rollup-staging",
    "latchkey-web-staging",
  ]);
  const ignored = readFileSync(".gitignore", "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(Object.values(SECRETS_FILE)));
});
