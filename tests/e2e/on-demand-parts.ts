import type { Locator, Page, Route } from "@playwright/test";

export const CODE = "**/assets/*.js";

/**
 * Refuses code at its first request, a `fetch`. While a route is set the browser has no cache, so it requests the
 * file again to run it; a refusal then, of something the page loads when idle, could not be tried again.
 */
export const refuseCode = (route: Route) =>
  route.request().resourceType() === "fetch" ? route.abort() : route.continue();

interface PartOnDemand {
  /** Its module in `app/`. */
  file: string;
  trigger: (page: Page) => Locator;
  opened: (page: Page) => Locator;
}

/** Parts opened by a button on the dashboard. */
export const BEHIND_A_BUTTON: PartOnDemand[] = [
  {
    file: "features/theme/theme-choices.tsx",
    trigger: (page) => page.getByRole("button", { name: "Toggle theme" }),
    opened: (page) => page.getByRole("menuitemradio", { name: "Dark" }),
  },
  {
    file: "features/shell/quick-actions-menu.tsx",
    trigger: (page) => page.getByRole("button", { name: "Quick Actions" }),
    opened: (page) => page.getByRole("menuitem", { name: "Account Overview" }),
  },
  {
    file: "features/shell/account-menu.tsx",
    trigger: (page) => page.getByRole("button", { name: /My Account/ }),
    opened: (page) => page.getByRole("menuitem", { name: "Sign Out" }),
  },
  {
    file: "features/notifications/notifications-panel.tsx",
    trigger: (page) => page.getByRole("button", { name: /^Notifications/ }),
    opened: (page) => page.getByRole("dialog", { name: "Notifications" }),
  },
  {
    file: "features/command-menu/command-menu.tsx",
    trigger: (page) => page.getByRole("button", { name: /Search or jump to/ }),
    opened: (page) => page.getByRole("dialog", { name: "Command menu" }),
  },
  {
    file: "features/analytics/range-panel.tsx",
    trigger: (page) => page.getByRole("button", { name: /^Time range/ }),
    opened: (page) => page.getByRole("dialog", { name: "Choose a time range" }),
  },
  {
    file: "features/analytics/percentile-list.tsx",
    trigger: (page) => page.getByRole("button", { name: /^p95/ }),
    opened: (page) => page.getByRole("dialog", { name: "Response time percentiles" }),
  },
  {
    file: "features/analytics/usage-table-dialog.tsx",
    trigger: (page) => page.getByRole("button", { name: "View as table" }),
    opened: (page) => page.getByRole("dialog"),
  },
  {
    file: "features/balance/add-funds-dialog.tsx",
    trigger: (page) => page.getByRole("button", { name: "Add Funds" }),
    opened: (page) => page.getByRole("dialog", { name: "Add Funds" }),
  },
  {
    file: "features/runway/runway-share-list.tsx",
    trigger: (page) => page.getByRole("button", { name: "By key" }),
    opened: (page) => page.getByRole("dialog"),
  },
];

/** Parts loaded in other ways, each tested in `code-unavailable*.spec.ts`. */
export const ELSEWHERE = [
  "components/ui/select-list.tsx",
  "features/usage-log/model-choices.tsx",
  "features/shell/mobile-sidebar.tsx",
  "features/shell/public-menu.tsx",
  "features/docs/markdown-menu.tsx",
  "features/refusals/key-fix-dialog.tsx",
  "features/shell/toasts.tsx",
  "features/subscription/draw-on-balance.tsx",
  "components/charts/trend-drawing.tsx",
  "features/auth/second-factor-form.tsx",
  "features/auth/reset-code-form.tsx",
  "features/shell/reader.tsx",
  "lib/supabase.client.ts",
];
