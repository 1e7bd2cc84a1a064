import { runRebuild } from "./rollup/run-rebuild.ts";

process.exitCode = await runRebuild(process.argv.slice(2), console);
