import type { Page, Route } from "@playwright/test";

export const CODE = "**/assets/*.js";

/**
 * Refuses code at its first request, a `fetch`. While a route is set the browser has no cache, so it requests the
 * file again to run it; a refusal then, of something the page loads when idle, could not be tried again.
 */
export const refuseCode = (route: Route) =>
  route.request().resourceType() === "fetch" ? route.abort() : route.continue();

export const failedPart = (page: Page) => page.getByRole("alert").filter({ hasText: "This didn’t load" });
