import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { consoleProgress } from "#scripts/local/progress.ts";

function screen(properties: object) {
  const stream = new PassThrough();
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  // The three members of a terminal that progress uses.
  const out = Object.assign(stream, properties) as unknown as NodeJS.WriteStream;
  return { progress: consoleProgress(out), text: () => text };
}

it("writes one line for each finished step to a pipe", async () => {
  const { progress, text } = screen({ isTTY: false });
  const result = await progress.step("Database ready", async (say) => {
    say("never shown");
    return 42;
  });
  expect(result).toBe(42);
  expect(text()).toMatch(/^ {2}✓ Database ready +0\.\d s\n$/);
});

it("shows a terminal what is running, within its width", async () => {
  const { progress, text } = screen({ isTTY: true, columns: 30 });
  await Promise.all([
    progress.step("Usage", async (say) => say("1,000 rows of a great many")),
    progress.step("Workers", async () => {}),
  ]);
  expect(text()).toContain("Usage: 1,000 rows");
  for (const drawn of text()
    .split(/[\r\n]/)
    .filter((line) => line.includes("…")))
    expect(drawn.replace("\x1b[K", "").length).toBeLessThanOrEqual(30);
});

it("passes a failure on and does not mark the step as done", async () => {
  const { progress, text } = screen({ isTTY: false });
  await expect(progress.step("Workers", () => Promise.reject(new Error("no port")))).rejects.toThrow(
    "no port",
  );
  expect(text()).toBe("");
});
