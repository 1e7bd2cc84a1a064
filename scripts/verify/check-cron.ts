import { z } from "zod";
import { cronRun } from "#core/contract/health.ts";
import { findingOf } from "#scripts/deploy/findings.ts";
import { bodyOf, requestService } from "#scripts/deploy/service-request.ts";
import { type Check, notChecked } from "./target.ts";

/** The cron runs every minute. */
const LATE_S = 180;
const SET_TOKEN = "Set HEALTH_TOKEN in the file of secrets (openssl rand -base64 32) and deploy";

/** The service's own clock gives the age. */
const report = z.object({ as_of: z.iso.datetime(), last_run: cronRun.nullable() });
const cron = findingOf("cron");

export const checkCron: Check = {
  name: "cron",
  async run({ origin, settings: { HEALTH_TOKEN } }) {
    if (!HEALTH_TOKEN) return [notChecked("cron", "HEALTH_TOKEN", SET_TOKEN)];
    const headers = { authorization: `Bearer ${HEALTH_TOKEN}` };
    const response = await requestService(`${origin}/api/health?verbose`, { headers });
    if (response.status !== 200) return [refused(origin, response.status)];
    const { as_of, last_run: run } = await bodyOf(response, report);
    if (run === null) return [cron("failed", "latchkey-rollup has never run.", START)];
    const age = Math.round((Date.parse(as_of) - Date.parse(run.at)) / 1000);
    if (age > LATE_S)
      return [cron("failed", `Its last run was ${age} s ago; it should run every minute.`, START)];
    if (run.failed.length === 0) return [cron("ok", `It ran ${age} s ago without a failed step.`)];
    return [
      cron(
        "failed",
        `It ran ${age} s ago, and failed at: ${run.failed.join(", ")}.`,
        `Read each step's error in ${origin}/api/health?verbose`,
      ),
    ];
  },
};

const START =
  "Check that latchkey-rollup is deployed and has its cron (Cloudflare, Workers, latchkey-rollup, Settings), and its log: npx wrangler tail latchkey-rollup. A new cron takes up to 15 minutes to start";

function refused(origin: string, status: number) {
  const address = `${origin}/api/health?verbose`;
  if (status === 404)
    return cron("failed", `${address} returned 404: the service has no HEALTH_TOKEN.`, SET_TOKEN);
  if (status === 401)
    return cron(
      "failed",
      `${address} returned 401: HEALTH_TOKEN isn't the deployed one.`,
      "Deploy, or use the deployed value",
    );
  return cron("failed", `${address} returned ${status}.`, "Check the log: npx wrangler tail latchkey-api");
}
