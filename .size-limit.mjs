import { scriptsOfRoute } from "./scripts/testing/route-scripts.ts";

const CLIENT = "build/client";
const gzip = true;

/** What a page loads before it answers to input, and the sum of all. */
export default [
  { name: "/login", path: scriptsOfRoute(CLIENT, "routes/login"), limit: "150 kB", gzip },
  {
    name: "the dashboard before it is idle",
    path: scriptsOfRoute(CLIENT, "features/dashboard/dashboard-page"),
    limit: "203 kB",
    gzip,
  },
  { name: "/api-keys", path: scriptsOfRoute(CLIENT, "routes/api-keys"), limit: "260 kB", gzip },
  {
    name: "/usage",
    path: scriptsOfRoute(CLIENT, "features/usage-log/usage-log-page"),
    limit: "225 kB",
    gzip,
  },
  {
    name: "/playground",
    path: scriptsOfRoute(CLIENT, "features/playground/playground-page"),
    limit: "240 kB",
    gzip,
  },
  { name: "/billing", path: scriptsOfRoute(CLIENT, "features/billing/billing-page"), limit: "227 kB", gzip },
  { name: "/pricing", path: scriptsOfRoute(CLIENT, "routes/pricing"), limit: "169 kB", gzip },
  {
    name: "/operator",
    path: scriptsOfRoute(CLIENT, "features/operator/overview/overview-page"),
    limit: "233 kB",
    gzip,
  },
  {
    name: "the documentation",
    path: scriptsOfRoute(CLIENT, "routes/documentation-topic"),
    limit: "161 kB",
    gzip,
  },
  { name: "every script of the browser", path: `${CLIENT}/assets/*.js`, limit: "707 kB", gzip },
];
