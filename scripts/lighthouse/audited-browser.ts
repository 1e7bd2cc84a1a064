import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright-core";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { signInDemo } from "#scripts/sign-in.ts";
import { testBrowser } from "#scripts/testing/test-browser.ts";

const STARTED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * A browser with a separate profile, which keeps a session between pages; `use` gets its debugger's port. Nothing else
 * is attached meanwhile, because Lighthouse can't control a page that another client controls too.
 */
export async function withBrowser(use: (port: number) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "latchkey-lighthouse-"));
  const [port = 0] = await freePorts(1);
  const browser = spawn(
    await testBrowser(),
    [
      "--headless",
      "--no-sandbox",
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${port}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  try {
    await started(port);
    await use(port);
  } finally {
    await ended(browser);
    rmSync(profile, { recursive: true, force: true });
  }
}

async function started(port: number): Promise<void> {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  const responds = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await responds())) {
    if (Date.now() > deadline) throw new Error("The browser did not start.");
    await sleep(LOOK_EVERY_MS);
  }
}

async function ended(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null) return;
  browser.kill("SIGTERM");
  await once(browser, "exit");
}

/** Stores the session in the browser's profile, and detaches from the browser. */
export async function signIn(port: number, stack: StackAddresses): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]?.newPage();
  if (!page) throw new Error("The browser has no profile to sign in with.");
  await signInDemo(page, stack);
  await page.close();
  await browser.close();
}
