import { execFile, execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { startTestDatabase } from "#tests/support/test-database.ts";
import { startEmulatedCloudflare } from "./emulated-cloudflare.ts";
import { startModelList } from "./model-list.ts";
import { copyProject } from "./project-copy.ts";

export const random = (fill: number) => Buffer.alloc(32, fill).toString("base64");
export const SECRETS = {
  SUPABASE_SECRET_KEY: "sb_secret_1",
  STRIPE_SECRET_KEY: "sk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1",
  KEY_PEPPER: random(1),
  KEY_SEALING_SECRET: random(2),
};
/** The gateway's. */
export const UPSTREAM = { UPSTREAM_API_KEY: "sk-upstream-1" };
export const STAGING_STRIPE_KEY = "sk_test_1";

/** An operator's copy of the project, with an empty database and a Cloudflare account of its own. */
export async function startOperatorMachine() {
  const database = await startTestDatabase({ empty: true });
  const cloudflare = await startEmulatedCloudflare({
    production: SECRETS.STRIPE_SECRET_KEY,
    staging: STAGING_STRIPE_KEY,
  });
  const provider = await startModelList(UPSTREAM.UPSTREAM_API_KEY);
  const project = copyProject();
  // No test asks a real provider.
  for (const environment of ["production", "staging"] as const)
    project.configure({ UPSTREAM_URL: provider.url }, environment);
  const env = {
    PATH: process.env.PATH,
    HOME: project.folder,
    CI: "1",
    CLOUDFLARE_API_BASE_URL: cloudflare.url,
    CLOUDFLARE_API_TOKEN: "operators-token",
    CLOUDFLARE_ACCOUNT_ID: "operators-account",
  };
  return {
    database,
    cloudflare,
    project,
    configure: () =>
      project.configure({
        APP_ORIGIN: cloudflare.origin,
        LIBSQL_URL: database.url,
        SUPABASE_URL: "https://project.supabase.test",
        SUPABASE_PUBLISHABLE_KEY: "sb_publishable_1",
        SALES_CONTACT: "mailto:sales@latchkey.test",
        SUPPORT_CONTACT: "mailto:support@latchkey.test",
      }),
    writeSecrets(secrets: Record<string, string>) {
      const lines = Object.entries({ ...UPSTREAM, ...secrets }).map(([name, value]) => `${name}="${value}"`);
      project.write(".production.vars", lines.join("\n"));
    },
    /** Commits the copy's configuration; no other file counts as changed. @returns the short hash. */
    commit(): string {
      const identity = ["-c", "user.name=Operator", "-c", "user.email=operator@latchkey.test"];
      const git = (...args: string[]) =>
        execFileSync("git", [...identity, ...args], { cwd: project.folder, encoding: "utf8" });
      git("init", "--quiet");
      project.write(".git/info/exclude", "*");
      git("add", "--force", "wrangler.toml");
      git("commit", "--quiet", "--allow-empty", "--message", "Configure");
      return git("rev-parse", "--short=12", "HEAD").trim();
    },
    /** Runs a command line as the operator types it, in the copy. */
    type: (line: string, more: Record<string, string> = {}) =>
      new Promise<{ code: number; output: string }>((done) => {
        execFile("bash", ["-c", line], { cwd: project.folder, env: { ...env, ...more } }, (error, out, err) =>
          done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err }),
        );
      }),
    deploy: (...args: string[]) =>
      new Promise<{ code: number; output: string }>((done) => {
        execFile(
          process.execPath,
          ["scripts/deploy.ts", ...args],
          { cwd: project.folder, env },
          (error, out, err) =>
            done({ code: error === null ? 0 : Number(error.code ?? 1), output: out + err }),
        );
      }),
    /** The database's schema, and prices in it. */
    async publishPrices() {
      await migrateDatabase({ url: database.url });
      await publishExamplePrices(database.db);
    },
    async tables() {
      const { rows } = await database.db.$client.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table'",
      );
      return rows.length;
    },
    async stop() {
      await cloudflare.stop();
      await provider.stop();
      await database.stop();
      rmSync(project.folder, { recursive: true });
    },
  };
}
