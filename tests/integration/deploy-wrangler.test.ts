import { existsSync, readdirSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { runWrangler } from "#scripts/deploy/wrangler.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const SECRETS = ["secret", "list", "--name", "latchkey-api"];

/** Wrangler has temporary files of its own. */
const logsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("latchkey-deploy-"));

function withLogsIn(folder: string): void {
  onTestFinished(() => void vi.unstubAllEnvs());
  const unreachable = {
    CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:1",
    CLOUDFLARE_API_TOKEN: "x",
    CLOUDFLARE_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
  };
  for (const [name, value] of Object.entries({ ...unreachable, TMPDIR: folder })) vi.stubEnv(name, value);
}

it.each([
  ["ends before it writes a log", ["deploy", "-c", "no-such-wrangler.toml"]],
  ["can't reach Cloudflare", SECRETS],
])("a log is there when it is named, and only then: wrangler %s", async (_, args) => {
  const folder = temporaryFolder();
  withLogsIn(folder);
  const failure = await runWrangler(args).then(
    () => "",
    (error: unknown) => String(error),
  );
  expect(failure).toContain(`wrangler ${args.join(" ")} failed:`);
  const named = /Logs were written to "([^"]+)"/.exec(failure)?.[1];
  expect(logsIn(folder)).toHaveLength(named === undefined ? 0 : 1);
  if (named !== undefined) expect(existsSync(named)).toBe(true);
});

it("a wrangler that succeeds leaves nothing behind", async () => {
  const folder = temporaryFolder();
  withLogsIn(folder);
  await runWrangler(["--version"]);
  expect(logsIn(folder)).toEqual([]);
});
