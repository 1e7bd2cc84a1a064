import { scriptsOfRoute } from "./scripts/testing/route-scripts.ts";

const CLIENT = "build/client";
const gzip = true;

/** What a page loads before it answers to input, and the sum of all. */
export default [
  { name: "/login", path: scriptsOfRoute(CLIENT, "routes/login"), limit: "150 kB", gzip },
  {
    name: "the dashboard before it is idle",
    path: scriptsOfRoute(CLIENT, "routes/dashboard"),
    limit: "201 kB",
    gzip,
  },
  {
    name: "the documentation",
    path: scriptsOfRoute(CLIENT, "routes/documentation-topic"),
    limit: "161 kB",
    gzip,
  },
  { name: "every script of the browser", path: `${CLIENT}/assets/*.js`, limit: "628 kB", gzip },
];
