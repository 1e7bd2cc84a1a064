import { readFileSync } from "node:fs";
import { SAMPLE_ORIGIN } from "#app/lib/documentation/topics.ts";
import type { Gateway } from "./setting.ts";

const PAGE = readFileSync("app/features/docs/topics/coding-agents.md", "utf8");

/**
 * The code under a heading of the page *Coding agents*, with the reader's address and key in it.
 * @throws for a heading without such code.
 */
export function documentedCode(heading: string, title: string, { origin, key }: Gateway): string {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const fences = [...section.matchAll(/^```\w+ ([^\n]+)\n(.*?)^```$/gms)];
  const code = fences.find(([, ofFence]) => ofFence === title)?.[2];
  if (code === undefined) throw new Error(`Coding agents has no ${title} under ${heading}.`);
  return code.replaceAll(SAMPLE_ORIGIN, origin).replaceAll("YOUR_API_KEY", key);
}

/** The variables that the page exports under a heading. */
export const documentedEnv = (heading: string, gateway: Gateway): Record<string, string> =>
  Object.fromEntries(
    [...documentedCode(heading, "Terminal", gateway).matchAll(/^export (\w+)=(.*)$/gm)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
