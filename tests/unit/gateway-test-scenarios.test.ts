import { describe, expect, it } from "vitest";
import { testScenario } from "#core/domain/gateway/test-scenarios.ts";

const request = { model: "demo-small", header: null, retryCount: 0 };

describe("a request with a test key", () => {
  it.each([
    ["402", { kind: "refuse", code: "insufficient_balance" }],
    ["429", { kind: "refuse", code: "rate_limit_exceeded", retryAfterS: 1 }],
    ["503", { kind: "refuse", code: "service_unavailable", retryAfterS: 1 }],
    ["slow", { kind: "slow" }],
    ["broken", { kind: "broken" }],
    ["ok", { kind: "respond" }],
  ])("gets %s on demand, by its header or its model", (name, scenario) => {
    expect(testScenario({ ...request, header: name })).toMatchObject(scenario);
    expect(testScenario({ ...request, model: `test-${name}` })).toMatchObject(scenario);
  });

  it("is a response for every other model, and without one", () => {
    expect(testScenario(request)).toEqual({ kind: "respond" });
    expect(testScenario({ ...request, model: null })).toEqual({ kind: "respond" });
  });

  it("gets what the header says when the model says something else", () => {
    expect(testScenario({ ...request, model: "test-402", header: "slow" })).toMatchObject({ kind: "slow" });
  });

  it("fails only on its first attempt when it asks for that", () => {
    const attempt = (retryCount: number) => testScenario({ ...request, header: "429-once", retryCount }).kind;
    expect([attempt(0), attempt(1), attempt(2)]).toEqual(["refuse", "respond", "respond"]);
    expect(testScenario({ ...request, header: "429", retryCount: 2 }).kind).toBe("refuse");
  });

  it.each(["418", "", "constructor", "__proto__", "-once"])(
    "is refused for the unknown scenario %j",
    (name) => {
      const refusal = (field: string) =>
        expect.objectContaining({
          code: "invalid_request",
          details: { field },
          message: expect.stringContaining("429"),
        });
      expect(() => testScenario({ ...request, header: name })).toThrow(refusal("x-latchkey-test"));
      expect(() => testScenario({ ...request, model: `test-${name}` })).toThrow(refusal("model"));
    },
  );
});
