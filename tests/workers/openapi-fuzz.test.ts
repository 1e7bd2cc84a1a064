import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { hex } from "#core/domain/encoding.ts";
import { MAX_INVITATIONS } from "#core/services/invitations/invite-user.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createStripePayments } from "#worker/adapters/stripe-payments.ts";
import type { JsonSchema, OperationObject } from "#worker/api/openapi/operations.ts";
import { furnish } from "./support/belongings.ts";
import { type FuzzedOperation, type FuzzedRequest, fuzzedRequest } from "./support/fuzzed-requests.ts";
import { END_SESSION, provide, SESSIONS } from "./support/provider.ts";
import { call, invoiceUrl, mint, newUser, type TestUser, testApi } from "./support/test-api.ts";

const REQUESTS = 1000;
const WEBHOOK_SECRET = "whsec_fuzz";
const METRICS_TOKEN = "the-operators-token-0123456789abcdef";

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, JsonSchema> };
}

const api = testApi({
  metricsToken: METRICS_TOKEN,
  payments: {
    ...noPayments,
    createCheckout: async ({ orderId }) => ({
      sessionId: `cs_${orderId}`,
      url: `https://pay.test/${orderId}`,
    }),
    retrieveCheckout: async () => null,
    createCustomer: async ({ key }) => `cus_${key}`,
    createCardSetup: async ({ customerId }) => ({
      sessionId: `cs_${customerId}`,
      url: `https://pay.test/${customerId}`,
    }),
    retrieveCardSetup: async (id) => ({
      customerId: id.replace("cs_test_", "cus_"),
      createdAt: 0,
      card: null,
    }),
    detachCard: async () => {},
    deleteCustomer: async () => {},
    invoiceUrl,
    verifyEvent: createStripePayments({ secretKey: "sk_test_fuzz", webhookSecrets: [WEBHOOK_SECRET] })
      .verifyEvent,
  },
});
const { paths, components } = await (await call(api, null, "/api/openapi.json")).json<Document>();
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith("/api/"))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]): FuzzedOperation => ({ path, method, object })),
  );
const runs = Math.ceil(REQUESTS / operations.length);

const statuses: number[] = [];
afterAll(() => expect(statuses.length).toBeGreaterThanOrEqual(REQUESTS));

const validators = new Map<JsonSchema, z.ZodType>();
function validatorOf(schema: JsonSchema): z.ZodType {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  const found = name === undefined ? schema : components.schemas[name];
  const known = validators.get(schema) ?? z.fromJSONSchema(found as z.core.JSONSchema.JSONSchema);
  validators.set(schema, known);
  return known;
}

/** The differences between a response and the document. */
async function mismatches({ object }: FuzzedOperation, response: Response): Promise<string[]> {
  const { status } = response;
  if (status >= 500) return [`status ${status}: ${await response.text()}`];
  const documented = object.responses[status];
  if (documented === undefined) return [`undocumented status ${status}: ${await response.text()}`];
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  const media = Object.entries(documented.content).find(([name]) => name === type)?.[1];
  if (media === undefined) return [`undocumented media type ${type} with ${status}`];
  if (type !== "application/json") return [];
  const body: unknown = await response.json();
  const { error } = validatorOf(media.schema).safeParse(body);
  const code = status < 400 ? undefined : Object(body).code;
  const isListed = code === undefined || documented.description.includes(`\`${code}\``);
  return [...(error ? [z.prettifyError(error)] : []), ...(isListed ? [] : [`undocumented code ${code}`])];
}

async function signature(payload: string): Promise<string> {
  const time = Math.floor(Date.now() / 1000);
  const encode = (text: string) => new TextEncoder().encode(text);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", encode(WEBHOOK_SECRET), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", secret, encode(`${time}.${payload}`)));
  return `t=${time},v1=${hex(bytes)}`;
}

const inviteOthers = ({ token }: TestUser, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      call(api, token, "/api/account/invitations", { body: { email: `other${i}@example.com` } }),
    ),
  );

async function newOwner() {
  const user = await newUser();
  return { user, owned: await furnish(api, user) };
}
/** Whose belongings are only read. */
const reader = newOwner();

const CHAT = {
  endpoint: "/v1/chat/completions",
  body: { model: "demo-small", messages: [{ role: "user", content: "Hello" }] },
};

/** Someone who owns one of everything, and their values by the name of the field that takes them. */
async function furnished({ path, method }: FuzzedOperation) {
  const { user, owned } = await (method === "get" ? reader : newOwner());
  await provide(user.userId, { [END_SESSION]: { body: true }, [SESSIONS]: { body: [] } });
  const ids: Record<string, string> = {
    keys: owned.key.id,
    tokens: owned.accessToken.id,
    receipts: owned.orderId,
    notifications: owned.notificationId,
    usage: owned.requestId,
    "auto-top-up": owned.chargeId,
  };
  // What an account may send in a day is reached sooner.
  if (path === "/api/account/invitations") await inviteOthers(user, MAX_INVITATIONS - 3);
  const { email, userId, token } = user;
  const known = {
    id: ids[path.split("/")[2] ?? ""] ?? crypto.randomUUID(),
    ...(path === "/api/account" && { email }),
    ...(path === "/api/playground/estimate" && CHAT),
    session_id: owned.sessionId,
    up_to: owned.notificationId,
    key_id: owned.key.id,
    // The provider may send events that are not about payments. An unknown payment is a 500, so that it is sent again.
    type: "customer.updated",
  };
  const expired = await mint({ claims: { sub: userId, email, exp: 1 } });
  const own = path === "/api/metrics" ? METRICS_TOKEN : token;
  return { known, tokens: { own, none: null, garbled: `${token}x`, expired } };
}
type Tokens = Awaited<ReturnType<typeof furnished>>["tokens"];

/** The provider signs nothing else. */
function isEvent(text: string): boolean {
  try {
    return typeof Object(JSON.parse(text)).id === "string";
  } catch {
    return false;
  }
}

/** Sends a request of the fuzz. Without a content type, the platform would name its own for text. */
async function send({ method, path }: FuzzedOperation, request: FuzzedRequest, tokens: Tokens) {
  const { credential, query, body } = request;
  const text = body && `${body.text}${" ".repeat(body.padding)}`;
  const signed = path === "/api/stripe/webhook" && credential === "own" && isEvent(text ?? "");
  const type: Record<string, string> = body?.contentType ? { "content-type": body.contentType } : {};
  const headers = { ...type, ...(signed && { "stripe-signature": await signature(text ?? "") }) };
  const token = tokens[credential];
  return api.request(`${request.path}${query && `?${query}`}`, {
    method: method.toUpperCase(),
    headers: { ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(text !== null && { body: new TextEncoder().encode(text) }),
  });
}

/** Their successes are in `recovery-codes.test.ts`, with a provider that has two-factor authentication. */
const NEEDS_FACTOR = ["replaceRecoveryCodes", "useRecoveryCode"];
const seed = 20_261_126;

describe(`requests made from the document, with the seed ${seed}`, () => {
  it.each(operations.map((operation) => [operation.object.operationId, operation] as const))(
    "%s responds as documented",
    async (id, operation) => {
      const { known, tokens } = await furnished(operation);
      const reached = new Set<string>();
      const property = fc.asyncProperty(fuzzedRequest(operation, known), async (request) => {
        const response = await send(operation, request, tokens);
        statuses.push(response.status);
        reached.add(response.ok ? "success" : "failure");
        expect(await mismatches(operation, response), JSON.stringify(request).slice(0, 500)).toEqual([]);
      });
      await fc.assert(property, { numRuns: runs, seed });
      if (!NEEDS_FACTOR.includes(id)) expect(reached).toContain("success");
    },
  );
});
