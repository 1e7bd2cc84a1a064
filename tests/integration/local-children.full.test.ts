import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { Children } from "#scripts/local/children.ts";
import { processTree, survivors } from "#tests/support/processes.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const GONE_MS = 10_000;
const IDLE = "setInterval(() => {}, 1000);";
/** Has a child of its own in the same group, and both ignore SIGTERM. */
const STUBBORN = `
  process.on("SIGTERM", () => {});
  if (!process.argv[1]) {
    require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(
      `process.on("SIGTERM", () => {}); ${IDLE}`,
    )}], { stdio: "ignore" });
    console.log("ready");
  }
  ${IDLE}`;

function newChildren() {
  const logs = temporaryFolder();
  const children = new Children(logs);
  const failures: string[] = [];
  children.onUnexpectedExit = (message) => failures.push(message);
  onTestFinished(() => children.stop());
  const run = (name: string, script: string) => {
    const { pid } = children.start({ name, command: process.execPath, args: ["-e", script] });
    if (pid === undefined) throw new Error("not started");
    return pid;
  };
  const log = (name: string) => readFileSync(join(logs, `${name}.log`), "utf8");
  return { children, failures, run, log };
}

const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 20_000 });

it("stops a child that ignores SIGTERM, together with its own children, and does not report that as a failure", async () => {
  const { children, failures, run, log } = newChildren();
  const pid = run("stubborn", STUBBORN);
  await until(() => log("stubborn").includes("ready"));
  const tree = processTree(pid);
  expect(tree).toHaveLength(2);
  await children.stop();
  await children.stop();
  expect(await survivors(tree, GONE_MS)).toEqual([]);
  expect(failures).toEqual([]);
});

it("reports a child that exits by itself with the end of its log", async () => {
  const { failures, run } = newChildren();
  run("database", "console.error('line 1'); console.error('disk is full'); process.exitCode = 3;");
  await until(() => failures.length > 0);
  expect(failures).toEqual(["database stopped (3). The end of its log:\nline 1\ndisk is full"]);
});

it("stops what a child leaves behind when it exits by itself", async () => {
  const { run, log } = newChildren();
  run(
    "careless",
    `const { spawn } = require("node:child_process");
    const left = spawn(process.execPath, ["-e", ${JSON.stringify(IDLE)}], { stdio: "ignore" });
    console.log(left.pid);
    left.unref();`,
  );
  await until(() => log("careless").endsWith("\n"));
  expect(await survivors([Number(log("careless"))], GONE_MS)).toEqual([]);
});

it("reports a command that cannot be started", async () => {
  const { children, failures } = newChildren();
  children.start({ name: "vite", command: "no-such-command", args: [] });
  await until(() => failures.length > 0);
  expect(failures[0]).toContain("vite could not be started");
});

it("starts nothing more once it is stopping", async () => {
  const { children, run } = newChildren();
  await children.stop();
  expect(() => run("late", IDLE)).toThrow("Stopped while starting.");
});

it("stops every group it was given when its input closes, and none it no longer tracks", async () => {
  const group = () => {
    const child = spawn(process.execPath, ["-e", STUBBORN, "alone"], { stdio: "ignore", detached: true });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    return child.pid ?? 0;
  };
  const [named, forgotten] = [group(), group()];
  const reaper = spawn(process.execPath, ["scripts/local/reaper.mjs"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(reaper, "exit");
  reaper.stdin.end(`+${named}\n+${forgotten}\n-${forgotten}\n`);
  await ended;
  expect(await survivors([named], GONE_MS)).toEqual([]);
  expect(await survivors([forgotten], 0)).toEqual([forgotten]);
});
