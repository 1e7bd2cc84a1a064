import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { errorBody } from "#core/contract/errors.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { openDatabase } from "#core/storage/database.ts";
import { migrateDatabase } from "#scripts/local/migrate-database.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { startSqldOnSmallDisk } from "#tests/support/small-disk.ts";
import { createApi } from "#worker/api/app.ts";
import { runSteps } from "#worker/rollup/run-steps.ts";
import { ask, COST, expectExact, expectSoundBooks, newCustomer, standingOf } from "./gateway/customers.ts";
import { type Meters, startMeters } from "./gateway/meter-runtime.ts";
import { newSecrets } from "./keys/key-shop.ts";

const REQUESTS = 20;
/** Longer than health caches the result of one write. */
const LATER_MS = 6_000;

let disk: Awaited<ReturnType<typeof startSqldOnSmallDisk>>;
let meters: Meters;
beforeAll(async () => {
  disk = await startSqldOnSmallDisk({ megabytes: 24 });
  await migrateDatabase({ url: disk.url });
  meters = await startMeters(disk.url);
});
afterAll(async () => {
  await meters.stop();
  await disk.stop();
});

const clock = { at: Date.now(), now: () => clock.at };
const db = () => openDatabase({ url: disk.url });
const api = createApi({
  openDatabase: db,
  identity: {
    verifyAccessToken: async () => {
      const who = { userId: "full", email: "full@example.com", sessionId: "session" } as const;
      return {
        ...who,
        assurance: "aal1",
        issuedAt: 0,
        signedInAt: null,
        provenAt: null,
        confirmedAt: null,
      } as const;
    },
  },
  directory: {
    ...noDirectory,
    findUser: async () => ({
      id: "full",
      hasSecondFactor: false,
      signInMethods: null,
      passwordChangedAt: null,
      bannedUntil: null,
    }),
  },
  payments: noPayments,
  metering: noMetering,
  limits: noLimits,
  clock,
  keySecrets: newSecrets(),
  appOrigin: "http://latchkey.test",
});

const executionContext = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };

async function responseOf(path: string, body?: object) {
  clock.at += LATER_MS;
  const headers = { authorization: "Bearer a.b.c", "content-type": "application/json" };
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  const response = await api.request(path, { headers, ...sent }, {}, executionContext);
  const json: unknown = await response.json();
  return response.ok ? response.status : [response.status, errorBody.parse(json).code];
}

const TEST_KEY = { name: "Full", test: true };
/** Long enough for a busy machine. */
const PATIENCE = { timeout: PATIENCE_MS };

async function rollUpFailure() {
  const usage = () => rollUpUsage({ db: db(), clock: { now: Date.now }, requestId: "full" });
  const { failed, runs } = await runSteps({ usage }, { clock, needed: "usage" });
  return failed.length === 0 ? "none" : `${failed.join()}: ${runs[0]?.error}`;
}

it("a full disk is 503 with its own error code everywhere, loses no charge, and everything resumes once there is space", async () => {
  const place = { origin: meters.origin, db: db() };
  const customer = await newCustomer(place.db, { keys: 1, micros: 1_000_000 });
  const requests = async () => {
    const turns = Array.from({ length: REQUESTS }, (_, turn) =>
      ask(meters.origin, customer, { turn, settle: "before" }),
    );
    return (await Promise.all(turns)).flatMap((one) => (one?.response.admitted ? [one.requestId] : []));
  };
  const before = await requests();
  await expectExact(place, customer, before);
  expect([await responseOf("/api/health"), await responseOf("/api/keys", TEST_KEY)]).toEqual([200, 201]);

  disk.fill();
  vi.mocked(console.error).mockImplementation(() => undefined);
  const unavailable = [503, "database_unavailable"];
  await expect.poll(() => responseOf("/api/health"), PATIENCE).toEqual(unavailable);
  await expect.poll(() => responseOf("/api/keys", TEST_KEY), PATIENCE).toEqual(unavailable);
  const failure = /^usage: database_unavailable: .*SQLITE_(IOERR|FULL)/;
  const during: string[] = [];
  // The space that a checkpoint frees is filled a moment later; until then, the object can post.
  const unposted = async () => {
    during.push(...(await requests()));
    await expect.poll(rollUpFailure, PATIENCE).toMatch(failure);
    await expect.poll(() => responseOf("/api/health"), PATIENCE).toEqual(unavailable);
    return (await standingOf(meters.origin, customer)).unposted;
  };
  await expect.poll(unposted, PATIENCE).toBeGreaterThanOrEqual(REQUESTS);
  expect(during.length % REQUESTS).toBe(0);
  vi.mocked(console.error).mockClear();

  disk.free();
  await expect.poll(() => responseOf("/api/health"), PATIENCE).toBe(200);
  expect(await responseOf("/api/keys", TEST_KEY)).toBe(201);
  expect(await rollUpFailure()).toBe("none");
  const costs = await expectExact(place, customer, [...before, ...during]);
  expect([...costs.values()]).toEqual([...before, ...during].map(() => COST));
  await expectSoundBooks(place.db);
});
