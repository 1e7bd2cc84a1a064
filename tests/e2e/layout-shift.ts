import type { Page, Request } from "@playwright/test";
import { expect, expectLoaded, holdBack, OFTEN } from "./support.ts";

/** Maximum layout shift while a screen loads. */
export const MOST_SHIFT = 0.02;

/** The sum of all layout shifts of this page so far (https://web.dev/articles/cls). */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // The observer reports a frame's shifts by the frame after the next.
    await frame();
    await frame();
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    const entries = observer.takeRecords();
    observer.disconnect();
    return entries.reduce((sum, entry) => sum + ("value" in entry ? Number(entry.value) : 0), 0);
  });

/** Loads `address` with the response to `late` (a path) arriving last, and expects no layout shift. */
export async function expectStill(page: Page, address: string, late: string): Promise<void> {
  const arrive = await holdBack(page, `**/${late}*`);
  const others = new Set<Request>();
  const begin = (request: Request) => void (request.url().includes(late) || others.add(request));
  const end = (request: Request) => void others.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.goto(address);
  await expect(page.getByRole("main")).toBeVisible();
  const message = `all but ${late} on ${address}`;
  const waiting = () => [...others].map((request) => request.url());
  await expect.poll(waiting, { message, intervals: OFTEN }).toEqual([]);
  await arrive();
  await expectLoaded(page);
  expect.soft(await layoutShift(page), `${address} with ${late} last`).toBeLessThanOrEqual(MOST_SHIFT);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
  await page.unrouteAll({ behavior: "wait" });
}
