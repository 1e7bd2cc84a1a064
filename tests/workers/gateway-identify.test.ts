import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { formatAccountRoute, generateApiKey } from "#core/domain/api-key.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { metersOf } from "#worker/gateway/meter/meters.ts";
import { patchKey, revoke, rotate } from "./support/key-life.ts";
import { admit, type MeteredKey, meteredKey, meteredUser, meterOf, restart } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { createKeyAs, newUser, testApi, writeDirectly } from "./support/test-api.ts";

const api = testApi();
const ORIGIN = "https://app.example.com";
const identify = ({ route, lookup }: MeteredKey, origin: string | null = null) =>
  metersOf(env.METER)(route).identify([lookup], origin, crypto.randomUUID());

it("knows the account's keys from the first call, also right after an unknown key", async () => {
  const { key } = await meteredUser();
  expect(await identify({ ...key, lookup: "0".repeat(64) })).toEqual({
    known: false,
    unavailable: false,
    code: "invalid_api_key",
  });
  expect(await identify(key)).toEqual({ known: true, page: null, showsBalance: true });
  expect(await meterOf(key).standing()).toMatchObject({ pending: 0 });
});

it("names the origin that may read the response, and whether the key may see the balance", async () => {
  const user = await newUser();
  const { id, key: text } = await createKeyAs(api, user);
  const key = await meteredKey(id, text);
  await patchKey(api, user, id, { allowed_origins: [ORIGIN] });
  expect(await identify(key, ORIGIN)).toMatchObject({ known: true, page: ORIGIN });
  expect(await identify(key, "https://elsewhere.test")).toMatchObject({ known: true, page: null });
  await writeDirectly((db) =>
    db.update(apiKeys).set({ showsBalance: false }).where(eq(apiKeys.publicId, id)),
  );
  await meterOf(key).refresh();
  expect(await identify(key)).toMatchObject({ showsBalance: false });
});

it("no longer knows a key that was revoked or has expired, but one that is disabled", async () => {
  const user = await newUser();
  const fresh = async () => {
    const { id, key } = await createKeyAs(api, user);
    return meteredKey(id, key);
  };
  const [revoked, disabled, replaced] = [await fresh(), await fresh(), await fresh()];
  await revoke(api, user, revoked.publicId);
  await patchKey(api, user, disabled.publicId, { disabled: true });
  await rotate(api, user, replaced.publicId, 1);
  expect(await identify(revoked)).toMatchObject({ known: false, code: "invalid_api_key" });
  expect(await identify(disabled)).toMatchObject({ known: true });
  expect(await identify(replaced)).toMatchObject({ known: true });
  stopClock(Date.now() + 3_600_001);
  expect(await identify(replaced)).toMatchObject({ known: false, code: "key_expired" });
  expect(await admit(replaced)).toMatchObject({ code: "key_expired", balanceMicros: null });
});

it("a made-up account leaves nothing behind", async () => {
  const route = formatAccountRoute(crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n);
  const made = await meteredKey("key_none", generateApiKey(route));
  expect(await identify(made)).toEqual({ known: false, unavailable: false, code: "invalid_api_key" });
  expect(await meterOf(made).standing()).toBeNull();
  await restart(made);
});
