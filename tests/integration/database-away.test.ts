import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import { openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noGateway } from "#tests/support/no-gateway.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";

const TOKEN = "header.payload.signature";

/** The production app on a database at this address; whoever calls is signed in. */
const apiOn = (url: string) =>
  createApi({
    openDatabase: () => openDatabase({ url, timeoutMs: 250 }),
    identity: {
      verifyAccessToken: async () => ({
        userId: "user",
        email: "",
        assurance: "aal1",
        sessionId: "session",
        issuedAt: 0,
      }),
    },
    directory: {
      ...noDirectory,
      findUser: async () => ({ id: "user", hasSecondFactor: false, bannedUntil: null }),
    },
    payments: {
      ...noPayments,
      verifyEvent: async () => ({
        id: "evt_1",
        type: "checkout.session.completed",
        createdAt: 0,
        objectId: "cs_1",
        paymentIntentId: null,
      }),
    },
    gateway: noGateway(),
    metering: noMetering,
    limits: noLimits,
    clock: { now: () => Date.now() },
    keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
    appOrigin: "http://latchkey.test",
  });

const ROUTES: [method: string, path: string, body?: object][] = [
  ["GET", "/api/health"],
  ["GET", "/api/keys"],
  ["POST", "/api/keys", { name: "Production" }],
  ["POST", "/api/keys/key_1/reveal"],
  ["POST", "/api/keys/key_1/revoke"],
  ["GET", "/api/account/balance"],
  ["POST", "/api/account/invitations", { email: "someone@example.com" }],
  ["GET", "/api/account/sessions"],
  ["DELETE", "/api/account/sessions/1"],
  ["DELETE", "/api/account", { email: "someone@example.com" }],
  ["POST", "/api/account/payment-link-completion", { session_id: "cs_test_12345678" }],
  ["POST", "/api/payment/create-payment-link", { amount: 25, product: "balance" }],
  ["GET", "/api/analytics?range=24h"],
  ["POST", "/api/stripe/webhook"],
];

const executionContext = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };

async function answersOf(url: string) {
  const api = apiOn(url);
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  return await Promise.all(
    ROUTES.map(async ([method, path, body]) => {
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await api.request(path, request, {}, executionContext);
      const { code, error, request_id } = errorBody.parse(await answer.json());
      expect(request_id).toBe(answer.headers.get("x-request-id"));
      return { path, status: answer.status, code, error };
    }),
  );
}

const all = (status: number, code: string, error: string) =>
  ROUTES.map(([, path]) => ({ path, status, code, error }));
const unavailable = all(
  503,
  "database_unavailable",
  "The database does not answer. Please try again shortly.",
);

/** One line of the log for each answer, which the operator needs and the reader does not get. */
function takeLog(): string[] {
  const spy = vi.mocked(console.error);
  const lines = spy.mock.calls.map(([line]) => String(line));
  spy.mockClear();
  return lines;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serverThat(handles: RequestListener): Promise<string> {
  const server = createServer(handles);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

test("every route answers 503 when nothing listens at the database's address", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const [port] = await freePorts(1);
  expect(await answersOf(`http://127.0.0.1:${port}`)).toEqual(unavailable);
  const lines = takeLog();
  expect(lines).toHaveLength(ROUTES.length);
  expect(lines.filter((line) => !line.includes("ECONNREFUSED"))).toEqual([]);
  expect(lines.join()).not.toContain(TOKEN);
});

test.each<[string, RequestListener]>([
  ["takes the query and never answers", () => undefined],
  ["answers 500", (_, response) => response.writeHead(500).end("<h1>Internal error</h1>")],
  ["is away behind a proxy", (_, response) => response.writeHead(503, { "retry-after": "9" }).end()],
  [
    "breaks off in the answer",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"baton":', () => response.destroy());
    },
  ],
])("every route answers 503 when the database %s", async (_, handles) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  expect(await answersOf(await serverThat(handles))).toEqual(unavailable);
  expect(takeLog()).toHaveLength(ROUTES.length);
});

test("a query that the database refuses is our fault and stays a 500", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const error = { message: "no such table: accounts", code: "SQLITE_UNKNOWN" };
  const url = await serverThat((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const result = { type: "error", error };
    response.end(JSON.stringify({ baton: null, base_url: null, results: [result, result, result] }));
  });
  const answers = (await answersOf(url)).filter(({ path }) => path !== "/api/health");
  expect(new Set(answers.map(({ code, status }) => `${status} ${code}`))).toEqual(
    new Set(["500 internal_error"]),
  );
  takeLog();
});
