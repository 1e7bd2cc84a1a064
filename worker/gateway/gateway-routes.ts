import { type Context, Hono } from "hono";
import { routePath } from "hono/route";
import { getPath } from "hono/utils/url";
import { DomainError } from "#core/domain/errors.ts";
import { apiPath } from "#core/domain/gateway/api-path.ts";
import { findEndpoint } from "#core/domain/gateway/endpoints/find-endpoint.ts";
import { GATEWAY_ERRORS } from "#core/domain/gateway/error-responses.ts";
import { describePresentedKey } from "#core/services/keys/describe-key.ts";
import { revokePresentedKey } from "#core/services/keys/revoke-key.ts";
import { newRequestId } from "#worker/http-headers.ts";
import { logRequest } from "#worker/log.ts";
import { withinAddressRate } from "#worker/request-rate.ts";
import { preflight } from "./cors.ts";
import { forward, pricesInForce, respondHere } from "./forward.ts";
import { GatewayCall, type GatewayScope, targetOf } from "./gateway-call.ts";
import { gatewayFailure } from "./gateway-errors.ts";
import type { Admitted } from "./metering.ts";
import { describeModel, listModels } from "./models.ts";
import { sentKey } from "./presented-key.ts";

const NO_CONTENT = 204;
const FIRST_FAULT_OF_OURS = 500;

/** Given by latchkey-web; a request from the internet has none. */
interface RequestBindings {
  requestId?: string;
}

interface GatewayEnv {
  Bindings: RequestBindings;
}

/** Web's id, or a new one; never the client's, which could imitate another's in the audit log. */
const requestIdOf = (env: RequestBindings | undefined): string => env?.requestId ?? newRequestId();

type Work = (call: GatewayCall, c: Context) => Promise<Response>;

/**
 * Requests with an API key instead of a signed-in user. They have no middleware, each of which would cost every
 * request to a model.
 */
export function gatewayRoutes(scope: GatewayScope) {
  const handled = (work: Work) => (c: Context<GatewayEnv>) => {
    const execution = { waitUntil: (later: Promise<unknown>) => c.executionCtx.waitUntil(later) };
    const request = c.req.raw;
    const incoming = { request, requestId: requestIdOf(c.env), target: targetOf(request), execution };
    const call = new GatewayCall(scope, incoming);
    return respondTo(call, routePath(c), () => work(call, c));
  };
  const routes = new Hono<GatewayEnv>()
    // Browsers have no use for it.
    .options(
      "/keys/self/revoke",
      handled(async (call) => call.respond(null, NO_CONTENT)),
    )
    .options("*", handled(preflight))
    .post("/keys/self/revoke", handled(revokeSelf))
    .get("/key", handled(showKey))
    .get("/models", handled(showModels))
    .get("/models/:id{.+}", handled(showModel))
    .all("*", handled(forward));
  return new Hono<GatewayEnv>({ getPath: routedPath }).route("/v1", routes).notFound(handled(refuseUnknown));
}

function routedPath(request: Request): string {
  const path = getPath(request);
  const below = apiPath(path);
  return below === null ? path : `/v1${below}`;
}

/** The gateway's address may be reached by other paths, too. */
async function refuseUnknown(): Promise<never> {
  throw new DomainError("unknown_endpoint", GATEWAY_ERRORS.unknown_endpoint.message);
}

/**
 * Responds to a request for a model, and leaves all others to their routes: null. The framework's part would be a
 * fiftieth of such a request's time.
 */
export function modelRequests(scope: GatewayScope) {
  return (request: Request, env?: RequestBindings, execution?: Pick<ExecutionContext, "waitUntil">) => {
    const target = targetOf(request);
    const endpoint = findEndpoint(request.method, target.path);
    if (execution === undefined || endpoint === null) return null;
    const call = new GatewayCall(scope, { request, requestId: requestIdOf(env), target, execution });
    return respondTo(call, `/v1${endpoint.path}`, () => forward(call));
  };
}

async function respondTo(call: GatewayCall, route: string, work: () => Promise<Response>): Promise<Response> {
  const startedAt = call.scope.clock.now();
  try {
    const response = await work();
    if (response.status >= FIRST_FAULT_OF_OURS) logPassedOn(call, response, startedAt);
    return traced(call, route, response);
  } catch (error) {
    return traced(call, route, gatewayFailure(call, error));
  }
}

/** The trace of a request that is recorded goes out once its response is written. */
function traced(call: GatewayCall, route: string, response: Response): Response {
  const { trace, written } = call;
  const { status } = response;
  if (trace.isRecorded) call.waitUntil(written.catch(() => {}).then(() => trace.export({ status, route })));
  return response;
}

/** The provider's own error: nothing was thrown, which would be logged with its causes. */
function logPassedOn(
  { requestId, trace: { traceId }, request: { method }, scope }: GatewayCall,
  { status }: Response,
  startedAt: number,
) {
  const times = { startedAt, now: scope.clock.now() };
  logRequest({ worker: "gateway", requestId, traceId, method, route: "/v1", status, ...times });
}

async function revokeSelf(call: GatewayCall): Promise<Response> {
  const key = sentKey(call);
  await withinAddressRate(call.scope.limits.address, call.request, "rate_limit_exceeded");
  return call.json(await revokePresentedKey(call.context(), { key }));
}

const showKey = (call: GatewayCall): Promise<Response> =>
  respondHere(call, (key, { balanceMicros }) =>
    describePresentedKey(call.context(), { ...key, balanceMicros }),
  );

const viewFor = (call: GatewayCall, { models }: Admitted) => ({
  anthropic: call.header("anthropic-version") !== undefined,
  allowed: models,
});

const showModels = (call: GatewayCall): Promise<Response> =>
  respondHere(call, async (_, admitted) => listModels(await pricesInForce(call), viewFor(call, admitted)));

const showModel = (call: GatewayCall, c: Context): Promise<Response> =>
  respondHere(call, async (_, admitted) =>
    describeModel(await pricesInForce(call), c.req.param("id") ?? "", viewFor(call, admitted)),
  );
