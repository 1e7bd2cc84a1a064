import { describe, expect, it } from "vitest";
import { keyLabels } from "#app/lib/keys/key-labels.ts";
import { filterQuery, isFiltered, parseFilter, requestsPath, withFilter } from "#app/lib/usage-params.ts";
import { apiKey } from "#tests/support/api-key.ts";

const search = (text: string) => new URLSearchParams(text);

describe("the filter in the address", () => {
  it("is a key, an endpoint, both or nothing; an empty one is none", () => {
    expect(parseFilter(search(""))).toEqual({});
    expect(parseFilter(search("key=&endpoint="))).toEqual({});
    expect(parseFilter(search("key=key_1"))).toEqual({ keyId: "key_1" });
    expect(parseFilter(search("range=7d&key=key_1&endpoint=%2Fv1%2Fmodels"))).toEqual({
      keyId: "key_1",
      endpoint: "/v1/models",
    });
    expect([{}, { keyId: "key_1" }, { endpoint: "/v1" }].map(isFiltered)).toEqual([false, true, true]);
  });

  it("changes one part and leaves the others and the range alone", () => {
    const before = search("range=7d&key=key_1");
    expect(withFilter(before, { endpoint: "/v1/models" }).toString()).toBe(
      "range=7d&key=key_1&endpoint=%2Fv1%2Fmodels",
    );
    expect(withFilter(before, { keyId: "key_2" }).toString()).toBe("range=7d&key=key_2");
    expect(withFilter(before, { keyId: null }).toString()).toBe("range=7d");
    expect(before.toString()).toBe("range=7d&key=key_1");
  });

  it("goes to the API under the API's names, and only what is set", () => {
    expect(filterQuery({})).toEqual({});
    expect(filterQuery({ keyId: "key_1", endpoint: "/v1" })).toEqual({ key_id: "key_1", endpoint: "/v1" });
  });

  it("leads to the same requests in the log", () => {
    expect(requestsPath({ range: "24h" }, {})).toBe("/usage");
    expect(requestsPath({ range: "7d" }, { keyId: "key_1" })).toBe("/usage?range=7d&key=key_1");
    expect(requestsPath({ range: "24h" }, { endpoint: "/v1/a b" }, "error")).toBe(
      "/usage?endpoint=%2Fv1%2Fa+b&status=error",
    );
  });
});

describe("the name of a key", () => {
  const key = (id: string, name: string, tail: string) => apiKey({ id, name, key: `lk_abcde••••${tail}` });

  it("is distinguished from another key of that name by the last characters", () => {
    const keys = [
      key("1", "Production", "aaaa"),
      key("2", "Staging", "bbbb"),
      key("3", "Production", "cccc"),
    ];
    expect([...keyLabels(keys).values()]).toEqual(["Production …aaaa", "Staging", "Production …cccc"]);
  });
});
