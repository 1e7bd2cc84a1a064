import { setTimeout as sleep } from "node:timers/promises";
import { zValidator } from "@hono/zod-validator";
import { type Context, Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { loopbackOnly } from "../loopback-server.ts";
import { type Completion, complete, completionEvents, fullCompletion } from "./completion.ts";
import { embed } from "./embeddings.ts";
import { type Fault, faultOf } from "./fault.ts";
import { DEMO_PRICES } from "./models.ts";
import {
  type ChatRequest,
  chatRequest,
  embeddingRequest,
  lastText,
  responseRequest,
  transcriptionRequest,
} from "./requests.ts";
import { responseEvents, wholeResponse } from "./responses.ts";
import { countTokens } from "./tokens.ts";

const HANG_MS = 600_000;
const TOKEN_MS = 20;
const CUT_AFTER_EVENTS = 3;

/** Formats a completion, whole and as server-sent events. */
interface Form {
  whole: (completion: Completion) => object;
  events: (completion: Completion) => Iterator<string>;
}

const failure = (message: string, code: string) => ({
  error: { message, type: "invalid_request_error", code, param: null },
});

/** A demo upstream provider with OpenAI's API: it repeats its input, counts tokens, and fails on request. */
export function createUpstreamApp(apiKey: string) {
  const service = new Hono()
    .use(bearerAuth({ token: apiKey }))
    .post("/chat/completions", zValidator("json", chatRequest), (c) => {
      const request = c.req.valid("json");
      const includeUsage = request.stream_options?.include_usage === true;
      return respond(c, request, {
        whole: fullCompletion,
        events: (all) => completionEvents(all, includeUsage),
      });
    })
    .post("/responses", zValidator("json", responseRequest), (c) =>
      respond(c, c.req.valid("json"), { whole: wholeResponse, events: responseEvents }),
    )
    .post("/embeddings", zValidator("json", embeddingRequest), (c) => c.json(embed(c.req.valid("json"))))
    .post("/audio/transcriptions", zValidator("form", transcriptionRequest), (c) =>
      c.json(transcribe(c.req.valid("form").file)),
    )
    .get("/models", (c) =>
      c.json({ object: "list", data: DEMO_PRICES.map(({ model }) => ({ id: model, object: "model" })) }),
    )
    .all("*", (c) => c.json(failure(`Unknown request: ${c.req.method} ${c.req.path}`, "unknown_url"), 404));
  return new Hono().use(loopbackOnly).route("/v1", service);
}

async function respond(c: Context, request: ChatRequest, { whole, events }: Form): Promise<Response> {
  const fault = faultOf(lastText(request));
  await delay(fault, c.req.raw.signal);
  if (fault?.kind === "fail") return failed(c, fault.status);
  const completion = complete(request);
  return request.stream === true ? eventStream(events(completion), fault) : c.json(whole(completion));
}

async function delay(fault: Fault | null, signal: AbortSignal): Promise<void> {
  const ms = fault?.kind === "hang" ? HANG_MS : fault?.kind === "slow" ? fault.ms : 0;
  // A client that disconnects cancels the delay.
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
}

function failed(c: Context, status: number) {
  if (status === 429) c.header("retry-after", "1");
  return c.json(
    failure(`The demo model fails with ${status}, as asked.`, "demo"),
    status as ContentfulStatusCode,
  );
}

function eventStream(events: Iterator<string>, fault: Fault | null): Response {
  const encoder = new TextEncoder();
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

function transcribe({ name, size }: File) {
  const text = `A recording called ${name}, of ${size} bytes.`;
  const [input_tokens, output_tokens] = [Math.ceil(size / 1000), countTokens(text)];
  const total_tokens = input_tokens + output_tokens;
  return { text, usage: { type: "tokens", input_tokens, output_tokens, total_tokens } };
}
