import type { GatewayErrorCode } from "./error-responses.ts";
import { refused } from "./refused.ts";

/** The model that usage rows of test keys have. */
export const TEST_MODEL_NAME = "test";

/** The response to a test key. Nothing is forwarded and nothing is charged. */
export type TestScenario =
  | { kind: "respond" }
  | { kind: "refuse"; code: GatewayErrorCode; retryAfterS?: number }
  /** The response begins after `delayMs`. */
  | { kind: "slow"; delayMs: number }
  /** The response is cut after its beginning; a stream, after `chunks`. */
  | { kind: "broken"; chunks: number };

const RETRY_AFTER_S = 1;
const SLOW_MS = 10_000;
const CHUNKS_BEFORE_BREAK = 3;

/** By the name that a request asks with. */
const SCENARIOS = {
  ok: { kind: "respond" },
  "402": { kind: "refuse", code: "insufficient_balance" },
  "429": { kind: "refuse", code: "rate_limit_exceeded", retryAfterS: RETRY_AFTER_S },
  "503": { kind: "refuse", code: "service_unavailable", retryAfterS: RETRY_AFTER_S },
  slow: { kind: "slow", delayMs: SLOW_MS },
  broken: { kind: "broken", chunks: CHUNKS_BEFORE_BREAK },
} satisfies Record<string, TestScenario>;
type ScenarioName = keyof typeof SCENARIOS;

const NAMES = Object.keys(SCENARIOS).join(", ");
const MODEL_PREFIX = "test-";
/** The scenario is for the first attempt only; the next ones succeed. */
const ONCE = "-once";

/** Request header that names a scenario. */
export const TEST_SCENARIO_HEADER = "x-latchkey-test";

interface TestRequest {
  model: string | null;
  /** Of `TEST_SCENARIO_HEADER`. */
  header: string | null;
  /** Attempts before this one, as clients count them in `x-stainless-retry-count`. */
  retryCount: number;
}

/**
 * What a request with a test key asks for: by the header, else by a model named `test-` and the scenario; any other
 * model gets a response. With `-once` behind it, as in `429-once`, only the first attempt gets the scenario.
 * @throws DomainError `invalid_request` when there is no such scenario.
 */
export function testScenario({ model, header, retryCount }: TestRequest): TestScenario {
  const requested = header ?? (model?.startsWith(MODEL_PREFIX) ? model.slice(MODEL_PREFIX.length) : "ok");
  const once = requested.endsWith(ONCE);
  const name = once ? requested.slice(0, -ONCE.length) : requested;
  if (!isScenario(name)) {
    const field = header === null ? "model" : TEST_SCENARIO_HEADER;
    throw refused(field, `A test key can ask for one of: ${NAMES}; each also with ${ONCE}.`);
  }
  return once && retryCount > 0 ? SCENARIOS.ok : SCENARIOS[name];
}

const isScenario = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name);
