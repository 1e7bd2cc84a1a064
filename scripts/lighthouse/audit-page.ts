import lighthouse, { type Flags } from "lighthouse";
import desktopConfig from "lighthouse/core/config/desktop-config.js";
import Trace from "lighthouse/core/gather/gatherers/trace.js";

/** Only for an audit without weight, and the headless shell drops the page that it is traced of (net::ERR_ABORTED). */
const DROPS_THE_PAGE = "blink.webdx_feature_usage";
const categories = Trace.getDefaultTraceCategories().filter((name) => name !== DROPS_THE_PAGE);
Trace.getDefaultTraceCategories = () => categories;

/** Number of runs per page. The median counts, so that a busy moment of the machine doesn't. */
const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];
/** Lighthouse's own: a slow phone on a slow network, or a desktop on a fast one. */
export const DEVICES = ["phone", "desktop"] as const;
export type Device = (typeof DEVICES)[number];

export interface Audit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Cumulative layout shift. */
  layoutShift: number;
  /** Largest contentful paint, milliseconds. */
  largestPaintMs: number;
  /** Total blocking time, milliseconds. */
  blockingMs: number;
  /** The audits that cost points, without those of performance. */
  faults: { title: string }[];
}

/**
 * @param port where the browser's debugger listens.
 * @throws Error when the page could not be audited.
 */
export async function auditPage(url: string, device: Device, port: number): Promise<Audit> {
  const audits: Audit[] = [];
  for (let run = 0; run < RUNS; run++) audits.push(await auditOnce(url, device, port));
  audits.sort((a, b) => a.scores.performance - b.scores.performance);
  const median = audits[Math.floor(RUNS / 2)];
  if (!median) throw new Error("No audit was made.");
  return { ...median, layoutShift: Math.max(...audits.map(({ layoutShift }) => layoutShift)) };
}

async function auditOnce(url: string, device: Device, port: number): Promise<Audit> {
  const flags: Flags = {
    port,
    logLevel: "error",
    onlyCategories: [...CATEGORIES],
    disableStorageReset: true,
  };
  const result = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined);
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? `No audit of ${url}.`);
  const { audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
  const score = (category: Category) => Math.round(100 * (result.lhr.categories[category]?.score ?? 0));
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    layoutShift: figure("cumulative-layout-shift"),
    largestPaintMs: figure("largest-contentful-paint"),
    blockingMs: figure("total-blocking-time"),
    faults: CATEGORIES.filter((category) => category !== "performance").flatMap((category) =>
      (result.lhr.categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => ({ title: audits[id]?.title ?? id })),
    ),
  };
}
