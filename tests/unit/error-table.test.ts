import { describe, expect, it } from "vitest";
import { STATUS_OF } from "#worker/error-table.ts";
import { describeError } from "#worker/log.ts";

it("every error code has a status of its kind", () => {
  for (const [code, status] of Object.entries(STATUS_OF)) {
    expect(status, code).toBeGreaterThanOrEqual(400);
    expect(status, code).toBeLessThan(600);
  }
});

it("an order that does not exist yet makes the payment provider retry", () => {
  expect(STATUS_OF.order_unknown).toBeGreaterThanOrEqual(500);
});

describe("an error in a log", () => {
  it("names its whole chain of causes, outermost first", () => {
    const error = new Error("outer", { cause: new TypeError("middle", { cause: new Error("inner") }) });
    expect(describeError(error).map(({ name, message }) => [name, message])).toEqual([
      ["Error", "outer"],
      ["TypeError", "middle"],
      ["Error", "inner"],
    ]);
  });

  it("leaves out a failed query's parameters", () => {
    const [described] = describeError(new Error("Failed query: SELECT ?\nparams: reader@example.com"));
    expect(JSON.stringify(described)).not.toContain("reader@example.com");
  });

  it("is bounded, even for a chain that loops or a value that is not an error", () => {
    const loop = new Error("x".repeat(10_000));
    loop.cause = loop;
    expect(JSON.stringify(describeError(loop)).length).toBeLessThan(10_000);
    expect(describeError("a thrown secret")).toEqual([{ name: "string", message: "not an error", at: [] }]);
  });
});
