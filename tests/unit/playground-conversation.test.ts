import { describe, expect, it } from "vitest";
import { chatRequest } from "#app/features/playground/chat-request.ts";
import {
  type Column,
  columnsToSend,
  lastSent,
  type ModelResponse,
  messagesOf,
  pendingCalls,
  type Turn,
  withoutTurn,
} from "#app/features/playground/conversation.ts";
import { differenceOf } from "#app/features/playground/difference.ts";
import { blocksOf } from "#app/features/playground/message-text.tsx";
import { DEFAULT_SETTINGS } from "#app/features/playground/settings.ts";

const CALL = { id: "call_1", name: "find_order", arguments: '{"number":"4711"}' };

const response = (changes: Partial<ModelResponse> = {}): ModelResponse => ({
  id: `response_${changes.column ?? 0}`,
  column: 0,
  model: "demo-large",
  phase: "complete",
  text: "Hello",
  toolCalls: [],
  requestId: "req_1",
  firstToken: 10,
  hold: 0.01,
  failure: null,
  charge: null,
  ...changes,
});

const id = () => crypto.randomUUID();
const user = (text = "Hi"): Turn => ({ kind: "user", id: id(), text });
const responses = (...list: ModelResponse[]): Turn => ({ kind: "responses", id: id(), responses: list });
const result = (text: string, column: Column = 0, call = CALL): Turn => ({
  kind: "result",
  id: id(),
  column,
  call,
  text,
});

describe("the messages that a model gets", () => {
  it("are those of the reader and its own, with calls and their results", () => {
    const conversation = [
      user("Where is it?"),
      responses(response({ text: "", toolCalls: [CALL] })),
      result('{"due":"Monday"}'),
      responses(response({ text: "On Monday." })),
    ];
    expect(messagesOf(conversation, 0)).toEqual([
      { role: "user", content: "Where is it?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "find_order", arguments: CALL.arguments } },
        ],
      },
      { role: "tool", content: '{"due":"Monday"}', tool_call_id: "call_1" },
      { role: "assistant", content: "On Monday." },
    ]);
  });

  it("include what arrived of a response that ended early, but no call of it, and nothing of a refusal", () => {
    const conversation = [
      user("One"),
      responses(response({ phase: "stopped", text: "Half", toolCalls: [CALL] })),
      user("Two"),
      responses(response({ phase: "refused", text: "" })),
      user("Three"),
    ];
    expect(messagesOf(conversation, 0)).toEqual([
      { role: "user", content: "One" },
      { role: "assistant", content: "Half" },
      { role: "user", content: "Two" },
      { role: "user", content: "Three" },
    ]);
    expect(pendingCalls(conversation)).toEqual([]);
  });

  it("are each model's own where two are compared, and those of the one before that", () => {
    const call = { ...CALL, id: "call_2" };
    const conversation = [
      user("Hi"),
      responses(response({ text: "Alone" })),
      user("And now?"),
      responses(
        response({ text: "Left", toolCalls: [CALL] }),
        response({ column: 1, text: "Right", toolCalls: [call] }),
      ),
      result("left", 0),
      result("right", 1, call),
    ];
    const texts = (column: Column) => messagesOf(conversation, column).map(({ content }) => content);
    expect(texts(0)).toEqual(["Hi", "Alone", "And now?", "Left", "left"]);
    expect(texts(1)).toEqual(["Hi", "Alone", "And now?", "Right", "right"]);
  });
});

describe("what Send does next", () => {
  it("asks for the result of each call, one after another", () => {
    const other = { ...CALL, id: "call_2", name: "find_shop" };
    const conversation = [user(), responses(response({ toolCalls: [CALL, other] }))];
    expect(pendingCalls(conversation).map(({ call }) => call.name)).toEqual(["find_order", "find_shop"]);
    expect(pendingCalls([...conversation, result("{}")]).map(({ call }) => call.id)).toEqual(["call_2"]);
  });

  it("keeps the calls of two models apart, whose ids may be the same", () => {
    const pair = responses(response({ toolCalls: [CALL] }), response({ column: 1, toolCalls: [CALL] }));
    expect(pendingCalls([user(), pair, result("{}", 0)]).map(({ column }) => column)).toEqual([1]);
  });

  it("sends a message to every model that is shown, and results only to the models that called", () => {
    const pair = responses(response({ toolCalls: [CALL] }), response({ column: 1 }));
    expect(columnsToSend([user()], false)).toEqual([0]);
    expect(columnsToSend([user()], true)).toEqual([0, 1]);
    expect(columnsToSend([user(), pair, result("{}")], true)).toEqual([0]);
    expect(columnsToSend([user(), pair, result("{}"), responses(response()), user()], true)).toEqual([0, 1]);
  });
});

it("a message is deleted with what follows from it, up to the next message", () => {
  const [first, second, last] = [user("1"), user("2"), responses(response())];
  const conversation = [first, responses(response({ toolCalls: [CALL] })), result("{}"), second, last];
  expect(withoutTurn(conversation, first.id)).toEqual([second, last]);
  expect(withoutTurn(conversation, second.id)).toEqual(conversation.slice(0, 3));
  expect(lastSent(conversation)).toEqual(conversation.slice(0, 4));
});

describe("the request", () => {
  const parts = {
    model: "demo-large",
    reasons: false,
    settings: DEFAULT_SETTINGS,
    turns: [user()],
    column: 0 as const,
  };

  it("has the settings that are set", () => {
    const settings = { ...DEFAULT_SETTINGS, system: " Be brief. ", stop: ["###"], json: true, tools: "[]" };
    expect(chatRequest({ ...parts, settings })).toEqual({
      model: "demo-large",
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.4,
      max_completion_tokens: 800,
      stop: ["###"],
      response_format: { type: "json_object" },
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
    });
  });

  it("has no limit without one, and no temperature for a model that reasons", () => {
    const settings = { ...DEFAULT_SETTINGS, maxOutput: " " };
    const request = chatRequest({ ...parts, settings, reasons: true });
    expect(Object.keys(request)).toEqual(["model", "stream", "stream_options", "messages"]);
  });
});

describe("the difference of two responses", () => {
  const charge = {
    firstToken: 322,
    duration: 1310,
    input: 314,
    cached: 896,
    output: 52,
    estimated: false,
    cost: 0.002425,
    balance: 41.97,
  };
  const other = { ...charge, firstToken: 188, output: 46, cost: 0.000142 };
  const pair = (a: object, b: object) => [
    response({ charge: { ...charge, ...a } }),
    response({ column: 1, model: "demo-small", charge: { ...charge, ...b } }),
  ];

  it("says less, sooner and fewer, or more and later", () => {
    expect(differenceOf(pair({}, other))).toEqual({
      model: "demo-small",
      cost: "94% less · $0.14 instead of $2.43 per 1,000",
      firstToken: "134 ms sooner",
      output: "6 tokens fewer",
    });
    expect(differenceOf(pair(other, {}))).toMatchObject({
      cost: "1,608% more · $2.43 instead of $0.14 per 1,000",
      firstToken: "134 ms later",
      output: "6 tokens more",
    });
    expect(differenceOf(pair({}, {}))).toMatchObject({ cost: "The same", output: "As many tokens" });
    expect(differenceOf(pair({ cost: 0 }, { firstToken: null, output: 53 }))).toMatchObject({
      cost: "More · $2.43 instead of $0.00 per 1,000",
      firstToken: "—",
      output: "1 token more",
    });
  });

  it("is there once both are charged", () => {
    const [first] = pair({}, {});
    expect(differenceOf(first ? [first, response({ column: 1, charge: "waiting" })] : [])).toBeNull();
    expect(differenceOf([])).toBeNull();
  });
});

it("a text is split into paragraphs and blocks of code, of which the last may be open", () => {
  expect(blocksOf("One\ntwo\n\nThree\n```ts\nconst a = 1;\n\nb();\n```\nEnd\n```\nopen")).toEqual([
    { code: false, text: "One\ntwo" },
    { code: false, text: "Three" },
    { code: true, text: "const a = 1;\n\nb();" },
    { code: false, text: "End" },
    { code: true, text: "open" },
  ]);
});
