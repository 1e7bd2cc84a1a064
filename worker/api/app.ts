import { Hono } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { secureHeaders } from "hono/secure-headers";
import { STRICT_TRANSPORT } from "#worker/http-headers.ts";
import { requireSameRoutes, routeNames } from "./access.ts";
import type { ApiDependencies, RequestEnv } from "./api-env.ts";
import { handleError, handleMethodNotAllowed, handleNotFound } from "./error-response.ts";
import { guard } from "./middleware/guard.ts";
import { contextFactory, requestScope } from "./middleware/request-scope.ts";
import { openApiDocument } from "./openapi/document.ts";
import { operationsOf } from "./openapi/operations.ts";
import { accountRoutes } from "./routes/account.ts";
import { auditRoutes } from "./routes/audit.ts";
import { autoTopUpRoutes, paymentMethodRoutes } from "./routes/auto-top-up.ts";
import { figureRoutes } from "./routes/figures.ts";
import { healthRoutes } from "./routes/health.ts";
import { keyRoutes } from "./routes/keys.ts";
import { ledgerFileRoutes, ledgerRoutes } from "./routes/ledger.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { openApiRoutes } from "./routes/openapi.ts";
import { operatorRoutes } from "./routes/operator.ts";
import { paymentRoutes } from "./routes/payment.ts";
import { playgroundRoutes } from "./routes/playground.ts";
import { priceRoutes } from "./routes/prices.ts";
import { receiptRoutes } from "./routes/receipts.ts";
import { statementRoutes } from "./routes/statement.ts";
import { stripeRoutes } from "./routes/stripe.ts";
import { tokenRoutes } from "./routes/tokens.ts";
import { usageFileRoutes, usageRoutes } from "./routes/usage.ts";

const headers = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: "DENY",
  strictTransportSecurity: STRICT_TRANSPORT,
});

/** Needs no dependencies, so the API reference is built from it too. */
const productRoutes = new Hono<RequestEnv>()
  .basePath("/api")
  .use(headers)
  .use(guard)
  .route("/keys", keyRoutes)
  .route("/figures", figureRoutes)
  .route("/analytics", figureRoutes)
  .route("/usage", usageRoutes)
  .route("/usage.csv", usageFileRoutes)
  .route("/payment", paymentRoutes)
  .route("/account", accountRoutes)
  .route("/tokens", tokenRoutes)
  .route("/ledger", ledgerRoutes)
  .route("/ledger.csv", ledgerFileRoutes)
  .route("/statement", statementRoutes)
  .route("/receipts", receiptRoutes)
  .route("/auto-top-up", autoTopUpRoutes)
  .route("/payment-method", paymentMethodRoutes)
  .route("/notifications", notificationRoutes)
  .route("/audit", auditRoutes)
  .route("/playground", playgroundRoutes)
  .route("/prices", priceRoutes)
  .route("/health", healthRoutes)
  .route("/metrics", metricsRoutes)
  .route("/stripe", stripeRoutes)
  .route("/openapi.json", openApiRoutes(openApi));

/** Every route of `/api`, such as `GET /api/keys/:id`. */
export const API_ROUTES = routeNames(
  new Hono().route("/", productRoutes).route("/api/operator", operatorRoutes).routes,
);

/**
 * Second paths of operations. Programs call them, but block lists contain them, so the browser doesn't. The API
 * reference has each operation once, and its description names the other path.
 */
export const ALIASES = ["/api/analytics", "/api/analytics/breakdown", "/api/analytics/stacked"];

/** Every operation of the product API and of the gateway. */
export const operations = () => operationsOf(productRoutes, ALIASES);

async function openApi(): Promise<object> {
  return openApiDocument(await operations());
}

/** The product API. Production and tests use this one factory. */
export function createApi(dependencies: ApiDependencies) {
  const contextOf = contextFactory(dependencies);
  const api = new Hono<RequestEnv>()
    .use(requestScope(dependencies, contextOf))
    .use(methodNotAllowed({ app: productRoutes, onMethodNotAllowed: handleMethodNotAllowed }))
    .route("/", productRoutes)
    // Apart from the others, so that neither the API's document nor a 405 shows that they exist.
    .route("/api/operator", operatorRoutes)
    .notFound(handleNotFound)
    .onError(handleError);
  requireSameRoutes(API_ROUTES);
  return api;
}

/** For the typed client: `hc<ApiApp>(origin)`. */
export type ApiApp = ReturnType<typeof createApi>;
