import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import type { ErrorBody } from "#core/contract/errors.ts";
import type { ApiKey } from "#core/contract/keys.ts";
import { DomainError } from "#core/domain/errors.ts";
import { accountName, STRIPE_USD } from "#core/domain/ledger.ts";
import type { Payments } from "#core/ports.ts";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import type { Account } from "#core/services/context.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { transferMoney } from "#tests/support/money.ts";
import { noGateway } from "#tests/support/no-gateway.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createService, type ServiceDependencies } from "#tests/support/service.ts";
import { createMetering } from "#worker/adapters/account-objects.ts";
import { createSupabaseDirectory } from "#worker/adapters/supabase-directory.ts";
import { createSupabaseIdentity } from "#worker/adapters/supabase-identity.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { PROJECT_KEYS } from "./project-keys.ts";
import { mintToken, type TokenOptions } from "./tokens.ts";

/** Contains the invoice's id, so that a test sees whose it is. */
export const invoiceUrl = async (id: string) => `https://invoice.test/${id}`;
const unsigned = () => Promise.reject(new DomainError("invalid_signature", "The signature is not valid."));
const payments: Payments = {
  ...noPayments,
  verifyEvent: unsigned,
  invoiceUrl,
  deleteCustomer: async () => {},
};
const randomSecret = () => crypto.getRandomValues(new Uint8Array(32));

export const clock = { now: () => Date.now() };
export const issuer = () => `${inject("supabaseUrl")}/auth/v1`;
export const openTestDatabase = () => openDatabase({ url: inject("libsqlUrl") });

/** For rows that a test writes by itself. Waits while the server is busy, as the product does. */
export function writeDirectly(statementOf: (db: Database) => Parameters<typeof writeBatch>[1][number]) {
  const db = openTestDatabase();
  return writeBatch(db, [statementOf(db)]);
}

/** One pair for all tests of a file, as one deployment has. */
export const keySecrets = { pepper: randomSecret(), sealing: randomSecret() };

/** The production directory, on the test's provider or on another address. */
export const testDirectory = (supabaseUrl = inject("supabaseUrl")) =>
  createSupabaseDirectory({
    supabaseUrl,
    publishableKey: PROJECT_KEYS.publishable,
    secretKey: PROJECT_KEYS.secret,
  });

/** A directory whose provider returns only 503. */
export const awayDirectory = () => testDirectory(`${inject("supabaseUrl")}/no-such-project`);

/** Fetches the published keys once for all tests. */
const identity = createSupabaseIdentity({ supabaseUrl: inject("supabaseUrl"), clock });

/** The production app with the test database and identity provider; tests can replace single parts. */
export function testApi(replaced: Partial<ServiceDependencies> = {}) {
  return createService({
    openDatabase: openTestDatabase,
    identity,
    directory: testDirectory(),
    payments,
    gateway: noGateway(metersOf(env.METER)),
    metering: createMetering(env.METER),
    clock,
    limits: noLimits,
    keySecrets,
    appOrigin: "https://latchkey.test",
    leastInvitationMs: 0,
    ...replaced,
  });
}
export type TestApi = ReturnType<typeof testApi>;

export const mint = (options: Partial<TokenOptions> = {}) =>
  mintToken(inject("signingKeys").ES256, { issuer: issuer(), ...options });

export interface TestUser {
  userId: string;
  email: string;
  token: string;
  account: Account;
}

/** A new user with an account and, by default, ten dollars. */
export async function newUser({ micros = 10_000_000 } = {}): Promise<TestUser> {
  const userId = crypto.randomUUID();
  const email = `${userId}@example.com`;
  const db = openTestDatabase();
  const account = await ensureAccount({ db, clock, requestId: "test" }, { userId, email });
  if (micros > 0) await fund(account.id, micros);
  return { userId, email, account, token: await mint({ claims: { sub: userId, email } }) };
}

async function fund(accountId: number, micros: number) {
  const credit = accountName(accountId);
  await transferMoney(openTestDatabase(), { debit: STRIPE_USD, credit, micros, kind: "top_up" });
}

export interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Its location, as reported by the platform. */
  cf?: { country?: string; city?: string };
}

/** Sends a request like the browser: bearer token, JSON. */
export async function call(api: TestApi, token: string | null, path: string, options: Call = {}) {
  const { body, headers, cf, method = body === undefined ? "GET" : "POST" } = options;
  const request = {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(cf && { cf }),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
  return api.request(path, request, env, createExecutionContext());
}

export const errorOf = (response: Response) => response.json<ErrorBody>();

export async function createKeyAs(api: TestApi, user: TestUser, name = "Production"): Promise<ApiKey> {
  const response = await call(api, user.token, "/api/keys", { body: { name } });
  if (response.status !== 201) throw new Error(`creating a key returned ${response.status}`);
  return response.json<ApiKey>();
}
