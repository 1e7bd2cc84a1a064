import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charge, refusal } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  COMPLETIONS,
  EMBEDDINGS,
  MODERATIONS,
  PRICES,
  post,
  RESPONSES,
  responseWith,
  type Target,
  usageOf,
  WRITERS,
} from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const LONG = "x".repeat(300);
/** A response with these counts. */
const counting = (usage: object, more: object = {}) => json(responseWith(usage, { ...more }));
/** Charges a request whose response has so many tokens. */
const serve = ({ path, body }: Target, changes: object, [input, output]: [number, number]) =>
  charge(edge, {
    path,
    init: post({ ...body, ...changes }),
    script: counting(usageOf(input, output)),
  });
const refuse = ({ path, body }: Target, changes: object) =>
  refusal(edge, { path, init: post({ ...body, ...changes }) });

const unsupported = (field: string) => [400, "unsupported_parameter", field];
const noLimit = { max_tokens: undefined, max_output_tokens: undefined };

/** Names that other servers give a limit of the output. */
const FOREIGN_LIMITS = {
  [CHAT.path]: ["max_output_tokens"],
  [COMPLETIONS.path]: ["max_completion_tokens", "max_output_tokens"],
  [RESPONSES.path]: ["max_tokens", "max_completion_tokens"],
  [ANTHROPIC.path]: ["max_completion_tokens", "max_output_tokens", "max_tokens_to_sample"],
};
const ALWAYS_FOREIGN = [
  "max_new_tokens",
  "max_length",
  "max_gen_len",
  "num_predict",
  "n_predict",
  "max_gen_tokens",
  "maxOutputTokens",
  "generationConfig",
  "generation_config",
  "options",
  "sampling_params",
  "parameters",
];

describe.each(WRITERS)("G2, G4: a limit of $path", (target) => {
  test.each([...(FOREIGN_LIMITS[target.path] ?? []), ...ALWAYS_FOREIGN])(
    "under the name %s is refused",
    async (name) => {
      expect(await refuse(target, { [name]: 5 })).toEqual(unsupported(name));
      expect(await refuse(target, { ...noLimit, [name]: { max_tokens: 5 } })).toEqual(unsupported(name));
    },
  );

  test("of 0, which some servers take for none, holds and charges all that the model writes", async () => {
    const limit = target === RESPONSES ? "max_output_tokens" : "max_tokens";
    const { bytes, hold, cost } = await serve(target, { [limit]: 0 }, [7, 100]);
    expect([hold, cost]).toEqual([2 * bytes + 8 * 100 + 5, 2 * 7 + 8 * 100 + 5]);
  });

  test("that is lower than what the provider writes bounds the charge, and the operator is notified", async () => {
    const { hold, cost, bytes, customer } = await serve(target, {}, [7, 90]);
    expect([hold, cost]).toEqual([2 * bytes + 8 * 10 + 5, 2 * 7 + 8 * 10 + 5]);
    const { admissions } = await customer.metered();
    const logged = edge.logs.filter((line) => line.includes(admissions[0]?.requestId ?? "?"));
    expect(logged.map((line) => JSON.parse(line).event)).toEqual(["usage_above_hold"]);
  });
});

test.each([CHAT, COMPLETIONS, RESPONSES])(
  "G2: $path without a limit holds what the model can write",
  async (target) => {
    for (const absent of [undefined, null]) {
      const limits = { max_tokens: absent, max_output_tokens: target === RESPONSES ? absent : undefined };
      const changes = target === RESPONSES ? { max_output_tokens: absent } : { ...limits };
      const { bytes, hold, cost } = await serve(target, changes, [7, 99]);
      expect([hold, cost]).toEqual([2 * bytes + 8 * 100 + 5, 2 * 7 + 8 * 99 + 5]);
    }
  },
);

test.each([
  [{ max_tokens: 10, max_completion_tokens: 90 }, 90],
  [{ max_tokens: 90, max_completion_tokens: 10 }, 90],
  [{ max_tokens: null, max_completion_tokens: 20 }, 20],
  [{ max_tokens: 0, max_completion_tokens: 20 }, 100],
  [{ max_tokens: 10, min_tokens: 1_000_000 }, 10],
  [{ max_tokens: 10, ignore_eos: true }, 10],
  [{ max_tokens: 10, stop: [] }, 10],
])("G2: the limits %j count as the larger one", async (changes, most) => {
  const { bytes, hold, cost } = await serve(CHAT, changes, [7, 100]);
  expect([hold, cost]).toEqual([2 * bytes + 8 * most + 5, 2 * 7 + 8 * most + 5]);
});

describe("G2, G3: many responses and prompts", () => {
  test.each([
    [CHAT, { n: 128 }, 128],
    [COMPLETIONS, { n: 128 }, 128],
    [COMPLETIONS, { best_of: 128 }, 128],
    [COMPLETIONS, { n: 3, best_of: 7 }, 7],
    [COMPLETIONS, { n: 7, best_of: 3 }, 7],
    [COMPLETIONS, { prompt: ["a", "b", "c"] }, 3],
    [COMPLETIONS, { prompt: ["a", "b", "c"], n: 4 }, 12],
    [COMPLETIONS, { prompt: [[1], [2, 3]], best_of: 2 }, 4],
    [COMPLETIONS, { prompt: [1, 2, 3] }, 1],
    [COMPLETIONS, { prompt: ["a", [1, 2]] }, 2],
    [COMPLETIONS, { prompt: [""] }, 1],
  ] as const)("%s %j are all held and all charged", async (target, changes, count) => {
    const { bytes, hold, cost } = await serve(target, changes, [7, 10 * count]);
    expect([hold, cost]).toEqual([2 * bytes + 8 * 10 * count + 5, 2 * 7 + 8 * 10 * count + 5]);
  });

  test("hold the price of every prompt's overhead and of every tool's", async () => {
    const prompts = await serve(COMPLETIONS, { model: "demo-overhead", prompt: ["a", "b", "c"] }, [7, 3]);
    expect([prompts.hold, prompts.cost]).toEqual([2 * (prompts.bytes + 3 * 11) + 8 * 30, 2 * 7 + 8 * 3]);
    const tool = { type: "function", function: { name: "f" } };
    const tools = await serve(CHAT, { model: "demo-overhead", tools: [tool, tool] }, [150, 3]);
    expect(tools.hold).toBe(2 * (tools.bytes + 11 + 2 * 13) + 8 * 10);
    expect(tools.cost).toBe(2 * 150 + 8 * 3);
  });

  test("of embeddings hold no more than the context of each text", async () => {
    const one = await serve(EMBEDDINGS, { input: "x".repeat(3_000) }, [2_000, 0]);
    expect([one.hold, one.cost]).toEqual([2 * 1_000 + 5, 2 * 1_000 + 5]);
    const three = await serve(EMBEDDINGS, { input: ["x".repeat(3_000), "a", [1]] }, [2_000, 0]);
    expect([three.hold, three.cost]).toEqual([2 * 3_000 + 5, 2 * 2_000 + 5]);
  });

  test.each([
    [RESPONSES, "n"],
    [RESPONSES, "best_of"],
    [ANTHROPIC, "n"],
    [CHAT, "best_of"],
    [CHAT, "num_choices"],
    [CHAT, "candidate_count"],
    [CHAT, "use_beam_search"],
    [COMPLETIONS, "num_return_sequences"],
    [EMBEDDINGS, "n"],
  ] as const)("%s refuses %s", async (target, field) => {
    expect(await refuse(target, { [field]: 4 })).toEqual(unsupported(field));
  });

  test.each([
    [COMPLETIONS, "prompt", [[]]],
    [COMPLETIONS, "prompt", []],
    [COMPLETIONS, "prompt", [{ prompt: "a" }]],
    [COMPLETIONS, "prompt", [["a"]]],
    [COMPLETIONS, "prompt", [1, "a"]],
    [COMPLETIONS, "prompt", [[1.5]]],
    [COMPLETIONS, "prompt", [[-1]]],
    [COMPLETIONS, "prompt", { 0: "a", length: 1 }],
    [COMPLETIONS, "prompt", Array.from({ length: 2_049 }, () => "a")],
    [EMBEDDINGS, "input", Array.from({ length: 2_049 }, () => [1])],
    [EMBEDDINGS, "input", [{ text: "a" }]],
    [EMBEDDINGS, "input", [null]],
    [EMBEDDINGS, "input", 5],
    [MODERATIONS, "input", []],
    [MODERATIONS, "input", Array.from({ length: 2_049 }, () => "a")],
    [RESPONSES, "input", { role: "user" }],
    [RESPONSES, "input", 5],
  ] as const)("%s refuses the %s %j", async (target, field, value) => {
    expect(await refuse(target, { [field]: value })).toEqual([400, "invalid_request", field]);
  });
});

describe("G4: predicted output", () => {
  const prediction = { type: "content", content: LONG };

  test("is held and charged as output, which it is where the model rejects it", async () => {
    const most = 10 + JSON.stringify(prediction).length;
    const { bytes, hold, cost } = await serve(CHAT, { prediction }, [7, 10 + 300]);
    expect([hold, cost]).toEqual([2 * bytes + 8 * most + 5, 2 * 7 + 8 * 310 + 5]);
  });

  test.each([COMPLETIONS, RESPONSES, ANTHROPIC])("is refused by $path", async (target) => {
    expect(await refuse(target, { prediction })).toEqual(unsupported("prediction"));
  });
});

describe("G4, G9: reasoning", () => {
  test.each([
    [CHAT, { thinking: { type: "enabled" } }],
    [CHAT, { thinking: { type: "enabled", budget_tokens: 1 } }],
    [CHAT, { thinking: { type: "disabled", Type: "enabled" } }],
    [CHAT, { thinking: {} }],
    [CHAT, { thinking: true }],
    [CHAT, { thinking_budget: 1 }],
    [CHAT, { enable_thinking: true }],
    [CHAT, { reasoning: { max_tokens: 1 } }],
    [CHAT, { reasoning: { effort: "high", Max_Tokens: 5_000 } }],
    [CHAT, { reasoning: true }],
    [CHAT, { reasoning: "high" }],
    [ANTHROPIC, { thinking: { type: "enabled", budget_tokens: 50 } }],
    [ANTHROPIC, { thinking: { type: "enabled", budget_tokens: 1, Budget_Tokens: 5_000 } }],
  ] as const)("of %s %j that may pass the limit is held and charged", async (target, changes) => {
    const { bytes, hold, cost } = await serve(target, changes, [7, 100]);
    expect([hold, cost]).toEqual([2 * bytes + 8 * 100 + 5, 2 * 7 + 8 * 100 + 5]);
  });

  test.each([
    [CHAT, { thinking: { type: "disabled" } }],
    [CHAT, { thinking: null, enable_thinking: false, reasoning: null }],
    [CHAT, { reasoning: { effort: "high" } }],
    [CHAT, { reasoning_effort: "high" }],
    [RESPONSES, { reasoning: { effort: "high", summary: "auto" } }],
    [ANTHROPIC, { thinking: { type: "enabled", budget_tokens: 10 } }],
    [ANTHROPIC, { thinking: { type: "adaptive" } }],
  ] as const)("of %s %j is within the limit", async (target, changes) => {
    const { bytes, hold, cost } = await serve(target, changes, [7, 10]);
    expect([hold, cost]).toEqual([2 * bytes + 8 * 10 + 5, 2 * 7 + 8 * 10 + 5]);
  });

  test.each([
    [ANTHROPIC, { thinking: { type: "enabled", budget_tokens: -1 } }, "budget_tokens"],
    [ANTHROPIC, { thinking: { type: "enabled", budget_tokens: "1" } }, "budget_tokens"],
    [ANTHROPIC, { thinking: "enabled" }, "thinking"],
    [RESPONSES, { reasoning: "high" }, "reasoning"],
  ] as const)("of %s %j is refused", async (target, changes, field) => {
    expect(await refuse(target, changes)).toEqual([400, "invalid_request", field]);
  });

  test("of a dearer mode of the Responses API is refused", async () => {
    expect(await refuse(RESPONSES, { reasoning: { mode: "pro" } })).toEqual(unsupported("reasoning.mode"));
  });

  test.each([CHAT, COMPLETIONS])(
    "of $path outside the reported output is charged",
    async ({ path, body }) => {
      const details = { completion_tokens_details: { reasoning_tokens: 60 } };
      const script = counting({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 70, ...details });
      const init = post({ ...body, max_tokens: 100 });
      expect((await charge(edge, { path, init, script })).cost).toBe(2 * 7 + 8 * 63 + 5);
      const limited = await charge(edge, { path, init: post(body), script });
      expect(limited.cost).toBe(2 * 7 + 8 * 10 + 5);
    },
  );
});

describe("G9: prices by the length of the prompt", () => {
  test.each([
    [200, 2 * 200 + 8 * 3],
    [201, 4 * 201 + 16 * 3],
    [400, 4 * 400 + 16 * 3],
    [401, 3 * 401 + 32 * 3],
  ])("of %i tokens charge the step that they reach", async (input, cost) => {
    const messages = [{ role: "user", content: "x".repeat(500) }];
    const result = await serve(CHAT, { model: "demo-steps", messages }, [input, 3]);
    expect(result.cost).toBe(cost);
    expect(result.hold).toBe(Math.max(4 * 400 + 16 * 10, 3 * result.bytes + 32 * 10));
  });

  test("cannot be avoided by cached tokens", async () => {
    const messages = [{ role: "user", content: "x".repeat(500) }];
    const script = counting({
      prompt_tokens: 401,
      completion_tokens: 3,
      prompt_tokens_details: { cached_tokens: 300 },
    });
    const init = post({ ...CHAT.body, model: "demo-steps", messages });
    expect((await charge(edge, { path: CHAT.path, init, script })).cost).toBe(3 * 401 + 32 * 3);
  });
});
