import { setTimeout as sleep } from "node:timers/promises";
import { zValidator } from "@hono/zod-validator";
import { type Context, Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { loopbackOnly } from "../loopback-server.ts";
import { answerEvents, type Completion, complete, wholeAnswer } from "./completion.ts";
import { type Fault, faultOf } from "./fault.ts";
import { DEMO_PRICES } from "./models.ts";
import { chatRequest, embeddingRequest, lastText } from "./requests.ts";
import { countTokens } from "./tokens.ts";

const HANG_MS = 600_000;
const TOKEN_MS = 20;
const CUT_AFTER_EVENTS = 3;
const DIMENSIONS = 8;

const failure = (message: string, code: string) => ({
  error: { message, type: "invalid_request_error", code, param: null },
});

/** An AI service that speaks as OpenAI's does and thinks of nothing: it repeats, counts, and fails when told to. */
export function createUpstreamApp(apiKey: string) {
  const service = new Hono()
    .use(bearerAuth({ token: apiKey }))
    .post("/chat/completions", zValidator("json", chatRequest), async (c) => {
      const request = c.req.valid("json");
      const fault = faultOf(lastText(request));
      await delay(fault, c.req.raw.signal);
      if (fault?.kind === "fail") return failed(c, fault.status);
      const completion = complete(request);
      if (request.stream !== true) return c.json(wholeAnswer(completion));
      return eventStream(completion, { includeUsage: request.stream_options?.include_usage === true, fault });
    })
    .post("/embeddings", zValidator("json", embeddingRequest), (c) => c.json(embed(c.req.valid("json"))))
    .get("/models", (c) =>
      c.json({ object: "list", data: DEMO_PRICES.map(({ model }) => ({ id: model, object: "model" })) }),
    )
    .all("*", (c) => c.json(failure(`Unknown request: ${c.req.method} ${c.req.path}`, "unknown_url"), 404));
  return new Hono().use(loopbackOnly).route("/v1", service);
}

async function delay(fault: Fault | null, signal: AbortSignal): Promise<void> {
  const ms = fault?.kind === "hang" ? HANG_MS : fault?.kind === "slow" ? fault.ms : 0;
  // One who hangs up is not waited for.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
}

function failed(c: Context, status: number) {
  if (status === 429) c.header("retry-after", "1");
  return c.json(
    failure(`The demo model fails with ${status}, as asked.`, "demo"),
    status as ContentfulStatusCode,
  );
}

function eventStream(
  completion: Completion,
  { includeUsage, fault }: { includeUsage: boolean; fault: Fault | null },
): Response {
  const encoder = new TextEncoder();
  const events = answerEvents(completion, includeUsage);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent > 0) await sleep(TOKEN_MS);
      if (fault?.kind === "cut" && sent === CUT_AFTER_EVENTS) throw cut();
      const { done, value } = events.next();
      if (done) return controller.close();
      sent += 1;
      controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** The server breaks the connection and, because of the code, takes it for nothing to report. */
const cut = () => Object.assign(new Error("Cut, as asked."), { code: "ERR_STREAM_PREMATURE_CLOSE" });

function embed({ model, input }: { model: string; input: string | string[] }) {
  const texts = typeof input === "string" ? [input] : input;
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  return {
    object: "list",
    model,
    data: texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Of no meaning, but the same for the same text. */
const vectorOf = (text: string) =>
  Array.from({ length: DIMENSIONS }, (_, i) => Math.sin((i + 1) * (text.length + 1)));
