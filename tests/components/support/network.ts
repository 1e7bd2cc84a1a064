import { type HttpHandler, HttpResponse, http, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import { account } from "./account.ts";
import { operatorResponses } from "./operator.ts";

export const IDENTITY = "http://identity.test";

type Method = "get" | "post" | "put" | "patch" | "delete";
/** Such as `GET /api/keys`; a path below `/auth/v1` is the identity provider's. */
export type Call = `${Uppercase<Method>} /${string}`;

function partsOf(call: Call): { method: Method; address: string } {
  const [method = "", path = ""] = call.split(" ");
  // By the type of a call.
  return {
    method: method.toLowerCase() as Method,
    address: path.startsWith("/auth/") ? IDENTITY + path : path,
  };
}

/** Sets the response to a call from now on. A request that an earlier test's screen gave up doesn't count as a call. */
function handle(call: Call, resolver: Parameters<typeof http.get>[1]): HttpHandler {
  const { method, address } = partsOf(call);
  return http[method](address, (info) =>
    info.request.signal.aborted ? HttpResponse.error() : resolver(info),
  );
}

/** A fake network: an account with a key, a balance and some usage. Any other call fails the test. */
export const network = setupServer(
  ...Object.entries({ ...account, ...operatorResponses }).map(([call, json]) =>
    // By their types.
    handle(call as Call, () =>
      HttpResponse.json((typeof json === "function" ? json() : json) as JsonBodyType),
    ),
  ),
);

export const respond = (call: Call, json: JsonBodyType, status = 200) =>
  network.use(handle(call, () => HttpResponse.json(json, { status })));

/** A failure in the API's error format. */
export const fail = (call: Call, error = "Unexpected.", { status = 500, code = "internal_error" } = {}) =>
  respond(call, { error, code, request_id: "r1" }, status);

/** What the API refuses about a field of the input. */
export const refuse = (call: Call, error: string, field: string) =>
  respond(call, { error, code: "invalid_request", request_id: "r1", field }, 422);

const HEALTH: Call = "GET /api/health";

const broken = (call: Call): HttpHandler[] => [
  handle(call, () => HttpResponse.error()),
  http.head(partsOf(call).address, () => HttpResponse.error()),
];

/** No response at all, because the server is away. */
export const disconnect = (call: Call) => network.use(...broken(call), ...broken(HEALTH));

/** No response, because an extension of the browser refuses the call. The server is there. */
export const block = (call: Call) =>
  network.use(
    ...broken(call),
    handle(HEALTH, () => HttpResponse.json({ status: "ok" })),
  );

/** Restores all default responses. */
export const recover = () => network.resetHandlers();

/** Holds back the responses to a call. @returns the number of calls, and a function that releases them. */
export function hold(call: Call): { calls: () => number; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  network.use(
    handle(call, async () => {
      calls += 1;
      await promise;
    }),
  );
  return { calls: () => calls, release: resolve };
}

/** Collects the request bodies of a call from now on. */
export function bodiesOf(call: Call): unknown[] {
  const bodies: unknown[] = [];
  network.use(
    handle(call, async ({ request }) => {
      bodies.push(await request.clone().json());
    }),
  );
  return bodies;
}

/** Collects the queries of a call's addresses from now on. */
export function queriesOf(call: Call): Record<string, string>[] {
  const queries: Record<string, string>[] = [];
  network.use(
    handle(call, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams));
    }),
  );
  return queries;
}
