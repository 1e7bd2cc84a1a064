import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { admit, meteredUser, recordsOf, settlement } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";

type Metered = Awaited<ReturnType<typeof meteredUser>>;
const HOUR_MS = 3_600_000;

/** Sends one request. @returns in how many milliseconds libSQL is to get it. */
async function sendOne({ key, meter }: Metered): Promise<number> {
  const { requestId } = await admit(key);
  await meter().settle([settlement(requestId)]);
  return runInDurableObject(meter(), async (_, { storage }) => Number(await storage.getAlarm()) - Date.now());
}

it("posts a first request immediately, and those that follow within ten seconds together", async () => {
  // So far ahead that no alarm comes by itself.
  const clock = stopClock(Date.now() + HOUR_MS);
  const metered = await meteredUser();
  const { user, meter } = metered;
  expect(await sendOne(metered)).toBe(500);
  await runDurableObjectAlarm(meter());
  expect((await recordsOf(user)).rows).toHaveLength(1);
  clock.move(3_000);
  const pause = await sendOne(metered);
  // Objects post at different times: each has a pause of seven to ten seconds.
  expect(pause).toBeGreaterThanOrEqual(7_000);
  expect(pause).toBeLessThanOrEqual(10_000);
  clock.move(1_000);
  expect(await sendOne(metered)).toBe(pause - 1_000);
  await runDurableObjectAlarm(meter());
  clock.move(10_000);
  expect(await sendOne(metered)).toBe(500);
  await runDurableObjectAlarm(meter());
  expect((await recordsOf(user)).rows).toHaveLength(4);
});
