import { buildApp } from "./local/build-app.ts";
import { runCommand } from "./run-command.ts";

interface Check {
  name: string;
  command: string;
  args: string[];
}

const CHECKS: Check[] = [
  { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  { name: "types", command: "tsc", args: ["-p", "."] },
  {
    name: "layers",
    command: "depcruise",
    args: ["--config", ".dependency-cruiser.cjs", "app", "worker", "scripts", "tests"],
  },
  { name: "unused code", command: "knip", args: [] },
  { name: "size of the browser's code", command: "size-limit", args: [] },
];

/** Runs every check, even after one has failed, and says what each found. */
await buildApp();
let failed = false;
for (const { name, command, args } of CHECKS) {
  const { code, output, seconds } = await runCommand(command, args);
  failed ||= code !== 0;
  console.log(`${code === 0 ? "✓" : "✗"} ${name.padEnd(28)} ${seconds.toFixed(1)} s`);
  if (code !== 0) console.log(output);
}
process.exit(failed ? 1 : 0);
