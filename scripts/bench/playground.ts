import { chromium } from "playwright-core";
import { testBrowser } from "#scripts/testing/test-browser.ts";
import { startTestStack } from "#scripts/testing/test-stack.ts";
import { longTasks } from "./playground/long-tasks.ts";
import { printReport } from "./report.ts";

const EXCHANGES = 100;
/** Browsers report tasks from this length on, because people notice them. */
const LONGEST_MS = 50;

/** How long the page blocks its tab at most, in a conversation of 200 messages. */
export async function playground(): Promise<boolean> {
  console.log("Starting a stack of its own …");
  const stack = await startTestStack();
  try {
    const browser = await chromium.launch({ executablePath: await testBrowser(), args: ["--no-sandbox"] });
    const steps = await longTasks(browser, { addresses: stack.addresses, exchanges: EXCHANGES });
    await browser.close();
    return printReport(
      `playground: the page’s longest task in its own time, with ${2 * EXCHANGES} messages`,
      steps.map(({ what, longest }) => ({
        what,
        figure: `${Math.round(longest)} ms`,
        target: `at most ${LONGEST_MS} ms`,
        met: longest <= LONGEST_MS,
      })),
    );
  } finally {
    await stack.stop();
  }
}
