import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { startEmulatedCloudflare } from "./deploy/emulated-cloudflare.ts";
import { copyProject } from "./deploy/project-copy.ts";

const MINUTE = 60_000;
const random = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const SECRETS = {
  SUPABASE_SECRET_KEY: "sb_secret_1",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  KEY_PEPPER: random(1),
  KEY_SEALING_SECRET: random(2),
};

let database: TestDatabase;
let cloudflare: Awaited<ReturnType<typeof startEmulatedCloudflare>>;
let site: Awaited<ReturnType<typeof startSite>>;
let project: ReturnType<typeof copyProject>;
beforeEach(async () => {
  database = await startTestDatabase({ empty: true });
  cloudflare = await startEmulatedCloudflare();
  site = await startSite(() => cloudflare.uploads.some(({ worker }) => worker === "latchkey-web"));
  project = copyProject();
});
afterEach(async () => {
  await Promise.all([site.stop(), cloudflare.stop(), database.stop()]);
  rmSync(project.folder, { recursive: true });
});

/** What Cloudflare would serve: nothing, until web is deployed. */
async function startSite(isDeployed: () => boolean) {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.writeHead(isDeployed() ? 200 : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const configure = () =>
  project.configure({
    APP_ORIGIN: site.origin,
    LIBSQL_URL: database.url,
    SUPABASE_URL: "https://project.supabase.test",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
    SALES_CONTACT: "mailto:sales@latchkey.test",
  });
const writeSecrets = (secrets: Record<string, string>) =>
  project.write(
    ".production.vars",
    Object.entries(secrets)
      .map(([name, value]) => `${name}="${value}"`)
      .join("\n"),
  );

function deploy(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: project.folder,
    CI: "1",
    CLOUDFLARE_API_BASE_URL: cloudflare.url,
    CLOUDFLARE_API_TOKEN: "operators-token",
    CLOUDFLARE_ACCOUNT_ID: "operators-account",
  };
  return new Promise((done) => {
    execFile(
      process.execPath,
      ["scripts/deploy.ts", ...args],
      { cwd: project.folder, env },
      (error, out, err) => done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err }),
    );
  });
}
const tables = async () =>
  (await database.db.$client.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")).rows.length;

it(
  "migrates, deploys api, rollup and web, each with its own secrets, and ends when they answer",
  async () => {
    configure();
    writeSecrets(SECRETS);
    const { code, output } = await deploy();
    expect(output).toContain("Answers as it should");
    expect(code).toBe(0);
    expect(await tables()).toBeGreaterThan(10);
    expect(cloudflare.uploads.map(({ worker }) => worker)).toEqual([
      "latchkey-api",
      "latchkey-rollup",
      "latchkey-web",
    ]);
    const [api, rollup, web] = cloudflare.uploads;
    expect(api?.values).toMatchObject({ ...SECRETS, APP_ORIGIN: site.origin, LIBSQL_URL: database.url });
    expect(api?.secrets).toEqual(Object.keys(SECRETS).sort());
    expect(rollup?.secrets).not.toContain("STRIPE_WEBHOOK_SECRET");
    expect(web?.secrets).toEqual([]);
    expect(cloudflare.addresses).toEqual(["latchkey-web"]);
    expect(site.asked.sort()).toEqual(["/api/health", "/login"]);
    for (const secret of Object.values(SECRETS)) expect(output).not.toContain(secret);
  },
  3 * MINUTE,
);

it(
  "changes nothing while anything is missing, and names all of it at once",
  async () => {
    writeSecrets({ ...SECRETS, STRIPE_WEBHOOK_SECRET: "", KEY_PEPPER: "short" });
    project.configure({ MAIL_FROM: "notices@latchkey.test" });
    const { code, output } = await deploy();
    expect(code).toBe(1);
    for (const problem of [
      "latchkey-api: APP_ORIGIN still has the value of the example",
      "latchkey-api: STRIPE_WEBHOOK_SECRET is missing",
      "latchkey-rollup: KEY_PEPPER must be base64 of at least 32 random bytes",
      "latchkey-rollup: MAIL_API_KEY is missing, though MAIL_FROM is set",
      "latchkey-rollup: LIBSQL_AUTH_TOKEN is missing, though LIBSQL_URL is Turso's",
      "STRIPE_WEBHOOK_SECRET (the file of secrets): Stripe, Developers, Webhooks",
    ])
      expect(output).toContain(problem);
    expect(await tables()).toBe(0);
    expect(cloudflare.uploads).toEqual([]);
  },
  MINUTE,
);

it(
  "asks for a file of secrets, which a dry run does without; that sends nothing",
  async () => {
    const { code, output } = await deploy();
    expect([code, output]).toEqual([1, expect.stringContaining("Copy .dev.vars.example to it")]);
    const dry = await deploy("--dry-run");
    expect([dry.code, dry.output]).toEqual([0, expect.stringContaining("latchkey-web bundled")]);
    expect(dry.output).toContain("the configuration is not checked");
    expect(await tables()).toBe(0);
    expect(cloudflare.uploads).toEqual([]);
  },
  2 * MINUTE,
);
