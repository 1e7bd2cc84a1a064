import type { Clock, Metering, RequestLimit } from "#core/ports.ts";
import type { KeySecrets } from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { requestPlace } from "#worker/request-place.ts";
import type { Tracing } from "#worker/tracing.ts";
import type { GatewayRequestContext, GatewayScope } from "./gateway-call.ts";
import type { Gateway } from "./gateway-context.ts";
import { gatewayRoutes, modelRequests } from "./gateway-routes.ts";

/** Everything outside the worker, provided by `index.ts` and by tests. */
export interface GatewayDependencies {
  gateway: Gateway;
  openDatabase: () => Database;
  metering: Metering;
  keySecrets: KeySecrets;
  clock: Clock;
  limits: { address: RequestLimit };
  tracing?: Tracing;
}

/** Serves `/v1`. Production and tests use this one factory. */
export function createGatewayApp({ openDatabase, metering, ...dependencies }: GatewayDependencies) {
  const { clock, keySecrets } = dependencies;
  const contextOf: GatewayScope["contextOf"] = ({ request, requestId }): GatewayRequestContext => {
    let db: Database | undefined;
    return {
      clock,
      keySecrets,
      metering,
      requestId,
      get place() {
        return requestPlace(request);
      },
      get db() {
        db ??= openDatabase();
        return db;
      },
    };
  };
  const scope = { ...dependencies, contextOf };
  const app = gatewayRoutes(scope);
  const respondWithModel = modelRequests(scope);
  const { fetch } = app;
  app.fetch = (request, env, execution) =>
    respondWithModel(request, env, execution) ?? fetch(request, env, execution);
  return app;
}

export type GatewayApp = ReturnType<typeof createGatewayApp>;
