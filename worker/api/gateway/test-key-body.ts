const USAGE = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
const TOKENS = ["This", " is", " a", " test."];
const CHAT_PATH = "/v1/chat/completions";

interface TestRequest {
  id: string;
  path: string;
  model: string | null;
}

/** What a test key is answered: the same every time, in the form of the path. */
export function testKeyBody({ id, path, model }: TestRequest): object {
  if (path !== CHAT_PATH) return { id, object: "latchkey.test", path, model, usage: USAGE };
  const message = { role: "assistant", content: TOKENS.join("") };
  return {
    id,
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: USAGE,
  };
}

/** The same as a stream of chat chunks, one event each. */
export function testKeyEvents({ id, model }: TestRequest): string[] {
  const chunk = (delta: object, reason: string | null) => ({
    id,
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const chunks = [...TOKENS.map((content) => chunk({ content }, null)), chunk({}, "stop")];
  return [...chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`), "data: [DONE]\n\n"];
}
