import fc from "fast-check";
import { expect, test } from "vitest";
import { DomainError, type ErrorCode } from "#core/domain/errors.ts";
import { PRESENT_FOR_MS } from "#core/domain/presence.ts";
import type { UserDirectory } from "#core/ports.ts";
import { CHECKED_FOR_MS, SessionChecks } from "#core/services/identity/session-checks.ts";
import { noDirectory } from "#tests/support/no-directory.ts";

const caller = {
  userId: "user",
  sessionId: "session",
  assurance: "aal1",
  token: "token",
  provenAt: null,
  confirmedAt: null,
};
const alive = {
  id: "user",
  hasSecondFactor: false,
  signInMethods: null,
  passwordChangedAt: null,
  bannedUntil: null,
};

const owner = { userId: "user" };

/** A provider and a clock that a test controls. */
function world() {
  const state = { now: 1_000_000, ended: false, away: false, factor: false, checks: [] as number[] };
  const refuse = (code: ErrorCode) => Promise.reject(new DomainError(code, "refused"));
  const directory: UserDirectory = {
    ...noDirectory,
    findUser() {
      state.checks.push(state.now);
      if (state.away) return refuse("identity_unavailable");
      if (state.ended) return refuse("unauthorized");
      return Promise.resolve({ ...alive, hasSecondFactor: state.factor });
    },
    findUserById() {
      state.checks.push(state.now);
      if (state.away) return refuse("identity_unavailable");
      return Promise.resolve(state.ended ? null : { ...alive, hasSecondFactor: true });
    },
  };
  const checks = new SessionChecks({ directory, clock: { now: () => state.now } });
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "passes" as const,
      (error: unknown) => (error instanceof DomainError ? error.code : "unexpected"),
    );
  return {
    state,
    read: (as: typeof caller | typeof owner = caller) => outcome(checks.recent(as, () => undefined)),
    tokenChange: () => outcome(checks.alive(owner)),
    proves: async (proof: { provenAt?: number; confirmedAt?: number }) => {
      const user = { ...alive, hasSecondFactor: state.factor, asOf: state.now };
      return outcome((async () => checks.requirePresence({ ...caller, ...proof }, user))());
    },
    change: (as = caller) => outcome(checks.confirm(as)),
  };
}

test("a read checks once a minute, and stops within a minute of the session's end", async () => {
  const { state, read } = world();
  expect(await read()).toBe("passes");
  state.ended = true;
  state.now += CHECKED_FOR_MS - 1;
  expect([await read(), state.checks.length]).toEqual(["passes", 1]);
  state.now += 1;
  expect([await read(), await read()]).toEqual(["unauthorized", "unauthorized"]);
});

test("reads continue while the provider is away, checking once a minute, and stop once it is back", async () => {
  const { state, read, change } = world();
  state.away = true;
  for (let second = 0; second < 120; second += 10) {
    expect(await read()).toBe("passes");
    state.now += 10_000;
  }
  expect(state.checks).toHaveLength(2);
  expect(await change()).toBe("identity_unavailable");
  Object.assign(state, { away: false, ended: true });
  expect(await change()).toBe("unauthorized");
  expect(await read(), "the refused change is remembered").toBe("unauthorized");
});

test("reads that arrive together share one check, including its refusal", async () => {
  const { state, read } = world();
  expect(await Promise.all(Array.from({ length: 20 }, () => read()))).toEqual(Array(20).fill("passes"));
  expect(state.checks).toHaveLength(1);
  Object.assign(state, { ended: true, now: state.now + CHECKED_FOR_MS });
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => read())))).toEqual(
    new Set(["unauthorized"]),
  );
});

test("no session passes on another's check: not by its ID alone, and not by an earlier assurance level", async () => {
  const { state, read } = world();
  await read();
  state.ended = true;
  expect(await read({ ...caller, userId: "somebody else" })).toBe("unauthorized");
  expect(await read({ ...caller, sessionId: "another" })).toBe("unauthorized");
  expect(await read({ ...caller, assurance: "aal2" })).toBe("unauthorized");
});

test("the owner of an access token is checked once a minute for reads, apart from sessions, and for every change", async () => {
  const { state, read, tokenChange } = world();
  expect([await read(), await read(owner), await read(owner), await tokenChange()]).toEqual(
    Array(4).fill("passes"),
  );
  expect(state.checks).toHaveLength(3);
  state.away = true;
  expect([await read(owner), await tokenChange()]).toEqual(["passes", "identity_unavailable"]);
  Object.assign(state, { away: false, ended: true });
  expect([await tokenChange(), await read(owner)]).toEqual(["unauthorized", "unauthorized"]);
});

test("presence is a code of the last five minutes or, without a second factor, the password", async () => {
  const { state, proves } = world();
  const [lately, before] = [state.now - PRESENT_FOR_MS + 1, state.now - PRESENT_FOR_MS];
  expect([await proves({ provenAt: lately }), await proves({ provenAt: before }), await proves({})]).toEqual([
    "passes",
    "presence_required",
    "presence_required",
  ]);
  state.factor = true;
  expect([
    await proves({ provenAt: lately }),
    await proves({ provenAt: lately, confirmedAt: before }),
    await proves({ confirmedAt: lately }),
  ]).toEqual(["presence_required", "presence_required", "passes"]);
});

test("however many sessions arrive, the oldest is forgotten and checked again", async () => {
  const { state, read } = world();
  await read();
  for (let index = 0; index < 10_000; index += 1) await read({ ...caller, sessionId: `s${index}` });
  state.checks.length = 0;
  state.ended = true;
  expect(await read({ ...caller, sessionId: "s9999" })).toBe("passes");
  expect(await read()).toBe("unauthorized");
});

test("whatever happens in whatever order, an ended session changes nothing and reads for a minute at most", async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
    fc.record({ do: fc.constantFrom("read", "change", "away", "back", "end") }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { state, read, change } = world();
      /** Since when the session has been over and the provider there to confirm it. */
      let knowable: number | null = null;
      for (const each of steps) {
        if (each.do === "wait" && "ms" in each) state.now += each.ms;
        if (each.do === "away") state.away = true;
        if (each.do === "back") state.away = false;
        if (each.do === "end") state.ended = true;
        knowable = state.ended && !state.away ? (knowable ?? state.now) : null;
        if (each.do === "change")
          expect(await change()).toBe(
            state.away ? "identity_unavailable" : state.ended ? "unauthorized" : "passes",
          );
        if (each.do !== "read") continue;
        const outcome = await read();
        if (!state.ended || state.away) expect(outcome).toBe("passes");
        if (knowable !== null && state.now - knowable >= CHECKED_FOR_MS) expect(outcome).toBe("unauthorized");
      }
    }),
    { numRuns: 300 },
  );
});
