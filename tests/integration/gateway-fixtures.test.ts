import { beforeAll, describe, expect, test } from "vitest";
import type { FixtureEndpoint } from "#tests/support/fixtures.ts";
import {
  type Accepted,
  errorIn,
  expectCharge,
  expectFailure,
  expectUnchanged,
  isAccepted,
  outcomeOf,
} from "./gateway-fixtures/checks.ts";
import { ENDPOINTS, type Exchanged, exchangeAll } from "./gateway-fixtures/exchanges.ts";
import { expectedForward, withoutCacheKey } from "./gateway-fixtures/expected.ts";
import { ENDED, REFUSED } from "./gateway-fixtures/tables.ts";

const hasFurther = process.env.FURTHER_FIXTURES !== undefined;

let exchanged: Map<FixtureEndpoint, Exchanged[]>;
beforeAll(async () => {
  exchanged = await exchangeAll();
});

const all = (endpoint: FixtureEndpoint) => exchanged.get(endpoint) ?? [];
const accepted = (endpoint: FixtureEndpoint) => all(endpoint).filter(isAccepted);
const isWhole = (one: Accepted) => ["completed", "no_usage"].includes(outcomeOf(one));

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe.each(ENDPOINTS)("requests for %s", (endpoint) => {
  test("those that are accepted reach the provider with the same fields", () => {
    for (const { label, request, forwarded } of accepted(endpoint)) {
      expect.soft(withoutCacheKey(forwarded), label).toEqual(expectedForward(endpoint, request, forwarded));
      if (typeof request.prompt_cache_key !== "string") continue;
      expect.soft(forwarded.prompt_cache_key, label).toMatch(/^\w+:/);
      expect.soft(String(forwarded.prompt_cache_key).split(":")[1], label).toBe(request.prompt_cache_key);
    }
  });

  test("the others are refused with a code and the field's name, and counted", () => {
    const refused = all(endpoint).filter((one) => !isAccepted(one));
    const names = refused.map(({ label, status, body, refusal, forwarded, settlement }) => {
      const { code, param, message } = errorIn(body);
      const none = { forwarded: null, settlement: undefined };
      expect
        .soft({ status, refusal, forwarded, settlement }, label)
        .toEqual({ status: 400, refusal: code, ...none });
      const [, tool] = /A tool of type (\w+)/.exec(message) ?? [];
      return [code, param, ...(tool === undefined ? [] : [tool])].join(" ");
    });
    if (!hasFurther) expect(tally(names)).toEqual(REFUSED[endpoint]);
  });

  test("each request ends as its response says", () => {
    if (!hasFurther) expect(tally(accepted(endpoint).map(outcomeOf))).toEqual(ENDED[endpoint]);
  });

  test("responses and streams arrive unchanged, with their cost", () => {
    for (const one of accepted(endpoint).filter(isWhole)) expectUnchanged(endpoint, one);
  });

  test("failures arrive as errors", () => {
    for (const one of accepted(endpoint).filter((each) => !isWhole(each))) expectFailure(one);
  });

  test("the charge is that of the reported counts and within the hold, and the receipt recomputes", () => {
    for (const one of accepted(endpoint)) expectCharge(endpoint, one);
  });
});
