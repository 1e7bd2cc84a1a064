import { runTraffic } from "./traffic/run-traffic.ts";

process.exitCode = await runTraffic(process.argv.slice(2), console);
