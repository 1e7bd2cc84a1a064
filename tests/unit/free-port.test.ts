import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";

const PROCESSES = 4;

test("no two processes ever get the same port, even before anybody listens on it", async () => {
  const ports = await Promise.all(Array.from({ length: PROCESSES }, () => portsOfAnotherProcess()));
  expect(ports.every((given) => given.length === 50)).toBe(true);
  expect(new Set(ports.flat()).size).toBe(PROCESSES * 50);
});

/** The ports of a process that lives until the test ends. */
async function portsOfAnotherProcess(): Promise<number[]> {
  const script = `
    const { freePorts } = await import("./scripts/local/free-port.ts");
    const ports = [];
    while (ports.length < 50) ports.push(...(await freePorts(5)));
    process.stdout.write(JSON.stringify(ports) + "\\n");
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(child.stdout, "data");
  return JSON.parse(String(line));
}

test("ports are consecutive, and skip ports in use", async () => {
  const [before = 0] = await freePorts(1);
  const taken = createServer();
  await once(taken.listen(before + 2, "127.0.0.1"), "listening");
  onTestFinished(() => void taken.close());
  const [first = 0, ...next] = await freePorts(3);
  expect(next).toEqual([first + 1, first + 2]);
  expect([first, ...next]).not.toContain(before + 2);
});

test("as many as are requested, again and again, without running out", async () => {
  for (let round = 0; round < 100; round += 1) expect(await freePorts(9)).toHaveLength(9);
});
