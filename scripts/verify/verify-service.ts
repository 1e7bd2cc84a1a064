import { counted, countOf, describeFinding, type Finding } from "#scripts/deploy/findings.ts";
import { checkCheckout } from "./check-checkout.ts";
import { checkCron } from "./check-cron.ts";
import { checkEmail } from "./check-email.ts";
import { checkApi, checkGateway, checkPages } from "./check-pages.ts";
import { checkPlacement } from "./check-placement.ts";
import { checkProvider } from "./check-provider.ts";
import { checkTestKey } from "./check-test-key.ts";
import { checkWebhook } from "./check-webhook.ts";
import { findingsOf, type Target } from "./target.ts";

const CHECKS = [
  checkPages,
  checkApi,
  checkGateway,
  checkPlacement,
  checkCron,
  checkProvider,
  checkTestKey,
  checkCheckout,
  checkWebhook,
  checkEmail,
];

/** Checks each part of the service in turn, and prints what it finds. @returns all findings. */
export async function verifyService(target: Target, print: (line: string) => void): Promise<Finding[]> {
  const all: Finding[] = [];
  for (const check of CHECKS) {
    const findings = await findingsOf(check, target);
    for (const finding of findings) print(describeFinding(finding));
    all.push(...findings);
  }
  print(`\n${summary(target.origin, all)}`);
  return all;
}

function summary(origin: string, findings: readonly Finding[]): string {
  const [ok, warnings, failed] = [
    countOf(findings, "ok"),
    countOf(findings, "warning") + countOf(findings, "hint"),
    countOf(findings, "failed"),
  ];
  const verdict = failed === 0 ? "passes" : "doesn't pass";
  return `${origin} ${verdict}: ${ok} ok, ${counted(warnings, "warning")}, ${failed} failed.`;
}
