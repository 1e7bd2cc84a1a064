import { join } from "node:path";
import { z } from "zod";
import { documentedCode, documentedEnv } from "./documented.ts";
import { callOf, type Gateway, HELLO, jsonLines, runClient, type Setting, TOOL_RAN } from "./setting.ts";

interface Settings {
  env: (gateway: Gateway) => NodeJS.ProcessEnv;
  /** By their path in the home folder. */
  files?: (gateway: Gateway) => Record<string, string>;
  args?: readonly string[];
}

const SETTINGS_FILE = ".claude/settings.json";
const documented = (gateway: Gateway) => documentedEnv("Claude Code", gateway);
const withToken = (more: NodeJS.ProcessEnv) => (gateway: Gateway) => ({ ...documented(gateway), ...more });

const SETTINGS: Record<string, Settings> = {
  ANTHROPIC_AUTH_TOKEN: { env: documented },
  ANTHROPIC_API_KEY: {
    env: ({ origin, key }) => ({ ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: key }),
  },
  apiKeyHelper: {
    env: ({ origin }) => ({ ANTHROPIC_BASE_URL: origin }),
    files: (gateway) => ({
      [SETTINGS_FILE]: documentedCode("Claude Code", `~/${SETTINGS_FILE}`, gateway),
      ".latchkey-key": gateway.key,
    }),
  },
  "dummy ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN": { env: withToken({ ANTHROPIC_API_KEY: "unused" }) },
  "models of the service": {
    env: (gateway) => ({ ...documented(gateway), ...documentedEnv("Models of Claude Code", gateway) }),
    args: ["--model", "sonnet"],
  },
  "thinking off": { env: withToken({ MAX_THINKING_TOKENS: "0" }) },
  "thinking with a budget": {
    env: withToken({ MAX_THINKING_TOKENS: "8000" }),
    args: ["--model", "claude-haiku-4-5-20251001"],
  },
  "without experimental betas": { env: withToken({ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: "1" }) },
  "base URL that ends in /v1": {
    env: (gateway) => ({ ...documented(gateway), ANTHROPIC_BASE_URL: `${gateway.origin}/v1` }),
  },
};

const line = z.looseObject({
  event: z.looseObject({ delta: z.looseObject({ text: z.string().optional() }).optional() }).optional(),
});

const STREAM = ["--output-format", "stream-json", "--include-partial-messages", "--verbose"];

export const CLAUDE_CODE_SETTINGS: Setting[] = Object.entries(SETTINGS).map(
  ([setting, { env, files, args = [] }]) => ({
    client: "claude-code",
    setting,
    async use(gateway) {
      const { platform, arch } = process;
      const program = `node_modules/@anthropic-ai/claude-code-${platform}-${arch}/claude`;
      const print = (prompt: string, more: readonly string[]) =>
        runClient(join(gateway.folder, program), {
          args: ["-p", prompt, ...more, ...args],
          env: env(gateway),
          files: files?.(gateway) ?? {},
        });
      const whole = await print(HELLO, []);
      const call = callOf("Bash", { command: `echo ${TOOL_RAN}`, description: "Echo" });
      const tool = await print(call, ["--allowedTools", "Bash"]);
      const streamed = jsonLines((await print(HELLO, STREAM)).stdout).map((one) => line.parse(one));
      const chunks = streamed.flatMap(({ event }) => event?.delta?.text ?? []);
      return { text: whole.output, tool: tool.output, stream: chunks };
    },
  }),
);
