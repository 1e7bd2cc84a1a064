import { describe, expect, it } from "vitest";
import { BodyRoom } from "#worker/gateway/body-room.ts";
import { KnownKeys } from "#worker/gateway/known-keys.ts";
import type { PresentedKey } from "#worker/gateway/presented-key.ts";

const MB = 1024 * 1024;

const key = (text: string): PresentedKey => ({
  text,
  meterName: "a",
  lookups: [`lookup of ${text}`],
  test: false,
  pseudonym: "p",
  grant: null,
});

describe("a key that its account's object has recognized", () => {
  it("is known for ten minutes, with what was computed for it", () => {
    const keys = new KnownKeys();
    keys.add(key("a"), 1_000);
    const found = [1_000, 600_999, 601_000].map((now) => keys.find("a", now));
    expect(found).toEqual([key("a"), key("a"), null]);
    expect(keys.find("b", 1_000)).toBeNull();
  });

  it("is no longer known once it was refused", () => {
    const keys = new KnownKeys();
    keys.add(key("a"), 0);
    keys.remove(key("a"));
    expect(keys.find("a", 0)).toBeNull();
  });

  it("is not known for longer because the clock was set back", () => {
    const keys = new KnownKeys();
    keys.add(key("a"), 1_000_000);
    expect(keys.find("a", 1_000)).toBeNull();
  });

  it("is forgotten when too many others follow", () => {
    const keys = new KnownKeys();
    for (let i = 0; i <= 10_000; i += 1) keys.add(key(`k${i}`), 0);
    expect(["k0", "k1", "k10000"].map((text) => keys.find(text, 0))).toEqual([
      null,
      key("k1"),
      key("k10000"),
    ]);
  });
});

describe("what became of a key's last request", () => {
  it("is trusted for ten seconds after an admission, and no longer once it is refused", () => {
    const keys = new KnownKeys();
    keys.judged(key("a"), true, 0);
    expect(keys.isTrusted(key("a"), 0)).toBe(false);
    keys.add(key("a"), 0);
    expect(keys.isTrusted(key("a"), 0)).toBe(false);
    keys.judged(key("a"), true, 20_000);
    const moments = [9_000, 20_000, 29_999, 30_000];
    expect(moments.map((now) => keys.isTrusted(key("a"), now))).toEqual([false, true, true, false]);
    keys.judged(key("a"), false, 21_000);
    expect(keys.isTrusted(key("a"), 21_000)).toBe(false);
  });
});

describe("the room for bodies of an isolate", () => {
  it("has a quarter of it for each account", () => {
    const room = new BodyRoom();
    for (const account of ["a", "b", "c", "d"]) {
      expect(room.lease(account).take(8 * MB)).toBe(true);
      expect(room.lease(account).take(1)).toBe(false);
    }
    expect(room.lease("e").take(1)).toBe(false);
  });

  it("is free again once a lease is released, which counts once", () => {
    const room = new BodyRoom();
    const [first, second] = [room.lease("a"), room.lease("a")];
    expect([first.take(4 * MB), second.take(4 * MB)]).toEqual([true, true]);
    first.release();
    first.release();
    expect(second.take(4 * MB)).toBe(true);
    second.release();
    expect(room.lease("a").take(8 * MB)).toBe(true);
  });
});
