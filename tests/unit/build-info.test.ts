import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { buildTag, readBuildInfo } from "#scripts/deploy/build-info.ts";
import { logEvent } from "#worker/log.ts";

/** A project in its own folder, outside any repository. */
function newProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{"version":"1.2.3"}');
  return folder;
}

function commitAll(folder: string): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@latchkey.test"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "All");
  return git("rev-parse", "HEAD").trim();
}

it("names the commit that is built, and marks a tree that differs from it", () => {
  const folder = newProject();
  const head = commitAll(folder);
  const clean = readBuildInfo(folder);
  expect(clean).toMatchObject({ version: "1.2.3", commit: head.slice(0, 12) });
  writeFileSync(join(folder, "new-file.ts"), "");
  const { commit } = readBuildInfo(folder);
  expect(commit).toBe(`${clean.commit}-dirty`);
  expect(buildTag({ version: "1.2.3", commit })).toBe(`1.2.3+${head.slice(0, 12)}-dirty`);
});

it("works without a repository, and never uses the commit of one around it", () => {
  const folder = newProject();
  expect(readBuildInfo(folder)).toMatchObject({ version: "1.2.3", commit: "unknown" });
  commitAll(folder);
  const inner = join(folder, "inner");
  mkdirSync(inner);
  writeFileSync(join(inner, "package.json"), '{"version":"4.5.6"}');
  expect(readBuildInfo(inner)).toMatchObject({ version: "4.5.6", commit: "unknown" });
});

it("puts version and commit in every log line, whatever the line contains", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  logEvent("warn", { event: "response_slow", worker: "api", version: "forged" });
  expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toEqual({
    event: "response_slow",
    worker: "api",
    version: "unknown",
    commit: "unknown",
  });
});
