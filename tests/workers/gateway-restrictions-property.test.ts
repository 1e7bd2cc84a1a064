import { runDurableObjectAlarm } from "cloudflare:test";
import fc from "fast-check";
import { expect, it } from "vitest";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";
import { changeKeyOf } from "#core/storage/key-changes.ts";
import { inTier, runs } from "#tests/support/tier.ts";
import { admit, type MeteredKey, meteredUser, meterOf, restart } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";
import { openTestDatabase, type TestUser } from "./support/test-api.ts";

const KEYS = 4;
const START = Date.parse("2100-01-29T12:00Z");
const MODELS = ["small", "mini", "large"];
const ENDPOINTS = ["/v1/chat/completions", "/v1/embeddings", "/v1/messages"];
/** Networks, and for each address the names of those that it is in. */
const NETWORKS = ["10.0.0.0/8", "10.20.0.0/16", "192.0.2.7", "2001:db8::/32"];
const ADDRESSES: Record<string, string[]> = {
  "10.20.3.4": ["10.0.0.0/8", "10.20.0.0/16"],
  "10.21.0.0": ["10.0.0.0/8"],
  "::ffff:10.20.255.255": ["10.0.0.0/8", "10.20.0.0/16"],
  "192.0.2.7": ["192.0.2.7"],
  "192.0.2.8": [],
  "2001:db8:ffff::1": ["2001:db8::/32"],
  "2001:db9::1": [],
  "11.0.0.0": [],
};

const key = fc.nat(KEYS - 1);
const restrictions = fc.record({
  allowed_models: fc.subarray(MODELS),
  allowed_endpoints: fc.subarray(ENDPOINTS),
  allowed_networks: fc.subarray(NETWORKS),
  requests_per_minute: fc.option(fc.constantFrom(1, 2, 3, 5, 100)),
});
type Rules = typeof restrictions extends fc.Arbitrary<infer Value> ? Value : never;
const request = fc.record({
  key,
  model: fc.constantFrom(...MODELS),
  endpoint: fc.constantFrom(...ENDPOINTS),
  address: fc.option(fc.constantFrom(...Object.keys(ADDRESSES)), { freq: 12 }),
});
const act = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant("send" as const), request }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("change" as const), key, restrictions }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 30_000, 59_999, 60_000, 60_001),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("flush" as const, "restart" as const) }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
type Sent = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

async function restrict({ account }: TestUser, { publicId, route }: MeteredKey, rules: Rules) {
  const entry = { accountId: account.id, action: "key.changed", subject: publicId } as const;
  const audit = { ...entry, requestId: crypto.randomUUID(), at: Date.now() };
  await changeKeyOf(openTestDatabase(), audit, { restrictions: rules });
  await meterOf({ route }).refresh();
}

/** By lists alone. `admitted`: the times of the key's admissions. */
function expected(rules: Rules, { model, endpoint, address }: Sent, admitted: readonly number[]): string {
  const has = (list: readonly string[], one: string) => list.length === 0 || list.includes(one);
  const networks = address === null ? [] : (ADDRESSES[address] ?? []);
  if (!has(rules.allowed_endpoints, endpoint)) return "endpoint_not_allowed";
  if (!has(rules.allowed_models, model)) return "model_not_allowed";
  if (rules.allowed_networks.length > 0 && !rules.allowed_networks.some((one) => networks.includes(one)))
    return "ip_not_allowed";
  const recent = admitted.filter((at) => Date.now() - at <= 60_000);
  return recent.length < (rules.requests_per_minute ?? 100) ? "admitted" : "rate_limit_exceeded";
}

async function play(acts: readonly Act[], seen: Map<string, number>) {
  const clock = stopClock(START);
  const { user, keys, meter } = await meteredUser({ keys: KEYS });
  const model = keys.map((each) => ({ each, rules: UNRESTRICTED as Rules, admitted: [] as number[] }));
  for (const next of acts) {
    const known = model["key" in next ? next.key : next.do === "send" ? next.request.key : 0];
    if (known === undefined) throw new Error("There is no such key.");
    if (next.do === "change") {
      await restrict(user, known.each, next.restrictions);
      known.rules = next.restrictions;
    } else if (next.do === "send") {
      const { key: _, ...facts } = next.request;
      const response = await admit(known.each, facts);
      const code = response.admitted ? "admitted" : response.code;
      expect(code).toBe(expected(known.rules, next.request, known.admitted));
      if (response.admitted) known.admitted.push(Date.now());
      const limit = known.rules.requests_per_minute ?? 100;
      const recent = known.admitted.filter((at) => Date.now() - at <= 60_000).length;
      expect(response).toMatchObject({ limit, remaining: Math.max(0, limit - recent) });
      seen.set(code, (seen.get(code) ?? 0) + 1);
    } else if (next.do === "wait") clock.move(next.ms);
    else if (next.do === "restart") await restart(known.each);
    else await runDurableObjectAlarm(meter());
  }
}

it("admits exactly the requests that each key's restrictions allow, through changes, flushes and restarts", async () => {
  const seen = new Map<string, number>();
  const acts = fc.array(act, { minLength: 20, maxLength: inTier({ fast: 30, full: 60 }) });
  await fc.assert(
    fc.asyncProperty(acts, (list) => play(list, seen)),
    { numRuns: runs(60) },
  );
  const codes = [
    "admitted",
    "endpoint_not_allowed",
    "model_not_allowed",
    "ip_not_allowed",
    "rate_limit_exceeded",
  ];
  for (const code of codes) expect(seen.get(code), code).toBeGreaterThan(0);
});
