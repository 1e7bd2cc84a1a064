import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Delta, streamChat, withCallParts } from "#app/features/playground/chat-stream.ts";
import { runs } from "#tests/support/tier.ts";

const REQUEST = {
  model: "demo",
  stream: true,
  stream_options: { include_usage: true },
  messages: [],
} as const;

const event = (data: unknown) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const delta = (part: object) => event({ choices: [{ index: 0, delta: part }] });
const callPart = (part: object) => delta({ tool_calls: [{ index: 0, ...part }] });
const ERROR = { message: "It was cut short.", type: "api_error", code: "upstream_error" };

const STREAM = [
  delta({ role: "assistant", content: "" }),
  ": keepalive\n",
  delta({ content: "Grüße 👋" }),
  delta({ content: "\n\nEnd" }),
  callPart({ id: "call_1", function: { name: "find", arguments: "" } }),
  callPart({ function: { arguments: '{"a":' } }),
  callPart({ function: { arguments: "1}" } }),
  event({ choices: [], usage: { completion_tokens: 3 } }),
].join("");

/** A response whose body comes in these chunks; `broken` ends it like a lost connection. */
function respond(chunks: Uint8Array[], { status = 200, broken = false } = {}) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      if (broken) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
  const headers = { "x-request-id": "req_1" };
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers }));
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function receive() {
  const deltas: Delta[] = [];
  let requestId: string | null = null;
  const end = await streamChat(
    { request: { ...REQUEST, messages: [] }, grant: "lkg_1", signal: new AbortController().signal },
    {
      onHeaders: (id) => {
        requestId = id;
      },
      onDelta: (part) => deltas.push(part),
    },
  );
  const text = deltas.map((part) => part.text).join("");
  return {
    end,
    requestId,
    text,
    calls: withCallParts(
      [],
      deltas.flatMap(({ calls }) => calls),
    ),
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("a stream", () => {
  it("is the same however it is split into chunks", async () => {
    const whole = bytes(STREAM + event("[DONE]"));
    const cuts = fc.array(fc.nat(whole.length), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const places = [0, ...at.toSorted((a, b) => a - b), whole.length];
        respond(places.slice(1).map((to, index) => whole.slice(places[index], to)));
        expect(await receive()).toEqual({
          end: { phase: "complete" },
          requestId: "req_1",
          text: "Grüße 👋\n\nEnd",
          calls: [{ id: "call_1", name: "find", arguments: '{"a":1}' }],
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("that ends with an error, without its end, or with the connection keeps what arrived", async () => {
    respond([bytes(STREAM + event({ error: ERROR }))]);
    expect(await receive()).toMatchObject({
      end: { phase: "cut", failure: { status: 502, code: "upstream_error", message: ERROR.message } },
      text: "Grüße 👋\n\nEnd",
    });
    respond([bytes(STREAM)]);
    expect(await receive()).toMatchObject({ end: { phase: "lost" }, requestId: "req_1" });
    respond([bytes("data: not JSON\n\n")], { broken: true });
    expect(await receive()).toMatchObject({ end: { phase: "lost", failure: { status: null } } });
  });

  it("that is refused has the API's reason, whatever its form", async () => {
    respond([bytes(JSON.stringify({ error: { ...ERROR, code: "budget_exceeded" } }))], { status: 402 });
    expect((await receive()).end).toEqual({
      phase: "refused",
      failure: { status: 402, code: "budget_exceeded", message: ERROR.message },
    });
    respond([bytes("<html>")], { status: 503 });
    expect((await receive()).end).toMatchObject({
      failure: { status: 503, code: "unexpected_response", message: "The server responded with status 503." },
    });
  });
});
