import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatRequest } from "#app/features/playground/chat-request.ts";
import { codeSamples } from "#app/features/playground/code-samples.ts";
import { runs } from "#tests/support/tier.ts";

const ORIGIN = "https://latchkey.test";

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("It's", "'\\''", "\u2028", "$(id)", "`"),
);
const request: fc.Arbitrary<ChatRequest> = fc.record({
  model: text,
  stream: fc.constant(true as const),
  stream_options: fc.constant({ include_usage: true as const }),
  temperature: fc.double({ min: 0, max: 2, noNaN: true }),
  stop: fc.array(text, { minLength: 1, maxLength: 4 }),
  messages: fc.array(
    fc.record({ role: fc.constantFrom("system", "user", "assistant", "tool"), content: fc.option(text) }),
  ),
  tools: fc.array(fc.object(), { minLength: 1 }),
});

/** What a program that reads UTF-8 gets of it. */
const sent = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === "string" ? part.toWellFormed() : part)));

/** `'…'` of a shell, of which several in a row are one word. */
const unquoted = (quoted: string) => quoted.slice(1, -1).replaceAll("'\\''", "'");

describe("the code of a request", () => {
  it("sends exactly that request", () => {
    fc.assert(
      fc.property(request, (made) => {
        const curl = codeSamples.curl(made, ORIGIN);
        expect(JSON.parse(unquoted(curl.slice(curl.indexOf("-d ") + 3)))).toEqual(sent(made));
        const typescript = codeSamples.typescript(made, ORIGIN);
        const from = typescript.indexOf("create(") + "create(".length;
        const literal = typescript.slice(from, typescript.indexOf(");\nfor await", from));
        expect(sent(new Function(`return ${literal}`)())).toEqual(sent(made));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("is laid out to be read, and takes the key from the environment", () => {
    const made: ChatRequest = {
      model: "demo-large",
      stream: true,
      stream_options: { include_usage: true },
      max_completion_tokens: 800,
      messages: [
        {
          role: "system",
          content: "You answer customers of a furniture shop. Be brief, and name the order you mean.",
        },
        { role: "user", content: "It’s late. Isn't it?" },
      ],
    };
    expect(codeSamples.curl(made, ORIGIN)).toBe(`# Reads your key from LATCHKEY_API_KEY
curl --no-buffer https://latchkey.test/v1/chat/completions \\
  -H "Authorization: Bearer $LATCHKEY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "demo-large",
    "stream": true,
    "stream_options": { "include_usage": true },
    "max_completion_tokens": 800,
    "messages": [
      { "role": "system", "content": "You answer customers of a furniture shop. Be brief, and name the order you mean." },
      { "role": "user", "content": "It’s late. Isn'\\''t it?" }
    ]
  }'`);
    const python = codeSamples.python(made, ORIGIN);
    expect(python).toContain('api_key=os.environ["LATCHKEY_API_KEY"]');
    expect(python).toContain('    stream=True,\n    stream_options={"include_usage": True},\n');
    expect(codeSamples.typescript(made, ORIGIN)).toContain("apiKey: process.env.LATCHKEY_API_KEY");
  });
});
