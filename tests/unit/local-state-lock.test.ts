import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { LOCK_FILE, lockState } from "#scripts/local/state-lock.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const NOTHING = ["-e", ""];
const FOREVER = ["-e", "setInterval(() => {}, 1000)"];

it("creates the folder, names its holder and leaves nothing behind", () => {
  const folder = join(temporaryFolder(), "inner");
  const release = lockState(folder);
  expect(readFileSync(join(folder, LOCK_FILE), "utf8")).toBe(String(process.pid));
  release();
  expect(existsSync(join(folder, LOCK_FILE))).toBe(false);
  lockState(folder)();
});

it("refuses a folder that a living process holds, and names both", async () => {
  const holder = spawn(process.execPath, FOREVER, { stdio: "ignore" });
  await once(holder, "spawn");
  onTestFinished(() => {
    holder.kill("SIGKILL");
  });
  const folder = temporaryFolder();
  const file = join(folder, LOCK_FILE);
  writeFileSync(file, String(holder.pid));
  expect(() => lockState(folder)).toThrow(`Another Latchkey (process ${holder.pid}) uses ${folder}`);
  expect(readFileSync(file, "utf8")).toBe(String(holder.pid));
});

it.each([
  ["of a process that is gone", () => String(spawnSync(process.execPath, NOTHING).pid)],
  ["with this process's number, from before a restart", () => String(process.pid)],
  ["that was cut off while it was written", () => ""],
  ["with other content", () => "no number"],
])("takes over a lock %s", (_, content) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, LOCK_FILE), content());
  const release = lockState(folder);
  expect(readFileSync(join(folder, LOCK_FILE), "utf8")).toBe(String(process.pid));
  release();
});
