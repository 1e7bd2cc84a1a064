import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { STRICT_TRANSPORT } from "../strict-transport.ts";
import type { ApiDependencies, RequestEnv } from "./api-env.ts";
import { answerError, answerNotFound } from "./error-answer.ts";
import { gatewayRoutes } from "./gateway/gateway-routes.ts";
import { bodySize } from "./middleware/body-size.ts";
import { addressRate } from "./middleware/request-rate.ts";
import { requestScope } from "./middleware/request-scope.ts";
import { accountRoutes } from "./routes/account.ts";
import { accountClosingRoutes } from "./routes/account-closing.ts";
import { analyticsRoutes } from "./routes/analytics.ts";
import { auditRoutes } from "./routes/audit.ts";
import { healthRoutes } from "./routes/health.ts";
import { keyRoutes } from "./routes/keys.ts";
import { ledgerFileRoutes, ledgerRoutes } from "./routes/ledger.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import { paymentRoutes } from "./routes/payment.ts";
import { receiptRoutes } from "./routes/receipts.ts";
import { stripeRoutes } from "./routes/stripe.ts";
import { usageFileRoutes, usageRoutes } from "./routes/usage.ts";

const BODY_MAX = 32 * 1024;
const WEBHOOK_BODY_MAX = 512 * 1024;

const headers = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: "DENY",
  strictTransportSecurity: STRICT_TRANSPORT,
});

/** The product API and the gateway, all outside of them plugged in; production and tests use this one factory. */
export function createApi(dependencies: ApiDependencies) {
  const webhook = new Hono<RequestEnv>().use(bodySize(WEBHOOK_BODY_MAX)).route("/", stripeRoutes);
  const limited = new Hono<RequestEnv>()
    .use(addressRate, bodySize(BODY_MAX))
    .route("/health", healthRoutes)
    .route("/openapi.json", openApiRoutes)
    .route("/analytics", analyticsRoutes)
    .route("/audit", auditRoutes)
    .route("/keys", keyRoutes)
    .route("/ledger", ledgerRoutes)
    .route("/ledger.csv", ledgerFileRoutes)
    .route("/notifications", notificationRoutes)
    .route("/receipts", receiptRoutes)
    .route("/usage", usageRoutes)
    .route("/usage.csv", usageFileRoutes)
    .route("/account", accountClosingRoutes)
    .route("/account", accountRoutes)
    .route("/payment", paymentRoutes);
  return new Hono<RequestEnv>()
    .use(requestScope(dependencies))
    .route("/v1", gatewayRoutes)
    .basePath("/api")
    .use(headers)
    .route("/stripe", webhook)
    .route("/", limited)
    .notFound(answerNotFound)
    .onError(answerError);
}

/** For the typed client: `hc<ApiApp>(origin)`. */
export type ApiApp = ReturnType<typeof createApi>;
