import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runProcess } from "./run-process.ts";

const CACHE = resolve("node_modules/.cache/clients");

/** The published clients, and what their drivers import besides. The first package of each is the one under test. */
const PACKAGES = {
  "claude-code": ["@anthropic-ai/claude-code@2.1.332"],
  codex: ["@openai/codex@0.171.0"],
  opencode: ["opencode-ai@1.18.33"],
  openai: ["openai@7.59.0"],
  "openai-agents": ["@openai/agents@0.20.0", "zod@4.6.7"],
  anthropic: ["@anthropic-ai/sdk@1.14.0"],
  langchain: ["@langchain/openai@1.6.0", "langchain@1.5.14", "@langchain/core@1.4.0", "zod@4.6.7"],
  "ai-sdk": ["@ai-sdk/openai-compatible@3.0.92", "ai@7.0.173", "zod@4.6.7"],
  openrouter: ["@openrouter/ai-sdk-provider@3.1.0", "ai@7.0.173", "zod@4.6.7"],
  llamaindex: ["@llamaindex/openai@0.4.23", "llamaindex@0.12.1", "zod@4.6.7"],
  mastra: ["@mastra/core@1.71.0", "zod@4.6.7"],
} as const;
export type Client = keyof typeof PACKAGES;

/** Of the package under test. */
export const packageOf = (client: Client) => {
  const [specifier] = PACKAGES[client];
  const at = specifier.lastIndexOf("@");
  return { name: specifier.slice(0, at), version: specifier.slice(at + 1) };
};

/**
 * Installs a client once, from the registry that npm is configured with, and without its install scripts.
 * @returns the folder that holds its node_modules.
 * @throws Error saying that the registry can't be reached, or what npm says.
 */
export async function installed(client: Client): Promise<string> {
  const folder = join(CACHE, client);
  const wanted = JSON.stringify(PACKAGES[client]);
  const stamp = join(folder, "installed.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder;
  mkdirSync(CACHE, { recursive: true });
  // Appears under its name once it is whole.
  const fresh = mkdtempSync(join(CACHE, `${client}-`));
  try {
    await install(fresh, PACKAGES[client]);
    writeFileSync(join(fresh, "installed.json"), wanted);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

const FLAGS = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--fetch-retries=1"];
const UNREACHABLE = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/;

async function install(folder: string, packages: readonly string[]): Promise<void> {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const args = ["install", "--prefix", folder, ...FLAGS, ...packages];
  const { code, output } = await runProcess("npm", args, { cwd: folder, env: process.env });
  if (code === 0) return;
  throw new Error(
    UNREACHABLE.test(output)
      ? `${packages[0]} can't be installed, because the npm registry can't be reached. The clients are downloaded once, into ${CACHE}.`
      : `${packages[0]} can't be installed: ${output}`,
  );
}
