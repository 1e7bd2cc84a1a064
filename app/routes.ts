import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

export default [
  layout("routes/signed-in.tsx", [
    layout("routes/app-shell.tsx", [
      layout("routes/page.tsx", [
        index("features/dashboard/dashboard-page.tsx"),
        route("api-keys", "routes/api-keys.tsx"),
        route("api-keys/:id/usage", "features/key-usage/key-usage-page.tsx"),
        route("usage", "features/usage-log/usage-log-page.tsx"),
        route("playground", "features/playground/playground-page.tsx"),
        route("purchase-api-key", "features/payments/purchase-page.tsx"),
        route("billing", "features/billing/billing-page.tsx"),
        route("billing/receipts/:id", "features/billing/receipt-page.tsx"),
        route("billing/statements/:month", "features/billing/statement-page.tsx"),
        route("billing/auto-top-up/:id", "features/billing/charge-page.tsx"),
        route("activity", "features/activity/activity-page.tsx"),
        route("add-balance", "features/payments/add-balance-page.tsx"),
        route("user-management", "features/account/user-management-page.tsx"),
        route("profile", "features/account/profile-page.tsx"),
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
        route("operator", "features/operator/overview/overview-page.tsx"),
        route("operator/accounts", "features/operator/accounts/accounts-page.tsx"),
        route("operator/accounts/:id", "features/operator/account/account-page.tsx"),
        route("operator/prices", "features/operator/prices/prices-page.tsx"),
        route("operator/payments", "features/operator/payments/payments-page.tsx"),
        route("operator/alerts", "features/operator/alerts/alerts-page.tsx"),
        route("operator/audit", "features/operator/audit/audit-page.tsx"),
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
  route("terms", "features/auth/terms-page.tsx"),
  route("robots.txt", "routes/robots-text.tsx"),
  route("sitemap.xml", "routes/sitemap.tsx"),
  route(".well-known/security.txt", "routes/security-text.tsx"),
  route("*", "routes/catch-all.tsx"),
] satisfies RouteConfig;
