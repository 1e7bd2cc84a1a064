import { runCommand } from "./run-command.ts";

const { code } = await runCommand("biome", ["check", "--write", "."], { show: true });
process.exit(code);
