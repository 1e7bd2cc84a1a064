import type { Browser, Page } from "playwright-core";

/** A slow phone on a slow network, as Lighthouse's: held back for real, on both sides alike. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const VIEW = { width: 1280, height: 900 };
const SETTLES_WITHIN_MS = 500;

export interface PaintTimes {
  /** Largest contentful paint, milliseconds. */
  largest: number;
  /** Milliseconds until the figures are shown. */
  figures: number;
}

interface Visit {
  url: string;
  /** The browser storage for that origin. */
  storage: Record<string, string>;
  /** Visible once the figures are shown. */
  figures: string;
}

/** One visit with an empty cache. */
export async function paintTimes(browser: Browser, { url, storage, figures }: Visit): Promise<PaintTimes> {
  const context = await browser.newContext({ viewport: VIEW });
  try {
    await context.addInitScript((items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value);
    }, storage);
    const page = await context.newPage();
    await holdBack(page);
    await page.goto(url);
    await page.locator(figures).first().waitFor({ timeout: 120_000 });
    const seen = await page.evaluate(() => performance.now());
    await page.waitForTimeout(SETTLES_WITHIN_MS);
    return { largest: await largestPaint(page), figures: seen };
  } finally {
    await context.close();
  }
}

async function holdBack(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          { type: "largest-contentful-paint", buffered: true },
        );
      }),
  );
