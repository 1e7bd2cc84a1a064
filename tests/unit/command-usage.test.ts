import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import usages from "#scripts/usage.json" with { type: "json" };

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

it("knows the commands of package.json, and no others", async () => {
  const commands = Object.fromEntries(
    Object.keys(usages).map((name) => [name, `node scripts/run.mjs ${name}`]),
  );
  expect(scripts).toEqual(commands);
  await expect(run("node", ["scripts/run.mjs", "ask-system", "--help"])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Unknown command “ask-system”. There are: start, dev, test"),
  });
});

it("a command prints with --help how to call it, and does nothing else", async () => {
  const { stdout, stderr } = await run("node", ["scripts/run.mjs", "deploy", "--help"]);
  expect([stdout, stderr]).toEqual([`${usages.deploy.join("\n")}\n`, ""]);
});
