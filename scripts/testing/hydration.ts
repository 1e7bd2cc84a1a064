import type { Page, Response } from "playwright-core";

/** Waits until React has taken over the document. Needed only after a navigation that the page starts itself. */
export const hydrated = (page: Page) => page.locator("html[data-hydrated]").waitFor({ state: "attached" });

/**
 * Makes each navigation of a test to one of the app's pages wait until React has taken it over. A navigation with its
 * own `waitUntil` waits for that alone: in tests that act earlier, or on pages whose code doesn't run.
 */
export function hydrateOnNavigation(page: Page, web: string): void {
  const { origin } = new URL(web);
  const arrive = async (response: Response | null, { waitUntil }: { waitUntil?: string } = {}) => {
    // Without a response the document is still the same.
    const type = response?.headers()["content-type"] ?? "text/html";
    const isApp = new URL(page.url()).origin === origin && type.startsWith("text/html");
    if (isApp && waitUntil === undefined) await hydrated(page);
    return response;
  };
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const [goBack, goForward] = [page.goBack.bind(page), page.goForward.bind(page)];
  page.goto = async (url, options) => arrive(await goto(url, options), options);
  page.reload = async (options) => arrive(await reload(options), options);
  page.goBack = async (options) => arrive(await goBack(options), options);
  page.goForward = async (options) => arrive(await goForward(options), options);
  const waitForURL = page.waitForURL.bind(page);
  page.waitForURL = async (url, options) => {
    await waitForURL(url, options);
    await arrive(null, options);
  };
}
