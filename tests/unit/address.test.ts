import { describe, expect, it } from "vitest";
import {
  addressOf,
  choiceParameter,
  flagParameter,
  pageParameter,
  searchParameter,
  textParameter,
  withQuery,
} from "#app/lib/address.ts";

const list = addressOf({
  wanted: searchParameter("search"),
  order: choiceParameter("sort", ["newest", "oldest"], "newest"),
  kind: choiceParameter("kind", ["card", "bank"], null),
  account: textParameter("account", /^\d+$/),
  canceled: flagParameter("canceled"),
  page: pageParameter,
});
const DEFAULTS = { wanted: "", order: "newest", kind: null, account: null, canceled: false, page: 1 };
const query = (text: string) => new URLSearchParams(text);

describe("the state of an address", () => {
  it("is read by the names of its parameters", () =>
    expect(list.read(query("search=+ben+&sort=oldest&kind=bank&account=7&canceled&page=3"))).toEqual({
      wanted: "ben",
      order: "oldest",
      kind: "bank",
      account: "7",
      canceled: true,
      page: 3,
    }));

  it.each(["", "sort=drop&kind=toString&account=7a&page=0", "page=1.5&account=", "page=100001&kind="])(
    "is the default for what “%s” doesn't say, or doesn't say validly",
    (text) => expect(list.read(query(text))).toEqual(DEFAULTS),
  );

  it("changes without what is no part of it, and without defaults in the address", () => {
    const before = query("other=1&sort=oldest&page=3");
    expect(`${list.write(before, { order: "newest", kind: "card", page: 1 })}`).toBe("other=1&kind=card");
    expect(`${list.write(before, {})}`).toBe(`${before}`);
    expect(`${list.write(query("canceled&account=7"), { canceled: false, account: null })}`).toBe("");
  });

  it("is read again as it was written", () => {
    const state = { ...DEFAULTS, wanted: "ben & co", account: "7", canceled: true, page: 2 } as const;
    expect(list.read(list.write(query(""), state))).toEqual(state);
  });

  it("makes a path, without a question mark for nothing", () => {
    expect(withQuery("/list", list.write(query(""), { page: 2 }))).toBe("/list?page=2");
    expect(withQuery("/list", query(""))).toBe("/list");
  });
});
