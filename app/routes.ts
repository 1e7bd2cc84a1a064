import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

export default [
  layout("routes/signed-in.tsx", [
    layout("routes/app-shell.tsx", [
      index("routes/dashboard.tsx"),
      route("api-keys", "routes/api-keys.tsx"),
      route("add-balance", "routes/add-balance.tsx"),
    ]),
    route("payment/success", "routes/payment-success.tsx"),
  ]),
  route("login", "routes/login.tsx"),
  route("*", "routes/catch-all.tsx"),
] satisfies RouteConfig;
