import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, it } from "vitest";
import { rollupEnv } from "#worker/rollup/env.ts";

/** Names in the sections of the example file that are for this worker. */
function exampleNames(): string[] {
  const sections = readFileSync(".dev.vars.example", "utf8").split(/^# ---/m);
  const ours = sections.filter((section) => /latchkey-rollup/.test(section.split("\n")[0] ?? ""));
  return ours.flatMap((section) =>
    [...section.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map((match) => String(match[1])),
  );
}

it("has every name of .dev.vars.example and wrangler.toml, and no other", () => {
  const { vars } = parse(readFileSync("worker/rollup/wrangler.toml", "utf8"));
  const documented = [...exampleNames(), ...Object.keys(Object(vars))].sort();
  expect(documented).toEqual(Object.keys(rollupEnv.shape).sort());
});
