import { join } from "node:path";
import { documentedCode, documentedEnv } from "./documented.ts";
import { callOf, HELLO, runClient, type Setting, TOOL_RAN } from "./setting.ts";

const CONFIG = ".config/opencode/opencode.json";
const DOCUMENTED_LIBRARY = "@ai-sdk/openai-compatible";
/** Each of them uses another endpoint. */
const LIBRARIES = [DOCUMENTED_LIBRARY, "@ai-sdk/openai", "@ai-sdk/anthropic"];

export const OPENCODE_SETTINGS: Setting[] = LIBRARIES.map((library) => ({
  client: "opencode",
  setting: library,
  async use(gateway) {
    const { platform, arch } = process;
    const program = join(gateway.folder, `node_modules/opencode-${platform}-${arch}/bin/opencode`);
    const config = documentedCode("opencode", `~/${CONFIG}`, gateway);
    const run = async (prompt: string) => {
      const { output } = await runClient(program, {
        args: ["run"],
        env: documentedEnv("opencode", gateway),
        files: { [CONFIG]: config.replace(DOCUMENTED_LIBRARY, library) },
        input: prompt,
      });
      return output;
    };
    return {
      text: await run(HELLO),
      tool: await run(callOf("bash", { command: `echo ${TOOL_RAN}`, description: "Echo" })),
      stream: null,
    };
  },
}));
