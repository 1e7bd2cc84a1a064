import { describe, expect, it } from "vitest";
import { BodyRoom } from "#worker/api/gateway/body-room.ts";
import { KnownKeys } from "#worker/api/gateway/known-keys.ts";

const MB = 1024 * 1024;

describe("a key that its account's object has recognized", () => {
  it("is known for ten seconds", () => {
    const keys = new KnownKeys();
    keys.add("a", 1_000);
    expect([keys.has("a", 1_000), keys.has("a", 10_999), keys.has("a", 11_000)]).toEqual([true, true, false]);
    expect(keys.has("b", 1_000)).toBe(false);
  });

  it("is no longer known once it was refused", () => {
    const keys = new KnownKeys();
    keys.add("a", 0);
    keys.remove("a");
    expect(keys.has("a", 0)).toBe(false);
  });

  it("is not known for longer because the clock was set back", () => {
    const keys = new KnownKeys();
    keys.add("a", 1_000_000);
    expect(keys.has("a", 1_000)).toBe(false);
  });

  it("is forgotten when too many others follow", () => {
    const keys = new KnownKeys();
    for (let i = 0; i <= 10_000; i += 1) keys.add(`k${i}`, 0);
    expect([keys.has("k0", 0), keys.has("k1", 0), keys.has("k10000", 0)]).toEqual([false, true, true]);
  });
});

describe("the room for bodies of an isolate", () => {
  it("leaves a third of it to other accounts", () => {
    const room = new BodyRoom();
    expect(room.lease("a").take(16 * MB)).toBe(true);
    expect(room.lease("a").take(1)).toBe(false);
    expect(room.lease("b").take(8 * MB)).toBe(true);
    expect(room.lease("c").take(1)).toBe(false);
  });

  it("is free again once the requests have ended", () => {
    const room = new BodyRoom();
    const [first, second] = [room.lease("a"), room.lease("a")];
    expect([first.take(8 * MB), second.take(8 * MB)]).toEqual([true, true]);
    first.release();
    first.release();
    expect(second.take(8 * MB)).toBe(true);
    second.release();
    expect(room.lease("a").take(16 * MB)).toBe(true);
  });
});
