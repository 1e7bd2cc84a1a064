import { auditPage, type Category, DEVICES } from "./lighthouse/audit-page.ts";
import { signIn, withBrowser } from "./lighthouse/audited-browser.ts";
import { startTestStack } from "./testing/test-stack.ts";

const TARGETS: Record<Category, number> = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
  seo: 100,
};
const MOST_SHIFT = 0.02;
const SIGNED_OUT = ["/login", "/documentation/authentication", "/pricing"];
const SIGNED_IN = ["/", "/api-keys"];

/** Audits the product as deployed, on a separate stack with the demo data. */
console.log("Starting a stack of its own …");
const stack = await startTestStack();
let allMet = true;
try {
  await withBrowser(async (port) => {
    for (const path of SIGNED_OUT) await audit(path, port);
    await signIn(port, stack.addresses);
    for (const path of SIGNED_IN) await audit(path, port);
  });
} finally {
  await stack.stop();
}
process.exit(allMet ? 0 : 1);

async function audit(path: string, port: number): Promise<void> {
  for (const device of DEVICES) {
    const result = await auditPage(new URL(path, stack.addresses.web).href, device, port);
    console.log(`\n${path} on a ${device}`);
    for (const [category, target] of Object.entries(TARGETS)) {
      const score = result.scores[category as Category];
      line(category, score, score >= target, `at least ${target}`);
    }
    const shift = result.layoutShift;
    line("layout shift", shift.toFixed(3), shift <= MOST_SHIFT, `at most ${MOST_SHIFT}`);
    console.log(`  largest paint   ${Math.round(result.largestPaintMs)} ms`);
    console.log(`  blocking        ${Math.round(result.blockingMs)} ms`);
    for (const { title } of result.faults) console.log(`  ! ${title}`);
  }
}

function line(what: string, figure: string | number, isMet: boolean, target: string): void {
  allMet &&= isMet;
  console.log(`  ${what.padEnd(15)} ${String(figure).padStart(5)}   ${isMet ? "✓" : "✗"} target: ${target}`);
}
