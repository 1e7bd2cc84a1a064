import { describe, expect, test } from "vitest";
import {
  FIXTURE_ENDPOINTS,
  type Fixture,
  type FixtureEndpoint,
  fixturesOf,
  fixtureTextsOf,
  isPublished,
  ownFixturesOf,
  ownFixtureTextOf,
  streamOf,
} from "#tests/support/fixtures.ts";

const FEWEST = 30;
const MAX_BYTES = 1_500_000;
const endpoints = Object.keys(FIXTURE_ENDPOINTS) as FixtureEndpoint[];
const streaming: FixtureEndpoint[] = ["chat-completions", "completions", "responses", "messages"];

/** Fixtures from npm packages and public repositories; the README says from which. */
const PUBLISHED: Record<
  FixtureEndpoint,
  { requests: number; whole: number; streams: number; pairs: number }
> = {
  "chat-completions": { requests: 163, whole: 107, streams: 52, pairs: 159 },
  completions: { requests: 65, whole: 48, streams: 15, pairs: 63 },
  responses: { requests: 159, whole: 125, streams: 32, pairs: 157 },
  messages: { requests: 99, whole: 69, streams: 29, pairs: 98 },
  "count-tokens": { requests: 40, whole: 39, streams: 0, pairs: 39 },
  embeddings: { requests: 123, whole: 122, streams: 0, pairs: 122 },
  moderations: { requests: 39, whole: 39, streams: 0, pairs: 39 },
};

const isPair = ({ request, response }: Fixture) => request !== null && response !== null;
const isStream = ({ response }: Fixture) => response !== null && streamOf(response) !== null;

describe.each(endpoints)("fixtures of %s", (endpoint) => {
  test("at least 30 requests with their responses", () => {
    expect(fixturesOf(endpoint).filter(isPair).length).toBeGreaterThanOrEqual(FEWEST);
  });

  test("at least 30 published requests with their responses", () => {
    const published = ownFixturesOf(endpoint).filter(isPublished);
    expect(published.filter(isPair).length).toBeGreaterThanOrEqual(FEWEST);
  });

  test("as many published fixtures as the README lists", () => {
    const published = ownFixturesOf(endpoint).filter(isPublished);
    const streams = published.filter(isStream).length;
    expect({
      requests: published.filter(({ request }) => request !== null).length,
      whole: published.filter(({ response }) => response !== null).length - streams,
      streams,
      pairs: published.filter(isPair).length,
    }).toEqual(PUBLISHED[endpoint]);
  });

  test("no fixture is there again under another name", () => {
    const exchanges = fixturesOf(endpoint).map(({ request, response }) =>
      JSON.stringify([request, response]),
    );
    expect(new Set(exchanges).size).toBe(exchanges.length);
  });

  test("names tell the fixtures of one source apart", () => {
    const derived = fixturesOf(endpoint).filter(({ source }) => source === "derived");
    expect(new Set(derived.map(({ name }) => name)).size).toBe(derived.length);
  });

  test("no secrets, organization IDs or real people's email addresses", () => {
    const text = fixtureTextsOf(endpoint).join("\n");
    expect(text).not.toMatch(/\bsk-[\w-]{12,}|\bBearer \w{8}|\borg-\w{16,}|\bAKIA[0-9A-Z]{12}|\bX-Amz-/);
    const addresses = text.match(/[\w.%+-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}/gi) ?? [];
    const real = addresses.filter(
      (address) => !/@(?:[\w-]+\.)*(?:example|test|domain)\.(?:com|org|net)$/i.test(address),
    );
    expect(real).toEqual([]);
  });

  test("every event of a stream has data", () => {
    for (const { name, response } of fixturesOf(endpoint).filter(isStream)) {
      const data = (response && streamOf(response))?.match(/^data:.+/gm) ?? [];
      expect(data.length, name).toBeGreaterThan(0);
    }
  });
});

test("the endpoints that stream have streams with their requests", () => {
  for (const endpoint of streaming) {
    const streams = fixturesOf(endpoint).filter(isPair).filter(isStream);
    expect(streams.length, endpoint).toBeGreaterThanOrEqual(5);
  }
});

test("no request that streams has a whole response of status 200, and the reverse", () => {
  for (const endpoint of endpoints) {
    for (const { name, request, response } of fixturesOf(endpoint).filter(isPair)) {
      if (response?.status !== 200) continue;
      expect(streamOf(response) !== null, `${endpoint}: ${name}`).toBe(request?.stream === true);
    }
  }
});

test("the repository's fixtures are less than 1.5 MB", () => {
  const bytes = endpoints.map(ownFixtureTextOf).map((text) => Buffer.byteLength(text));
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});
