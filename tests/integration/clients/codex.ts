import { join } from "node:path";
import { documentedCode, documentedEnv } from "./documented.ts";
import { DEFAULT_MODELS } from "./gateway.ts";
import { callOf, HELLO, runClient, type Setting, TOOL_RAN } from "./setting.ts";

const CONFIG = ".codex/config.toml";
const asDocumented = (config: string) => config;

/** What each setting makes of the documented configuration. */
const SETTINGS: Record<string, (config: string) => string> = {
  "a model that it doesn't know": asDocumented,
  "a model that it knows": (config) => config.replace("demo-reasoning", DEFAULT_MODELS.codex),
  "web search off": (config) => `web_search = "disabled"\n${config}`,
  "base URL without /v1": (config) => config.replace(/^(base_url = ".*)\/v1"$/m, '$1"'),
};

export const CODEX_SETTINGS: Setting[] = Object.entries(SETTINGS).map(([setting, change]) => ({
  client: "codex",
  setting,
  async use(gateway) {
    const script = join(gateway.folder, "node_modules/@openai/codex/bin/codex.js");
    const run = async (prompt: string) => {
      const { output } = await runClient(process.execPath, {
        args: [script, "exec", "--skip-git-repo-check", prompt],
        env: documentedEnv("Codex", gateway),
        files: { [CONFIG]: change(documentedCode("Codex", `~/${CONFIG}`, gateway)) },
      });
      return output;
    };
    return {
      text: await run(HELLO),
      tool: await run(callOf("exec_command", { cmd: `echo ${TOOL_RAN}` })),
      stream: null,
    };
  },
}));
