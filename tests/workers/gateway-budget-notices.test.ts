import { runDurableObjectAlarm } from "cloudflare:test";
import { expect, it } from "vitest";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import { budgetKey } from "./support/key-budgets.ts";
import { admit, meteredUser, settlement } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { call, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
/** Later than any test runs, so that no alarm rings by itself. */
const NOON = Date.parse("2100-02-02T12:00Z");

async function titlesOf({ token }: TestUser): Promise<string[]> {
  const response = await call(api, token, "/api/notifications");
  const { items } = await response.json<NotificationsResponse>();
  return items.filter(({ kind }) => kind === "budget_reached").map(({ title }) => title.replace(/“.*” /, ""));
}

it("notifies about a budget at 80 % once it is posted, and when the rest of it refuses a request", async () => {
  stopClock(NOON);
  const { user, key, meter } = await meteredUser();
  await budgetKey(user, key, [{ period: "day", micros: 1000 }]);
  const spend = async (micros: number) => {
    const { requestId } = await admit(key, { hold: micros });
    await meter().settle([settlement(requestId, micros)]);
    await runDurableObjectAlarm(meter());
  };
  await spend(790);
  expect(await titlesOf(user)).toEqual([]);
  await spend(100);
  expect(await titlesOf(user)).toEqual(["has used 80% of its daily budget"]);
  await spend(10);
  const refused = await Promise.all(Array.from({ length: 5 }, () => admit(key, { hold: 200 })));
  expect(refused.map((response) => response.admitted)).toEqual(Array(5).fill(false));
  await spend(10);
  const expected = ["has reached its daily budget", "has used 80% of its daily budget"];
  expect(await titlesOf(user)).toEqual(expected);
  await admit(key, { hold: 200 });
  await spend(10);
  expect(await titlesOf(user)).toEqual(expected);
});
