import { afterEach, beforeEach, expect, it } from "vitest";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { SECRETS, startOperatorMachine, UPSTREAM } from "./deploy/operator-machine.ts";

let operator: Awaited<ReturnType<typeof startOperatorMachine>>;
beforeEach(async () => {
  operator = await startOperatorMachine();
});
afterEach(() => operator.stop());

const valuesOf = (worker: string) => {
  const bindings = operator.cloudflare.scripts.get(worker)?.deployed?.bindings ?? [];
  return Object.fromEntries(bindings.map(({ name, text }) => [name, text]));
};
const secretsOf = (worker: string) => operator.cloudflare.scripts.get(worker)?.secretNames;

it("migrates, deploys api, rollup and web, each with its own secrets, and finishes when that version serves", async () => {
  const { cloudflare, database } = operator;
  operator.configure();
  await operator.publishPrices();
  operator.writeSecrets(SECRETS);
  const { code, output } = await operator.deploy();
  expect(output).toContain(`${cloudflare.origin} is 0.1.0+unknown now.`);
  expect(code).toBe(0);
  expect(await operator.tables()).toBeGreaterThan(10);
  expect([...cloudflare.scripts.keys()]).toEqual([
    "latchkey-gateway",
    "latchkey-api",
    "latchkey-rollup",
    "latchkey-web",
  ]);
  expect(valuesOf("latchkey-api")).toMatchObject({
    ...SECRETS,
    APP_ORIGIN: cloudflare.origin,
    LIBSQL_URL: database.url,
  });
  expect(secretsOf("latchkey-api")).toEqual(Object.keys(SECRETS).sort());
  expect(secretsOf("latchkey-gateway")).toContain("UPSTREAM_API_KEY");
  expect(secretsOf("latchkey-rollup")).not.toContain("STRIPE_WEBHOOK_SECRET");
  expect(secretsOf("latchkey-web")).toEqual([]);
  for (const [name, { deployed, hasAddress, crons }] of cloudflare.scripts) {
    expect(deployed).toMatchObject({ tag: "0.1.0+unknown", message: "Latchkey 0.1.0, commit unknown" });
    expect(hasAddress).toBe(name === "latchkey-web");
    expect(deployed?.cpuMs).toBeLessThanOrEqual(30_000);
    expect(deployed?.placement).toBe(name === "latchkey-api" ? "smart" : undefined);
    expect(crons).toEqual(name === "latchkey-rollup" ? ["* * * * *"] : []);
  }
  expect(output).toContain("Requests to /v1 pass through latchkey-web");
  expect(output).toContain("Require current password when updating");
  expect(cloudflare.requested).toContainEqual({ path: "/v1/models", worker: "latchkey-web" });
  expect(output).not.toContain("WARNING");
  expect(output).toMatch(/warning +no operator/);
  expect(output).toContain(`npm run verify -- ${cloudflare.origin}`);
  for (const secret of Object.values(SECRETS)) expect(output).not.toContain(secret);
});

it("with a domain, leads requests to /v1 straight to the gateway, and everything else to web", async () => {
  const { cloudflare, project } = operator;
  operator.configure();
  project.setHost("127.0.0.1");
  await operator.publishPrices();
  operator.writeSecrets(SECRETS);
  const { code, output } = await operator.deploy();
  expect([code, output]).toEqual([
    0,
    expect.stringContaining("Requests to /v1 lead to latchkey-gateway directly: 127.0.0.1/v1/*"),
  ]);
  const addresses = [...cloudflare.scripts].map(([name, { routes, domains, hasAddress }]) => ({
    name,
    routes,
    domains,
    hasAddress,
  }));
  expect(addresses).toEqual([
    { name: "latchkey-gateway", routes: ["127.0.0.1/v1/*"], domains: [], hasAddress: false },
    { name: "latchkey-api", routes: [], domains: [], hasAddress: false },
    { name: "latchkey-rollup", routes: [], domains: [], hasAddress: false },
    { name: "latchkey-web", routes: [], domains: ["127.0.0.1"], hasAddress: false },
  ]);
  const received = new Map(cloudflare.requested.map(({ path, worker }) => [path, worker]));
  expect(Object.fromEntries(received)).toEqual({
    "/version.json": "latchkey-web",
    "/login": "latchkey-web",
    "/api/health": "latchkey-web",
    "/v1/models": "latchkey-gateway",
  });
});

it("deploys no worker while no price list is in force, and says how to publish one", async () => {
  operator.configure();
  operator.writeSecrets(SECRETS);
  const { code, output } = await operator.deploy();
  expect([code, output]).toEqual([1, expect.stringContaining("npm run operator -- prices FILE")]);
  expect(operator.cloudflare.scripts.size).toBe(0);
});

it("changes nothing while anything is missing, and lists everything missing at once", async () => {
  operator.writeSecrets({ ...SECRETS, STRIPE_WEBHOOK_SECRET: "", KEY_PEPPER: "short" });
  operator.project.configure({ MAIL_FROM: "notices@latchkey.test" });
  const { code, output } = await operator.deploy();
  expect(code).toBe(1);
  for (const problem of [
    "latchkey-api: APP_ORIGIN still has the value of the example",
    "latchkey-api: STRIPE_WEBHOOK_SECRET is missing",
    "latchkey-rollup: KEY_PEPPER must be base64 of at least 32 random bytes",
    "latchkey-rollup: MAIL_API_KEY is missing, though MAIL_FROM is set",
    "latchkey-rollup: LIBSQL_AUTH_TOKEN is missing, though LIBSQL_URL is Turso's",
    "STRIPE_WEBHOOK_SECRET (.production.vars): Stripe, Developers, Webhooks",
  ])
    expect(output).toContain(problem);
  expect(await operator.tables()).toBe(0);
  expect(operator.cloudflare.scripts.size).toBe(0);
});

it("stops if the provider refuses the key, and changes nothing", async () => {
  operator.configure();
  await operator.publishPrices();
  operator.writeSecrets({ ...SECRETS, UPSTREAM_API_KEY: "sk-refused" });
  const { code, output } = await operator.deploy();
  expect([code, output]).toEqual([1, expect.stringContaining("No worker was deployed.")]);
  expect(output).toMatch(/failed +upstream provider +\S+\/v1\/models returned 401/);
  expect(output).not.toContain("sk-refused");
  expect(operator.cloudflare.scripts.size).toBe(0);
});

it("a dry run of complete settings passes, with the size of each bundle and what won't work", async () => {
  operator.configure();
  await operator.publishPrices();
  operator.writeSecrets(SECRETS);
  const { code, output } = await operator.deploy("--dry-run");
  expect([code, output]).toEqual([
    0,
    expect.stringContaining("Ready to deploy, 5 warnings. Nothing was changed."),
  ]);
  for (const worker of ["gateway", "api", "rollup", "web"])
    expect(output).toMatch(new RegExp(`ok +latchkey-${worker} +[\\d.]+ KiB, [\\d.]+ KiB compressed: \\d+ %`));
  for (const line of ["no operator", "nobody to alert", "no email", "no health report", "no route"])
    expect(output).toMatch(new RegExp(`warning +${line} .*\n +→ `));
  expect(output).toMatch(/hint +no heartbeat/);
  expect(output).toMatch(/ok +upstream provider/);
  expect(output).toMatch(/ok +prices +Price list 1 is in force/);
  for (const secret of Object.values({ ...SECRETS, ...UPSTREAM })) expect(output).not.toContain(secret);
  expect(operator.cloudflare.scripts.size).toBe(0);
});

it.each([
  ["an empty database", "the newest schema", false],
  ["a database without prices", "No price list is in force", true],
])("a dry run doesn't pass with %s: %s", async (_, line, isMigrated) => {
  operator.configure();
  operator.writeSecrets(SECRETS);
  if (isMigrated) await migrateDatabase({ url: operator.database.url });
  const tables = await operator.tables();
  const { code, output } = await operator.deploy("--dry-run");
  expect([code, output]).toEqual([1, expect.stringContaining(line)]);
  expect(output).toContain("Not ready: 1 problem stops a deployment, 5 warnings.");
  expect(await operator.tables()).toBe(tables);
});

it("requires a secrets file; without one, a dry run only lists what is missing", async () => {
  const { code, output } = await operator.deploy();
  expect([code, output]).toEqual([1, expect.stringContaining("Copy .dev.vars.example to it")]);
  const contrary = await operator.deploy("--dry-run", "--prune");
  expect([contrary.code, contrary.output]).toEqual([1, expect.stringContaining("leave out --prune")]);
  const dry = await operator.deploy("--dry-run");
  expect([dry.code, dry.output]).toEqual([0, expect.stringContaining("latchkey-web bundled")]);
  for (const line of [
    "There is no .production.vars: copy .dev.vars.example to it",
    "latchkey-api: APP_ORIGIN still has the value of the example",
    "latchkey-gateway: KEY_PEPPER is missing",
    "KEY_PEPPER (.production.vars): openssl rand -base64 32",
  ])
    expect(dry.output).toContain(line);
  expect(dry.output).toMatch(
    /Not ready: \d+ problems stop a deployment, 5 warnings\. Nothing was changed\.\n$/,
  );
  expect(await operator.tables()).toBe(0);
  expect(operator.cloudflare.scripts.size).toBe(0);
});
