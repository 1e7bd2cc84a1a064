import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COPIED = ["app", "public", "worker", "scripts", "migrations", "package.json", "tsconfig.json"];
const LINKED = ["node_modules", "build", "package-lock.json", "vite.config.ts", ".dev.vars.example"];
const CONFIGS = [
  "wrangler.toml",
  "worker/gateway/wrangler.toml",
  "worker/api/wrangler.toml",
  "worker/rollup/wrangler.toml",
];

/** The project in its own folder, as an operator has it, with a `wrangler.toml` that can be changed. */
export function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-deploy-"));
  for (const name of [...COPIED, "wrangler.toml"]) cpSync(name, join(folder, name), { recursive: true });
  for (const name of LINKED) symlinkSync(resolve(name), join(folder, name));
  return {
    folder,
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    read: (file: string) => readFileSync(join(folder, file), "utf8"),
    /** Replaces the example values of one environment in all four files. */
    configure(values: Record<string, string>, environment: "production" | "staging" = "production") {
      for (const config of CONFIGS) {
        const file = join(folder, config);
        let isWanted = environment === "production";
        const lines = readFileSync(file, "utf8")
          .split("\n")
          .map((line) => {
            if (line.startsWith("[")) isWanted = line.includes("[env.") === (environment === "staging");
            return isWanted ? configured(line, values) : line;
          });
        writeFileSync(file, lines.join("\n"));
      }
    },
    /** Uncomments the route of the root `wrangler.toml`, with this host in it. */
    setHost(host: string) {
      const file = join(folder, "wrangler.toml");
      const example = /^# (routes = \[\{ pattern = ")[^"]+/m;
      writeFileSync(file, readFileSync(file, "utf8").replace(example, `$1${host}`));
    },
  };
}

function configured(line: string, values: Record<string, string>): string {
  const name = /^(\w+) = "/.exec(line)?.[1] ?? "";
  return values[name] === undefined ? line : `${name} = ${JSON.stringify(values[name])}`;
}
