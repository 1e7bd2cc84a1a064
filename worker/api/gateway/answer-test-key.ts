import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { GATEWAY_ERRORS, gatewayErrorBody, retryHeaders } from "#core/domain/gateway/error-answers.ts";
import {
  TEST_SCENARIO_HEADER,
  type TestScenario,
  testScenario,
} from "#core/domain/gateway/test-scenarios.ts";
import type { RequestEnv } from "../api-env.ts";
import { type Exchange, freeOutcome, settleExchange } from "./exchange.ts";
import type { GatewayBody } from "./request-body.ts";
import { testKeyBody, testKeyEvents } from "./test-key-body.ts";

const OK = 200;
const BROKEN = 502;
const EVENTS = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };

/** Answers a test key by itself: nothing is forwarded and nothing is charged. */
export async function answerTestKey(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { facts }: Pick<GatewayBody, "facts">,
): Promise<Response> {
  const scenario = testScenario({
    model: facts?.model ?? null,
    header: c.req.header(TEST_SCENARIO_HEADER) ?? null,
    retryCount: Number(c.req.header("x-stainless-retry-count")) || 0,
  });
  if (scenario.kind === "refuse") return refuse(c, exchange, scenario);
  if (scenario.kind === "slow") await new Promise((resolve) => setTimeout(resolve, scenario.delayMs));
  const request = { id: exchange.requestId, path: c.req.path, model: facts?.model ?? null };
  const pieces = facts?.stream ? testKeyEvents(request) : [JSON.stringify(testKeyBody(request))];
  const headers = facts?.stream ? EVENTS : JSON_TYPE;
  if (scenario.kind === "broken") return breakOff(c, exchange, { pieces, headers, chunks: scenario.chunks });
  await settleExchange(exchange, freeOutcome(OK));
  return c.body(pieces.join(""), OK, headers);
}

async function refuse(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { code, retryAfterS }: Extract<TestScenario, { kind: "refuse" }>,
): Promise<Response> {
  // The table holds no other statuses than those an answer with a body can have.
  const status = GATEWAY_ERRORS[code].status as ContentfulStatusCode;
  await settleExchange(exchange, freeOutcome(status));
  return c.json(gatewayErrorBody(code), status, retryHeaders(code, retryAfterS));
}

/** In the middle of a value: also one who is not told that the connection broke cannot take it for whole. */
async function breakOff(
  c: Context<RequestEnv>,
  exchange: Exchange,
  { pieces, headers, chunks }: { pieces: string[]; headers: Record<string, string>; chunks: number },
): Promise<Response> {
  const complete = pieces.slice(0, Math.min(chunks, pieces.length - 1));
  const half = pieces[complete.length] ?? "";
  await settleExchange(exchange, freeOutcome(BROKEN));
  return c.body([...complete, half.slice(0, half.length / 2)].join(""), OK, headers);
}
