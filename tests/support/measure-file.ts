import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";
import { readProcess } from "#scripts/processes.ts";
import { cpuRecord } from "#scripts/testing/file-costs.ts";

/** Runs at the beginning of each test file; its `afterAll` is the last, when the servers of the file have stopped. */
const file = cpuRecord();
if (file !== null) {
  const seconds = () => {
    const { seconds = 0, childrenSeconds = 0 } = readProcess(process.pid) ?? {};
    return seconds + childrenSeconds;
  };
  const before = seconds();
  const path = relative(process.cwd(), expect.getState().testPath ?? "");
  afterAll(() => appendFileSync(file, `${JSON.stringify({ path, seconds: seconds() - before })}\n`));
}
