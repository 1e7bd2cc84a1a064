import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Client } from "./packages.ts";
import { jsonLines, runClient, type Setting } from "./setting.ts";

const DRIVERS = fileURLToPath(new URL("drivers", import.meta.url));

/** The settings of each driver. */
const SETTINGS: Partial<Record<Client, readonly string[]>> = {
  openai: ["chat", "responses"],
  "openai-agents": ["responses", "chat"],
  anthropic: ["apiKey", "apiKey, thread: false", "authToken, thread: false"],
  langchain: ["chat", "responses"],
  "ai-sdk": ["chat"],
  openrouter: ["chat", "usage: include"],
  llamaindex: ["chat"],
  mastra: ["chat"],
};

const trial = <T extends z.ZodType>(value: T) =>
  z.union([z.object({ value }), z.object({ error: z.string() })]);
const results = z.object({
  text: trial(z.string()),
  tool: trial(z.string()),
  stream: trial(z.array(z.string())),
});

export const SDK_SETTINGS: Setting[] = Object.entries(SETTINGS).flatMap(([client, settings]) =>
  settings.map((setting) => ({
    client: client as Client,
    setting,
    async use({ folder, origin, key }) {
      // Beside its node_modules, a driver finds what it imports.
      const drivers = join(folder, "drivers");
      cpSync(DRIVERS, drivers, { recursive: true });
      const { stdout, output } = await runClient(process.execPath, {
        args: [join(drivers, "drive.mjs"), client, setting],
        env: { LATCHKEY_ORIGIN: origin, LATCHKEY_API_KEY: key, LATCHKEY_MODEL: "demo-small" },
      });
      const printed = jsonLines(stdout).at(-1);
      if (printed === undefined) throw new Error(output);
      const { text, tool, stream } = results.parse(printed);
      const textOf = (one: typeof text) => ("error" in one ? one.error : one.value);
      return {
        text: textOf(text),
        tool: textOf(tool),
        stream: "error" in stream ? [stream.error] : stream.value,
      };
    },
  })),
);
