import type { Page } from "@playwright/test";

/** What a screen may shift while it loads. */
export const MOST_SHIFT = 0.02;

/** The sum of all layout shifts of this page so far (https://web.dev/articles/cls). */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(
            list.getEntries().reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0),
          );
        }).observe({ type: "layout-shift", buffered: true });
        // Without an entry the observer stays silent.
        setTimeout(() => resolve(0), 200);
      }),
  );
