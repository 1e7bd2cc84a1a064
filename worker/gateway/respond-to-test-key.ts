import type { Endpoint, ReadRequest } from "#core/domain/gateway/endpoint.ts";
import { errorBody } from "#core/domain/gateway/endpoints/error-forms.ts";
import { GATEWAY_ERRORS, retryHeaders } from "#core/domain/gateway/error-responses.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import {
  TEST_MODEL_NAME,
  TEST_SCENARIO_HEADER,
  type TestScenario,
  testScenario,
} from "#core/domain/gateway/test-scenarios.ts";
import { type Exchange, freeEnding, settleExchange } from "./exchange.ts";
import { testKeyForm, testKeyRecording } from "./test-key-responses.ts";

const OK = 200;
const BROKEN = 502;
const UNBOUNDED = 1_000_000;

/** Any model of a test key: free, and with everything that a request can name. */
export const TEST_MODEL: ModelPrice = {
  model: TEST_MODEL_NAME,
  rates: { input: 0, output: 0, audio_input: 0, audio_output: 0 },
  steps: [],
  // Its minutes have a price of 0, so that transcripts come in every form.
  fees: { minute: 0 },
  leastSeconds: 0,
  images: [],
  tiers: { flex: 1000, priority: 1000, scale: 1000 },
  contextTokens: UNBOUNDED,
  maxOutputTokens: UNBOUNDED,
  overheadTokens: 0,
  toolOverheadTokens: 0,
  imageTokens: 0,
  audioSecondTokens: 0,
  pageTokens: 0,
  reasoning: false,
  hiddenTokensPerSecond: 0,
};

interface TestRequest {
  endpoint: Endpoint;
  read: ReadRequest;
}

/** Responds to a test key without the provider: nothing is forwarded and nothing is charged. */
export async function respondToTestKey(
  exchange: Exchange,
  { endpoint, read }: TestRequest,
): Promise<Response> {
  const { call } = exchange;
  const model = String(read.fields.model);
  const scenario = testScenario({
    model,
    header: call.header(TEST_SCENARIO_HEADER) ?? null,
    retryCount: Number(call.header("x-stainless-retry-count")) || 0,
  });
  if (scenario.kind === "refuse") return refuse(exchange, { endpoint, scenario });
  if (scenario.kind === "slow") await new Promise((resolve) => setTimeout(resolve, scenario.delayMs));
  if (endpoint.responds === "bytes") return respondWithRecording(exchange, { read, scenario });
  const created = Math.floor(exchange.startedAt / 1000);
  const request = { id: call.requestId, path: endpoint.path, model, counted: !read.hideUsage, created };
  const form = testKeyForm(endpoint.path);
  const { chunks, type } = exchange.stream
    ? { chunks: form.events(request), type: "text/event-stream" }
    : wholeOf(form.whole(request), read);
  if (scenario.kind === "broken") return cutShort(exchange, { chunks, type, complete: scenario.chunks });
  const settled = await settleExchange(exchange, freeEnding(OK, "completed"));
  call.setHeaders(settled.headers);
  return call.respond(chunks.join(""), OK, { "content-type": type });
}

function wholeOf(response: object, { render }: ReadRequest): { chunks: string[]; type: string } {
  const { text, type } = render?.(response) ?? {
    text: JSON.stringify(response),
    type: "application/json",
  };
  return { chunks: [text], type };
}

async function respondWithRecording(
  exchange: Exchange,
  { read, scenario }: { read: ReadRequest; scenario: TestScenario },
): Promise<Response> {
  const { type, bytes } = testKeyRecording(read.fields.response_format);
  const broken = scenario.kind === "broken";
  const settled = await settleExchange(exchange, broken ? freeEnding(BROKEN) : freeEnding(OK, "completed"));
  exchange.call.setHeaders(settled.headers);
  return exchange.call.respond(broken ? bytes.slice(0, bytes.length / 2) : bytes, OK, {
    "content-type": type,
  });
}

async function refuse(
  exchange: Exchange,
  { endpoint, scenario }: { endpoint: Endpoint; scenario: Extract<TestScenario, { kind: "refuse" }> },
): Promise<Response> {
  const { code, retryAfterS } = scenario;
  const { message, status, type } = GATEWAY_ERRORS[code];
  const settled = await settleExchange(exchange, freeEnding(status));
  exchange.call.setHeaders(settled.headers);
  const { requestId } = exchange.call;
  const body = errorBody(endpoint.errorForm, { type, code, message, param: null, requestId, status });
  return exchange.call.json(body, status, retryHeaders(code, retryAfterS));
}

/** Ends in the middle of a value, so that a client that isn't notified of the cut cannot take it for complete. */
async function cutShort(
  exchange: Exchange,
  { chunks, type, complete }: { chunks: string[]; type: string; complete: number },
): Promise<Response> {
  const whole = chunks.slice(0, Math.min(complete, chunks.length - 1));
  const half = chunks[whole.length] ?? "";
  const settled = await settleExchange(exchange, freeEnding(BROKEN));
  exchange.call.setHeaders(settled.headers);
  return exchange.call.respond([...whole, half.slice(0, half.length / 2)].join(""), OK, {
    "content-type": type,
  });
}
