import usages from "./usage.json" with { type: "json" };

/** What `npm run <command> -- --help` prints; scripts/run.mjs prints it itself. */
export const usageOf = (command: keyof typeof usages): string => usages[command].join("\n");
