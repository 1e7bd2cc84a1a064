import { vi } from "vitest";
import type { AccessClaims, Clock, LiveMetering, LiveUser } from "#core/ports.ts";
import { type MeterTerms, syncMeter } from "#core/services/gateway/sync-meter.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { findAccountByRoute } from "#core/storage/gateway-flush.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { createApi } from "#worker/api/app.ts";
import { paidAtOnce } from "./payment-stub.ts";

export const OPERATORS_TOKEN = "the-operators-token-0123456789abcdef";

/** Whose token a request has, and what is proven in its session. */
export interface Person {
  userId: string;
  email: string;
  secondFactor: boolean;
}

/** A token that the identity provider below takes. */
export const tokenOf = ({ userId, email, secondFactor }: Person) => {
  const text = JSON.stringify({ userId, email, secondFactor });
  return `header.${Buffer.from(text).toString("base64url")}.signature`;
};

function personOf(token: string): Person {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

/** Stopped, so that nothing becomes due between two requests. */
const START = Date.now();
const clock: Clock = { now: () => START };

function claimsOf(token: string): AccessClaims {
  const { userId, email, secondFactor } = personOf(token);
  const now = clock.now();
  const times = { issuedAt: now, signedInAt: now, provenAt: now, confirmedAt: secondFactor ? now : null };
  // A session per user, so that only its first request notes it.
  return { userId, email, assurance: secondFactor ? "aal2" : "aal1", sessionId: userId, ...times };
}

const userOf = ({ userId, secondFactor }: Person): LiveUser => ({
  id: userId,
  hasSecondFactor: secondFactor,
  signInMethods: ["email:1"],
  passwordChangedAt: null,
  bannedUntil: null,
});

/** The accounts' objects, which have been in use within the last minute: each refresh reads the terms again. */
function meters(db: Database): LiveMetering {
  const known = new Map<string, { id: number; terms: MeterTerms }>();
  const sync = (id: number, terms?: MeterTerms) =>
    syncMeter({ db, clock }, { accountId: id, batch: null, known: terms });
  return {
    async refresh(route) {
      const id = known.get(route)?.id ?? (await findAccountByRoute(db, route));
      if (id === null) throw new Error("No account has this route.");
      known.set(route, { id, terms: await sync(id, known.get(route)?.terms) });
    },
    inProgress: async () => ({ requests: 0, heldMicros: 0 }),
  };
}

/** The product API with everybody signed in, and the calls that it and the accounts' objects make to the database. */
export function countedService(url: string, operators: ReadonlyMap<string, string>) {
  const { fetch } = globalThis;
  let calls = 0;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (new URL(input instanceof Request ? input.url : input).origin === new URL(url).origin) calls += 1;
    return fetch(input, init);
  });
  const randomSecret = () => crypto.getRandomValues(new Uint8Array(32));
  const person = {
    email: null,
    createdAt: null,
    lastSignInAt: null,
    metadata: {},
    identities: [],
    factors: [],
  };
  const api = createApi({
    openDatabase: () => openDatabase({ url }),
    identity: { verifyAccessToken: async (token) => claimsOf(token) },
    directory: {
      ...noDirectory,
      findUser: async (token) => userOf(personOf(token)),
      findUserById: async (userId) => userOf({ userId, email: "", secondFactor: false }),
      readRecord: async () => person,
      listSessions: async () => [],
      endSession: async () => true,
      endSessions: async () => {},
      invite: async () => "invited",
      isPassword: async () => false,
      setPassword: async () => {},
      removeSecondFactors: async () => {},
      deleteUser: async () => {},
    },
    payments: paidAtOnce(),
    metering: meters(openDatabase({ url })),
    limits: noLimits,
    clock,
    keySecrets: { pepper: randomSecret(), sealing: randomSecret() },
    appOrigin: "https://latchkey.test",
    healthToken: OPERATORS_TOKEN,
    metricsToken: OPERATORS_TOKEN,
    leastInvitationMs: 0,
    operators,
  });
  const execution = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
  return {
    routes: api.routes,
    send: (path: string, init: RequestInit) => api.request(path, init, {}, execution),
    /** The calls that `work` makes. */
    async count<Result>(work: () => Promise<Result>): Promise<{ calls: number; result: Result }> {
      calls = 0;
      const result = await work();
      return { calls, result };
    },
    stop: () => spy.mockRestore(),
  };
}
export type CountedService = ReturnType<typeof countedService>;
