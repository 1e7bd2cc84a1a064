import type { ApiDependencies } from "#worker/api/api-env.ts";
import { createApi } from "#worker/api/app.ts";
import { createGatewayApp, type GatewayDependencies } from "#worker/gateway/app.ts";

export type ServiceDependencies = ApiDependencies & Pick<GatewayDependencies, "gateway">;

/** The product API, with the gateway at `/v1`, as they share the dashboard's origin. */
export function createService(dependencies: ServiceDependencies) {
  const api = createApi(dependencies);
  const gateway = createGatewayApp(dependencies);
  // Tests walk over the routes of both.
  api.routes.push(...gateway.routes);
  const { fetch } = api;
  api.fetch = (request, env, execution) => {
    const serve = new URL(request.url).pathname.startsWith("/v1") ? gateway.fetch : fetch;
    return serve(request, env, execution);
  };
  return api;
}
