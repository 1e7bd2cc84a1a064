import { expect, it } from "vitest";
import type { ApiKey } from "#core/contract/keys.ts";
import { formatAccountRoute, generateApiKey } from "#core/domain/api-key.ts";
import { until } from "#tests/support/limits.ts";
import { patchKey, revoke, rotate } from "./support/key-life.ts";
import { admit, type MeteredKey, meteredKey, meteredUser, meterOf, restart } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { call, createKeyAs, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();

async function freshKey(user: TestUser): Promise<MeteredKey> {
  const { id, key } = await createKeyAs(api, user);
  return meteredKey(id, key);
}
const selfRevoke = ({ key }: MeteredKey) => call(api, key, "/v1/keys/self/revoke", { method: "POST" });

/** Fewer than the rate of a key, however long a change takes. */
const SENT_BEFORE_MAX = 80;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends requests with the key all the time, but fewer than its rate allows.
 * @returns how many were admitted before the change returned, and after.
 */
async function underLoad(key: MeteredKey, change: () => Promise<Response>) {
  let [changed, over] = [false, false];
  const [sent, admitted] = [
    { before: 0, after: 0 },
    { before: 0, after: 0 },
  ];
  const load = Array.from({ length: 6 }, async () => {
    while (!over) {
      await pause(12);
      const when = changed ? "after" : "before";
      if (!changed && sent.before >= SENT_BEFORE_MAX) continue;
      sent[when] += 1;
      const { admitted: yes } = await admit(key, { hold: 0 });
      if (yes) admitted[when] += 1;
    }
  });
  await until(() => admitted.before > 0);
  expect((await change()).status).toBe(200);
  changed = true;
  await until(() => sent.after >= load.length);
  over = true;
  await Promise.all(load);
  return admitted;
}

const ENDINGS: [string, (user: TestUser, key: MeteredKey) => Promise<Response>][] = [
  ["is revoked", (user, key) => revoke(api, user, key.publicId)],
  ["revokes itself", (_, key) => selfRevoke(key)],
  ["is disabled", (user, key) => patchKey(api, user, key.publicId, { disabled: true })],
];

it.each(ENDINGS)("admits nothing after the change returns when a key %s under load", async (_, end) => {
  const user = await newUser();
  const key = await freshKey(user);
  await admit(key);
  const { before, after } = await underLoad(key, () => end(user, key));
  expect(before).toBeGreaterThan(0);
  expect(after).toBe(0);
  await restart(key);
  expect((await admit(key)).admitted).toBe(false);
});

it("distinguishes a disabled key from an unknown one, and admits it once it is enabled again", async () => {
  const user = await newUser();
  const key = await freshKey(user);
  await patchKey(api, user, key.publicId, { disabled: true });
  expect(await admit(key)).toMatchObject({ code: "key_disabled" });
  await patchKey(api, user, key.publicId, { disabled: false });
  expect(await admit(key)).toMatchObject({ admitted: true });
});

it("admits a new key at once, also right after an unknown one was refused", async () => {
  const user = await newUser();
  const first = await freshKey(user);
  await admit(first);
  expect(await admit({ ...first, lookup: "0".repeat(64) })).toMatchObject({ code: "invalid_api_key" });
  expect(await admit(await freshKey(user))).toMatchObject({ admitted: true });
});

it("admits both keys of a rotation until its overlap is over", async () => {
  const user = await newUser();
  const old = await freshKey(user);
  await admit(old);
  const response = await rotate(api, user, old.publicId, 1);
  const { id, key } = await response.json<ApiKey>();
  const fresh = await meteredKey(id, key);
  expect((await admit(old)).admitted && (await admit(fresh)).admitted).toBe(true);
  stopClock(Date.now() + 3_600_001);
  expect(await admit(old)).toMatchObject({ code: "key_expired" });
  expect(await admit(fresh)).toMatchObject({ admitted: true });
});

it("admits a key by the look-up of an earlier pepper", async () => {
  const { key } = await meteredUser();
  const request = { requestId: crypto.randomUUID(), endpoint: "/v1/models", holdMicros: 0, origin: null };
  const keyHashes = ["0".repeat(64), key.lookup];
  expect(await meterOf(key).admit(key.route, { ...request, keyHashes }, [])).toMatchObject({
    admitted: true,
  });
});

it("refuses another account's key, and a key with a made-up route leaves nothing behind", async () => {
  const [mine, theirs] = [await meteredUser(), await meteredUser()];
  expect(await admit({ ...mine.key, route: theirs.key.route })).toMatchObject({
    code: "invalid_api_key",
    balanceMicros: null,
  });
  const route = formatAccountRoute(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n);
  const made = await meteredKey("key_none", generateApiKey(route));
  expect(await admit(made)).toMatchObject({ code: "invalid_api_key", balanceMicros: null });
  expect(await meterOf(made).standing()).toBeNull();
  expect(await meterOf(made).refresh()).toBe(true);
});
