import { describe, expect, test } from "vitest";
import {
  draftOf,
  endpointChoices,
  endpointsOf,
  isRestricting,
  NO_RESTRICTIONS,
  reasonCount,
  restrictionNotes,
  restrictionProblems,
  restrictionsOf,
  trialReasons,
} from "#app/features/keys/restrictions-view.ts";
import type { RestrictionTrialResponse } from "#core/contract/restrictions.ts";
import { UNRESTRICTED } from "#core/domain/gateway/restrictions/table.ts";

const ofOrigins = (origins: string) => ({ ...NO_RESTRICTIONS, allowed_origins: origins });
const originsIn = (text: string) => restrictionsOf(ofOrigins(text)).allowed_origins;
const problemIn = (text: string) => restrictionProblems(ofOrigins(text)).allowed_origins;

describe("a list with an entry per line", () => {
  test("is read without blank lines and duplicates, normalized", () => {
    const text = "\n https://Shop.example/ \r\nhttp://localhost:5173\n\nhttps://shop.example:443\n";
    expect(originsIn(text)).toEqual(["https://shop.example", "http://localhost:5173"]);
    expect([originsIn(" \n\n"), problemIn(" \n\n")]).toEqual([[], null]);
    const networks = "203.0.113.9/24\n::ffff:192.0.2.1\n2001:DB8::/32";
    expect(restrictionsOf({ ...NO_RESTRICTIONS, allowed_networks: networks }).allowed_networks).toEqual([
      "203.0.113.0/24",
      "192.0.2.1",
      "2001:db8::/32",
    ]);
  });

  test("is refused with the first invalid line", () => {
    expect(problemIn("https://shop.example\nhttps://*.shop.example\nalso wrong")).toBe(
      "“https://*.shop.example” isn’t valid. Enter a full origin, such as https://app.example.com, without a path.",
    );
    expect(problemIn(`https://shop.example/${"a".repeat(5_000)}`)?.length).toBeLessThan(150);
    expect(
      restrictionProblems({ ...NO_RESTRICTIONS, allowed_networks: "2001:db8::/300" }).allowed_networks,
    ).toBe("“2001:db8::/300” isn’t valid. Enter an IP address or a network, such as 203.0.113.0/24.");
  });

  test("holds at most 20", () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => `https://${n}.example`).join("\n");
    expect(originsIn(`${lines(20)}\nhttps://1.example`)).toHaveLength(20);
    expect([problemIn(lines(20)), problemIn(lines(21))]).toEqual([null, "Enter at most 20 origins."]);
  });
});

test.each([
  ["", null],
  [" 60 ", null],
  ["0", "Enter 1 to 100, the limit of each key."],
  ["150", "Enter 1 to 100, the limit of each key."],
  ["1.5", "Enter 1 to 100, the limit of each key."],
])("the rate %j has the problem %j", (rate, problem) => {
  expect(restrictionProblems({ ...NO_RESTRICTIONS, requests_per_minute: rate }).requests_per_minute).toBe(
    problem,
  );
});

test("what is stored is shown and sent again unchanged, also endpoints that no group has", () => {
  const stored = {
    allowed_models: ["demo-small"],
    allowed_endpoints: ["/v1/embeddings", "/v1/moderations"],
    requests_per_minute: 60,
    allowed_networks: ["203.0.113.0/24"],
    allowed_origins: ["https://shop.example"],
  };
  const draft = draftOf(stored);
  expect(restrictionsOf(draft)).toEqual(stored);
  const { value, choices } = endpointChoices(draft.allowed_endpoints);
  expect(choices.find((choice) => choice.value === value)?.label).toBe("2 endpoints");
  expect(endpointsOf(value, draft.allowed_endpoints)).toEqual(stored.allowed_endpoints);
  expect(endpointsOf("all", draft.allowed_endpoints)).toEqual([]);
  expect([isRestricting(draft), isRestricting(NO_RESTRICTIONS)]).toEqual([true, false]);
});

test("a key's restrictions are named when there is one of a kind, and counted otherwise", () => {
  const textsOf = (key: Parameters<typeof restrictionNotes>[0]) =>
    restrictionNotes(key).map(({ text }) => text);
  expect(textsOf(UNRESTRICTED)).toEqual([]);
  const chat = endpointsOf("chat", []);
  const many = {
    allowed_models: ["demo-small", "demo-mini"],
    allowed_endpoints: [...chat].reverse(),
    requests_per_minute: 60,
    allowed_networks: ["203.0.113.0/24", "2001:db8::/32"],
    allowed_origins: [],
  };
  expect(textsOf(many)).toEqual(["2 models", "Chat only", "60 requests a minute", "2 networks"]);
  const few = { ...UNRESTRICTED, allowed_models: ["demo-small"], allowed_endpoints: ["/v1/rerank"] };
  expect(textsOf(few)).toEqual(["demo-small", "/v1/rerank"]);
});

test("a trial names its three greatest reasons, and counts the rest", () => {
  const trial: RestrictionTrialResponse = {
    from: "2026-11-22T00:00:00.000Z",
    to: "2026-11-29T00:00:00.000Z",
    starts_at: "2026-11-22T00:00:00.000Z",
    requests: 3_000,
    refused_requests: 1_204,
    models: [{ model: "demo-large", requests: 1_204 }],
    refused_by_model: 1_204,
    endpoints: [],
    refused_by_endpoint: 0,
    rate_minutes: 0,
    refused_by_rate: 0,
    not_recorded: [],
  };
  const only = trialReasons(trial);
  expect(only).toMatchObject({ reasons: [{ name: "demo-large", requests: 1_204 }], others: 0 });
  expect(only.reasons.map((reason) => reasonCount(reason, trial))).toEqual(["all"]);
  const several = trialReasons({
    ...trial,
    models: ["a", "b", "c"].map((model, n) => ({ model, requests: 10 - n })),
    refused_by_rate: 12,
    refused_requests: 39,
  });
  expect(several.reasons.map(({ name, verb, requests }) => [requests, name ?? verb])).toEqual([
    [12, "were above the rate"],
    [10, "a"],
    [9, "b"],
  ]);
  expect(several.others).toBe(8);
});
