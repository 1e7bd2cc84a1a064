import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ModelGuard } from "#core/domain/gateway/model-guard.ts";
import { runs } from "#tests/support/tier.ts";
import { cutInPieces, cuts } from "./gateway-pieces.ts";

const encoder = new TextEncoder();

function isRefused(body: string, at: readonly number[] = []): boolean {
  const guard = new ModelGuard();
  try {
    for (const piece of cutInPieces(encoder.encode(body), at)) guard.push(piece);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_request", details: { field: "model" } });
    return true;
  }
}

const part = (headers: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${value}\r\n`;
const file = part('name="file"; filename="a.wav"', 'nname=mode name="models" \0\xff--b'.repeat(20));

describe("a body of which only the beginning was read", () => {
  it.each([
    ["a second model", '{"model":"cheap","messages":[],"model":"dear"}'],
    ["one with spaces", '{"model":"cheap","messages":[] , "model" : "dear"}'],
    ["one with an escaped name", '{"model":"cheap","mod\\u0065l":"dear"}'],
    [
      "a second model in a form",
      `${part('name="model"', "cheap")}${file}${part('name="model"', "dear")}--b--\r\n`,
    ],
    ["one in another case", `${part('name="model"', "cheap")}${part('Name="model"', "dear")}`],
    ["one without quotes", `${part('name="model"', "cheap")}${part("name=model", "dear")}`],
  ])("is refused for %s, however it is cut", (_, body) => {
    fc.assert(fc.property(cuts, (at) => isRefused(body, at)));
  });

  it.each([
    ["its one model", '{"model":"m","messages":[]}'],
    ["a model in a text", '{"model":"m","messages":["\\"model\\":\\"dear\\",","model","\\\\"]}'],
    ["a model in a message", '{"model":"m","messages":[{"model":"x"}],"metadata":{"model":"y"}}'],
    [
      "names that only begin or end so",
      '{"model":"m","models":1,"my_model":2,"modeling":3,"model_name_is_long":4}',
    ],
    ["its one model in a form", `${file}${part('name="model"', "m")}${file}--b--\r\n`],
    ["its one model without quotes", part("name=model; x=y", "m")],
    ["names in a form that only begin or end so", part('name="model"', "m") + part('name="my_model"', "x")],
  ])("passes with %s, however it is cut", (_, body) => {
    fc.assert(fc.property(cuts, (at) => !isRefused(body, at)));
  });

  it("is refused exactly when its outermost object has two", () => {
    const name = fc.constantFrom("model", "models", "x", "messages", "user");
    const members = fc.array(fc.tuple(name, fc.jsonValue()), { maxLength: 6 });
    fc.assert(
      fc.property(members, cuts, (all, at) => {
        const body = `{${all.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join(",")}}`;
        expect(isRefused(body, at)).toBe(all.filter(([key]) => key === "model").length > 1);
      }),
      { numRuns: runs(1_000) },
    );
  });
});
