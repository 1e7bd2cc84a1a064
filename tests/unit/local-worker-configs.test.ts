import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { type WorkerVariables, writeWorkerConfigs } from "#scripts/local/worker-configs.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const DEPLOYED = {
  web: "wrangler.toml",
  api: "worker/api/wrangler.toml",
  gateway: "worker/gateway/wrangler.toml",
  rollup: "worker/rollup/wrangler.toml",
};
const NAMES = ["web", "api", "gateway", "rollup"] as const;
const VARIABLES: WorkerVariables = {
  web: { vars: { SUPABASE_URL: "http://127.0.0.1:1" } },
  api: {
    vars: { LIBSQL_URL: "http://127.0.0.1:2", APP_ORIGIN: "http://127.0.0.1:3" },
    secrets: { KEY_PEPPER: "cGVwcGVy+/=", STRIPE_SECRET_KEY: 'sk_test "quoted" # $HOME' },
  },
  gateway: { vars: { LIBSQL_URL: "http://127.0.0.1:2" } },
  rollup: { vars: { LIBSQL_URL: "http://127.0.0.1:2" } },
};
const write = () => writeWorkerConfigs(temporaryFolder(), VARIABLES);
const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const secretsBeside = (file: string) => join(dirname(file), ".dev.vars");

it("keeps the deployed configuration and replaces only the given variables", () => {
  const files = write();
  for (const name of NAMES) {
    const deployed = parse(readFileSync(DEPLOYED[name], "utf8"));
    const local = readJson(files[name]);
    expect(local.vars).toEqual({ ...Object(deployed.vars), ...VARIABLES[name].vars });
    const { main: _main, vars: _vars, assets: _assets, env: _env, ...rest } = deployed;
    expect(local).toMatchObject(rest);
  }
});

it("leads requests to /v1 to the gateway where they have a route, and never brings along the routes of a deployment", () => {
  const routesIn = (files: ReturnType<typeof write>) => NAMES.map((name) => readJson(files[name]).routes);
  expect(routesIn(write())).toEqual([[], [], [], []]);
  const routed = writeWorkerConfigs(temporaryFolder(), VARIABLES, { routed: true });
  expect(routesIn(routed)).toEqual([[], [], ["*/v1/*"], []]);
});

it("points at the real entry and the real assets from wherever the file is", () => {
  const files = write();
  for (const name of NAMES) {
    const { main } = readJson(files[name]);
    expect(isAbsolute(main) && existsSync(main), main).toBe(true);
  }
  const { directory, binding } = readJson(files.web).assets;
  expect(directory).toBe(join(process.cwd(), "build/client"));
  expect(binding).toBe("ASSETS");
});

it("writes secrets only where their owner alone can read them", () => {
  const files = write();
  for (const name of NAMES) {
    const { secrets = {} } = VARIABLES[name];
    expect(statSync(secretsBeside(files[name])).mode & 0o777).toBe(0o600);
    const lines = readFileSync(secretsBeside(files[name]), "utf8").split("\n").filter(Boolean);
    expect(lines.map((line) => line.split("=")[0])).toEqual(Object.keys(secrets));
    for (const value of Object.values(secrets))
      expect(readFileSync(files[name], "utf8")).not.toContain(JSON.stringify(value).slice(1, -1));
  }
  expect(readFileSync(secretsBeside(files.api), "utf8")).toContain('KEY_PEPPER="cGVwcGVy+/="');
});
