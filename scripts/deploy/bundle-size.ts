import type { Finding } from "./findings.ts";

const KIB_PER_MIB = 1024;
/** Cloudflare's limits for a worker after compression. */
const FREE_PLAN_KIB = 3 * KIB_PER_MIB;
const PAID_PLAN_KIB = 10 * KIB_PER_MIB;
const PLAN = "Workers Paid";

/** A worker's bundle, in KiB. */
export interface BundleSize {
  raw: number;
  gzip: number;
}

const TOTAL = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/;

/** The size in wrangler's output of a deployment or its dry run. @throws Error without one. */
export function bundleSizeOf(output: string): BundleSize {
  const [, raw, gzip] = TOTAL.exec(output) ?? [];
  if (raw === undefined || gzip === undefined) throw new Error("Wrangler printed no size of the bundle.");
  return { raw: Number(raw), gzip: Number(gzip) };
}

/** The size of a worker's bundle beside the limits of Cloudflare's plans. */
export function describeBundle(worker: string, { raw, gzip }: BundleSize): Finding {
  const size = `${raw} KiB, ${gzip} KiB compressed`;
  const share = (limit: number) => `${Math.ceil((100 * gzip) / limit)} %`;
  if (gzip > PAID_PLAN_KIB)
    return {
      level: "failed",
      name: worker,
      detail: `${size}: more than Cloudflare's limit of 10 MiB.`,
      todo: "Remove code or dependencies from the worker",
    };
  if (gzip > FREE_PLAN_KIB)
    return {
      level: "warning",
      name: worker,
      detail: `${size}: more than the 3 MiB of the free plan (${share(PAID_PLAN_KIB)} of the 10 MiB of ${PLAN}).`,
      todo: `Deploy to an account with ${PLAN}`,
    };
  return {
    level: "ok",
    name: worker,
    detail: `${size}: ${share(FREE_PLAN_KIB)} of the 3 MiB of the free plan, ${share(PAID_PLAN_KIB)} of the 10 MiB of ${PLAN}.`,
  };
}
