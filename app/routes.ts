import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

export default [
  layout("routes/signed-in.tsx", [
    layout("routes/app-shell.tsx", [
      layout("routes/page.tsx", [
        index("routes/dashboard.tsx"),
        route("api-keys", "routes/api-keys.tsx"),
        route("api-keys/:id/usage", "routes/key-usage.tsx"),
        route("usage", "routes/usage.tsx"),
        route("playground", "routes/playground.tsx"),
        route("purchase-api-key", "routes/purchase-api-key.tsx"),
        route("billing", "routes/billing.tsx"),
        route("billing/receipts/:id", "routes/receipt.tsx"),
        route("billing/statements/:month", "routes/statement.tsx"),
        route("billing/auto-top-up/:id", "routes/auto-top-up-charge.tsx"),
        route("activity", "routes/activity.tsx"),
        route("add-balance", "routes/add-balance.tsx"),
        route("user-management", "routes/user-management.tsx"),
        route("profile", "routes/profile.tsx"),
        route("payment-success", "routes/payment-success.tsx"),
      ]),
    ]),
    layout("routes/public.tsx", [
      layout("routes/page.tsx", { id: "public-page" }, [
        route("documentation/:topic?", "routes/documentation-topic.tsx"),
        route("documentation/reference/:operation", "routes/documentation-topic.tsx", {
          id: "documentation-operation",
        }),
        route("pricing", "routes/pricing.tsx"),
      ]),
    ]),
    layout("routes/operator.tsx", [
      layout("routes/page.tsx", { id: "operator-page" }, [
        route("operator", "routes/operator-overview.tsx"),
        route("operator/accounts", "routes/operator-accounts.tsx"),
        route("operator/accounts/:id", "routes/operator-account.tsx"),
        route("operator/prices", "routes/operator-prices.tsx"),
        route("operator/payments", "routes/operator-payments.tsx"),
        route("operator/alerts", "routes/operator-alerts.tsx"),
        route("operator/audit", "routes/operator-audit.tsx"),
        route("operator/*", "routes/operator-home.tsx"),
      ]),
    ]),
    route("payment/success", "routes/payment-return.tsx"),
  ]),
  route("login", "routes/login.tsx"),
  route("signup", "routes/sign-up.tsx"),
  route("reset-password/:token?", "routes/reset-password.tsx"),
  route("documentation/sections.json", "routes/documentation-sections.tsx"),
  route("llms.txt", "routes/llms-text.tsx"),
  route("llms-full.txt", "routes/llms-text.tsx", { id: "llms-full-text" }),
  route("terms", "routes/terms.tsx"),
  route("robots.txt", "routes/robots-text.tsx"),
  route("sitemap.xml", "routes/sitemap.tsx"),
  route(".well-known/security.txt", "routes/security-text.tsx"),
  route("*", "routes/catch-all.tsx"),
] satisfies RouteConfig;
