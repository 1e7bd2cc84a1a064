import { runOperator } from "./operator/run-operator.ts";

process.exitCode = await runOperator(process.argv.slice(2), console);
