import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { askEarly } from "#app/features/early/ask-early.ts";
import { earlyFigures } from "#app/features/early/early-figures.ts";
import { asksEarly, earlyRequests } from "#app/features/early/early-requests.ts";
import { type EarlyAnswer, orEarly } from "#app/lib/early-answers.ts";
import { figureParts } from "#app/lib/figure-parts.ts";
import { analyticsOf } from "./dashboard-answer.ts";

const ADDRESS = "/api/account/balance";
const HOUR_S = 3600;
const signal = new AbortController().signal;

function signedInAs(id: string, more: object = {}): void {
  const session = {
    access_token: "token-of-the-reader",
    refresh_token: "r",
    expires_at: Date.now() / 1000 + HOUR_S,
    user: { id },
    ...more,
  };
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session) });
}

function arrivedFor(userId: string, more: Partial<EarlyAnswer> = {}): void {
  const answer: EarlyAnswer = { userId, askedAt: Date.now(), arrived: Promise.resolve(), ...more };
  globalThis.earlyAnswers = new Map([[ADDRESS, answer]]);
}

beforeEach(() => signedInAs("reader"));
afterEach(() => {
  globalThis.earlyAnswers = undefined;
  vi.unstubAllGlobals();
});

describe("an early answer", () => {
  const query = () => orEarly(ADDRESS, async () => "asked again");

  it("is there at once, and is used once", async () => {
    arrivedFor("reader", { data: "early" });
    expect(query().initialData()).toBe("early");
    expect(query().initialData()).toBeUndefined();
    expect(await query().queryFn({ signal })).toBe("asked again");
  });

  it("that is still on its way is waited for", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrivedFor("reader", { arrived: promise });
    expect(query().initialData()).toBeUndefined();
    const answer = query().queryFn({ signal });
    const early = globalThis.earlyAnswers?.get(ADDRESS);
    if (early) early.data = "early";
    resolve();
    expect(await answer).toBe("early");
  });

  it("is left to the next query by one that was cancelled meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    arrivedFor("reader", { arrived: promise });
    const abort = new AbortController();
    const cancelled = query().queryFn({ signal: abort.signal });
    const next = query().queryFn({ signal });
    abort.abort();
    const early = globalThis.earlyAnswers?.get(ADDRESS);
    if (early) early.data = "early";
    resolve();
    await expect(cancelled).rejects.toThrow();
    expect(await next).toBe("early");
  });

  it.each<[string, string, Partial<EarlyAnswer>]>([
    ["that failed", "reader", {}],
    ["of somebody else", "another", { data: "early" }],
    ["of long ago", "reader", { data: "early", askedAt: Date.now() - 60_000 }],
  ])("%s is not used", async (_, userId, more) => {
    arrivedFor(userId, more);
    expect(query().initialData()).toBeUndefined();
    expect(await query().queryFn({ signal })).toBe("asked again");
  });

  it("is not missed where nobody asked", async () => {
    expect(query().initialData()).toBeUndefined();
    expect(await query().queryFn({ signal })).toBe("asked again");
  });
});

describe("asking early", () => {
  const sent = vi.fn(async () => Response.json({ balance: 1 }));
  beforeEach(() => {
    sent.mockClear();
    vi.stubGlobal("fetch", sent);
  });

  it("sends the reader's own token, and keeps what comes", async () => {
    const early = askEarly([ADDRESS]).get(ADDRESS);
    await early?.arrived;
    expect(sent).toHaveBeenCalledWith(ADDRESS, { headers: { authorization: "Bearer token-of-the-reader" } });
    expect(early).toMatchObject({ userId: "reader", data: { balance: 1 } });
  });

  it.each([401, 403, 500])("an answer %i is left to the app", async (status) => {
    sent.mockResolvedValueOnce(Response.json({ error: { code: "x", message: "x" } }, { status }));
    const early = askEarly([ADDRESS]).get(ADDRESS);
    await early?.arrived;
    expect(early?.data).toBeUndefined();
  });

  it("a broken connection is left to the app", async () => {
    sent.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const early = askEarly([ADDRESS]).get(ADDRESS);
    await early?.arrived;
    expect(early?.data).toBeUndefined();
  });

  it.each<[string, object]>([
    ["whose token is about to run out", { expires_at: Date.now() / 1000 + 60 }],
    [
      "who lacks the second step",
      {
        access_token: `e30.${btoa('{"aal":"aal1"}')}.s`,
        user: { id: "reader", factors: [{ status: "verified" }] },
      },
    ],
  ])("sends nothing for one %s", (_, more) => {
    signedInAs("reader", more);
    expect(askEarly([ADDRESS]).size).toBe(0);
    expect(sent).not.toHaveBeenCalled();
  });

  it("sends nothing for nobody", () => {
    vi.stubGlobal("localStorage", { getItem: () => null });
    expect(askEarly([ADDRESS]).size).toBe(0);
    expect(sent).not.toHaveBeenCalled();
  });

  it("asks for the range and the filter in the address, and for nothing on other pages", () => {
    const search = new URLSearchParams("range=7d&endpoint=%2Fv1%2Fmodels&key=1&other=1");
    const [analytics, , breakdown] = earlyRequests("/", search);
    expect(analytics).toMatch(/^\/api\/analytics\?range=7d&tz=[^&]+&key_id=1&endpoint=%2Fv1%2Fmodels$/);
    expect(breakdown).toBe("/api/analytics/breakdown?range=7d&key_id=1&endpoint=%2Fv1%2Fmodels");
    expect(earlyRequests("/", new URLSearchParams("code=consent"))).toEqual([]);
    expect(["/", "/api-keys", "/login", "/documentation"].map(asksEarly)).toEqual([true, true, false, false]);
  });
});

describe("the first figures", () => {
  const used = analyticsOf({ total_requests: 1237, average_response_time: 1_240, error_rate: 0.974 });
  const balance = { balance: 29.78, held: 0, currency: "USD" } as const;

  it("are written as their cards write them", () =>
    expect(earlyFigures(used, balance)).toEqual({
      requests: "1,237",
      time: "1.24 s",
      errors: "0.97%",
      balance: "$29.78",
    }));

  it("leave out a balance that comes with a warning, or did not come", () => {
    expect(earlyFigures(used, { ...balance, balance: 4.99 })).not.toHaveProperty("balance");
    expect(earlyFigures(used, undefined)).not.toHaveProperty("balance");
  });

  it.each([
    ["nothing was used", analyticsOf({})],
    ["nothing succeeded", analyticsOf({ total_requests: 5, error_rate: 100 })],
  ])("stay away when %s, as the page may look different then", (_, answer) =>
    expect(earlyFigures(answer, balance)).toEqual({}),
  );

  it.each([
    ["$29.78", { sign: "$", digits: "29.78", unit: "" }],
    ["1.24 s", { sign: "", digits: "1.24", unit: "s" }],
    ["0.97%", { sign: "", digits: "0.97", unit: "%" }],
    ["—", { sign: "", digits: "—", unit: "" }],
  ])("%s is set in its parts", (figure, parts) => expect(figureParts(figure)).toEqual(parts));
});
