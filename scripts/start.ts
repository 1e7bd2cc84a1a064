import { runStack } from "./local/run-stack.ts";

await runStack("built");
