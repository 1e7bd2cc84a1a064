import { countOf } from "./deploy/findings.ts";
import { messageOf } from "./deploy/service-request.ts";
import { readTarget } from "./verify/read-target.ts";
import { verifyService } from "./verify/verify-service.ts";

/** Checks every part of a deployed service from outside, as its operator and its customers use it. */
try {
  const target = await readTarget(process.argv.slice(2));
  console.log(`Verifying ${target.origin}\n`);
  const findings = await verifyService(target, console.log);
  process.exitCode = countOf(findings, "failed") === 0 ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
