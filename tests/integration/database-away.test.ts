import { createServer, type RequestListener } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { errorBody } from "#core/contract/errors.ts";
import { openDatabase } from "#core/storage/database.ts";
import { freePorts } from "#scripts/local/free-port.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";

const TOKEN = "header.payload.signature";

/** Far longer than a busy machine takes to respond. */
const PATIENCE_MS = 20_000;
const IMPATIENCE_MS = 250;

/** The production app on a database at this address; every caller is signed in. */
const apiOn = (url: string, timeoutMs: number) =>
  createApi({
    openDatabase: () => openDatabase({ url, timeoutMs }),
    identity: {
      verifyAccessToken: async () => ({
        userId: "user",
        email: "",
        assurance: "aal1",
        sessionId: "session",
        issuedAt: 0,
        signedInAt: null,
        provenAt: null,
        confirmedAt: null,
      }),
    },
    directory: {
      ...noDirectory,
      findUser: async () => ({
        id: "user",
        hasSecondFactor: false,
        signInMethods: null,
        passwordChangedAt: null,
        bannedUntil: null,
      }),
    },
    payments: {
      ...noPayments,
      verifyEvent: async () => ({
        id: "evt_1",
        type: "checkout.session.completed",
        createdAt: 0,
        objectId: "cs_1",
        paymentIntentId: null,
        isCardSetup: false,
        isForeign: false,
      }),
    },
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
  ["GET", "/api/figures?range=24h"],
  ["POST", "/api/stripe/webhook"],
];

const executionContext = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };

async function responsesOf(url: string, timeoutMs = PATIENCE_MS) {
  const api = apiOn(url, timeoutMs);
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  return await Promise.all(
    ROUTES.map(async ([method, path, body]) => {
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const response = await api.request(path, request, {}, executionContext);
      const { code, error, request_id } = errorBody.parse(await response.json());
      expect(request_id).toBe(response.headers.get("x-request-id"));
      return { path, status: response.status, code, error };
    }),
  );
}

const all = (status: number, code: string, error: string) =>
  ROUTES.map(([, path]) => ({ path, status, code, error }));
const unavailable = all(
  503,
  "database_unavailable",
  "The database is unavailable. Please try again shortly.",
);

/** One log line per response, with what the operator needs and the client does not get. */
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

test("every route returns 503 when nothing listens on the database's address", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const [port] = await freePorts(1);
  expect(await responsesOf(`http://127.0.0.1:${port}`)).toEqual(unavailable);
  const lines = takeLog();
  expect(lines).toHaveLength(ROUTES.length);
  expect(lines.filter((line) => !line.includes("ECONNREFUSED"))).toEqual([]);
  expect(lines.join()).not.toContain(TOKEN);
});

test("every route returns 503 when the database accepts the query and never responds", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const url = await serverThat(() => undefined);
  expect(await responsesOf(url, IMPATIENCE_MS)).toEqual(unavailable);
  expect(takeLog()).toHaveLength(ROUTES.length);
});

test.each<[string, RequestListener]>([
  ["returns 500", (_, response) => response.writeHead(500).end("<h1>Internal error</h1>")],
  ["is away behind a proxy", (_, response) => response.writeHead(503, { "retry-after": "9" }).end()],
  [
    "disconnects in the middle of its response",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"baton":', () => response.destroy());
    },
  ],
])("every route returns 503 when the database %s", async (_, handles) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  expect(await responsesOf(await serverThat(handles))).toEqual(unavailable);
  expect(takeLog()).toHaveLength(ROUTES.length);
});

const pipeline = z.object({ requests: z.array(z.unknown()) });
/** The way sqld rejects what it cannot do. */
const serverOfError = (error: { message: string; code: string }) =>
  serverThat(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { requests } = pipeline.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const results = requests.map(() => ({ type: "error", error }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ baton: null, base_url: null, results }));
  });

test.each([
  ["SQLITE_IOERR", "SQLite error: disk I/O error"],
  ["SQLITE_IOERR_FSYNC", "SQLite error: disk I/O error"],
  ["SQLITE_FULL", "SQLite error: database or disk is full"],
  ["SQLITE_READONLY", "SQLite error: attempt to write a readonly database"],
  ["SQLITE_CORRUPT", "SQLite error: database disk image is malformed"],
  ["TRANSACTION_TIMEOUT", "Transaction timed-out"],
  ["BLOCKED", "SQL write operations are forbidden"],
])("every route returns 503 when the database reports %s", async (code, message) => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  expect(await responsesOf(await serverOfError({ code, message }))).toEqual(unavailable);
  const lines = takeLog();
  expect(lines).toHaveLength(ROUTES.length);
  expect(lines.filter((line) => !line.includes(message))).toEqual([]);
});

test("a query that the database rejects is our fault and stays a 500", async () => {
  vi.mocked(console.error).mockImplementation(() => undefined);
  const url = await serverOfError({ message: "no such table: accounts", code: "SQLITE_UNKNOWN" });
  const responses = (await responsesOf(url)).filter(({ path }) => path !== "/api/health");
  expect(new Set(responses.map(({ code, status }) => `${status} ${code}`))).toEqual(
    new Set(["500 internal_error"]),
  );
  takeLog();
});
