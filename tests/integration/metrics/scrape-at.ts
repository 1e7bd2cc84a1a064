import { expect } from "vitest";
import type { Database } from "#core/storage/database.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { type Scrape, scrapeOf } from "#tests/support/prometheus.ts";
import { createApi } from "#worker/api/app.ts";

const METRICS_TOKEN = "the-operators-token-0123456789abcdef";

interface Options {
  mailFrom?: string;
}

/** The text that a new isolate of the api returns at `now`. */
async function metricsAt(db: Database, now: number, { mailFrom }: Options = {}): Promise<string> {
  const api = createApi({
    openDatabase: () => db,
    identity: { verifyAccessToken: () => Promise.reject(new Error("Nobody signs in.")) },
    directory: noDirectory,
    payments: noPayments,
    metering: noMetering,
    limits: noLimits,
    clock: { now: () => now },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    appOrigin: "https://latchkey.test",
    metricsToken: METRICS_TOKEN,
    mailFrom,
  });
  const response = await api.request("/api/metrics", {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  expect(response.status).toBe(200);
  return await response.text();
}

export const scrapeAt = async (db: Database, now: number, options?: Options): Promise<Scrape> =>
  scrapeOf(await metricsAt(db, now, options));
