import { once } from "node:events";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { passOnOutput } from "#scripts/local/runtime-output.ts";

const DISCONNECT =
  "workerd/server/server.c++:6090: error: kj::getCaughtExceptionAsKj() = kj/async-io-unix.c++:186: disconnected: ::write(fd, buffer.begin(), buffer.size()): ";
const STACK = "stack: workerd@5400a58 workerd@5401911";

async function passedOn(...lines: string[]): Promise<string> {
  const [from, to] = [new PassThrough(), new PassThrough()];
  passOnOutput(from, to);
  from.end(lines.map((line) => `${line}\n`).join(""));
  await once(from, "close");
  to.end();
  return await text(to);
}

it("drops what the runtime reports about clients that disconnected, with its stack", async () => {
  const output = await passedOn(
    '{"event":"api_failed"}',
    `${DISCONNECT}Broken pipe`,
    STACK,
    `${DISCONNECT}Connection reset by peer`,
    STACK,
    `${DISCONNECT}Broken pipe`,
    "the line after",
  );
  expect(output).toBe('{"event":"api_failed"}\nthe line after\n');
});

it("keeps every other error of the runtime, with its stack", async () => {
  const lines = ["workerd/jsg/util.c++:331: error: e = kj/exception.c++: failed: out of memory", STACK];
  expect(await passedOn(...lines)).toBe(`${lines.join("\n")}\n`);
});
