import { type Charge, chargeFor, type Facts, hasCounts, type Reading, UNREAD } from "./charge-model.ts";
import { sum } from "./cost-model.ts";
import type { ExchangePlan } from "./plan.ts";
import { readingOf } from "./replies.ts";
import { partsWithin } from "./scripts.ts";

/** A way in which an exchange may have ended. */
export interface Ending {
  outcome: "completed" | "failed" | "client_left" | "cut" | "deadline" | "no_usage" | "orphaned";
  status: number;
  /** Null for nothing. */
  charge: Charge | null;
}

/** What else may have happened in the course of an exchange. */
export interface Circumstances {
  /** The client disconnected, or its connection broke. */
  left: boolean;
  /** The clock was set forward, or the gateway was slow: any time limit may have passed. */
  late: boolean;
  /** The gateway ended, or the object took the request for lost. */
  orphaned: boolean;
  /** Longest time for which the model may have written what nobody could see. */
  hiddenMs: number;
}

type ModelPlan = Extract<ExchangePlan, { kind: "model" }>;
type End = "ended" | "broke" | "left" | "deadline";

const STATUS = { client_left: 499, cut: 502, deadline: 504, orphaned: 503 };
const REFUSED = 400;
const FAILED = 502;
const TIMEOUT = 504;
const OPERATORS = new Set([401, 402, 403, 407]);
/** Of the client's request even without a reason. */
const CLEAR = new Set([400, 408, 409, 413, 422, 429]);

const failed = (status: number): Ending => ({ outcome: "failed", status, charge: null });

/** Every way in which the exchange may have ended; a single one where nothing is left to chance. */
export function endingsOf(plan: ModelPlan, facts: Facts, circumstances: Circumstances): Ending[] {
  const { left, late, orphaned, hiddenMs } = circumstances;
  const readings = [...prefixesOf(plan, partsWithin(plan.script, reached(plan))), ...closedReadings(plan)];
  const ending = (end: End) => (reading: Reading) => endingOf({ plan, facts, hiddenMs }, reading, end);
  const natural = naturalEndings(plan, ending);
  return [
    ...natural,
    ...(left ? readings.map(ending("left")) : []),
    ...(late
      ? [
          failed(FAILED),
          failed(TIMEOUT),
          ...readings.flatMap((r) => [ending("deadline")(r), ending("broke")(r)]),
        ]
      : []),
    ...(orphaned ? orphanEndings({ facts, hiddenMs }, readings) : []),
  ];
}

const isStream = ({ request, script }: ModelPlan) =>
  request.stream && (script.headers["content-type"] ?? "").startsWith("text/event-stream");

/** A response that is passed on as it comes, and says nothing of its cost. */
const isRecording = ({ script }: ModelPlan) => script.headers["content-type"] === "audio/mpeg";

/** Bytes of the body that the provider sends at most. */
const reached = ({ script }: ModelPlan) => script.stop?.at ?? script.body.length;

const HEARD: Reading = { ...UNREAD, content: true };

/** All that may have been read of the response at some moment; of a body that is not a stream, nothing or all. */
function prefixesOf(plan: ModelPlan, most: number): Reading[] {
  const { parts } = plan.script;
  if (isRecording(plan)) return reached(plan) > 0 ? [UNREAD, HEARD] : [UNREAD];
  const counts = isStream(plan) ? Array.from({ length: most + 1 }, (_, i) => i) : [0, most];
  return counts.map((count) => readingOf(parts.slice(0, count)));
}

/** Where a stream just ends, its last event counts without its empty line, and an event's name before its data. */
function closedReadings(plan: ModelPlan): Reading[] {
  const { script } = plan;
  if (!isStream(plan) || script.stop?.how !== "finish") return [];
  const most = partsWithin(script, script.stop.at);
  return [most, most + 1].map((count) => closed(readingOf(script.parts.slice(0, count))));
}

/** Counts with a reason to stop make a response complete. */
const closed = (reading: Reading): Reading => ({
  ...reading,
  ended: reading.ended || (reading.stopped && sum(Object.values(reading.usage ?? {})) > 0),
});

function naturalEndings(plan: ModelPlan, ending: (end: End) => (reading: Reading) => Ending): Ending[] {
  const { head, status, parts, stop, body } = plan.script;
  if (head === "silent") return [plan.request.stream ? failed(TIMEOUT) : ending("deadline")(UNREAD)];
  if (head !== "reply") return [failed(FAILED)];
  if (status >= 400) return [failed(isPublic(plan) ? status : FAILED)];
  if (parts.length === 0) return [failed(FAILED)];
  const most = partsWithin(plan.script, reached(plan));
  if (isRecording(plan)) {
    const readings = prefixesOf(plan, most);
    if (stop?.how === "destroy") return readings.map(ending("broke"));
    return readings.slice(-1).map(ending(stop?.how === "hang" ? "broke" : "ended"));
  }
  if (!isStream(plan)) {
    const arrived = stop === null || (stop.how === "finish" && stop.at === body.length);
    return [arrived ? ending("ended")(readingOf(parts)) : failed(FAILED)];
  }
  if (stop === null) return [ending("ended")(readingOf(parts))];
  if (stop.how === "finish") return closedReadings(plan).map(ending("ended"));
  const readings = prefixesOf(plan, most);
  if (stop.how === "destroy") return readings.map(ending("broke"));
  return readings.slice(-1).map(ending("broke"));
}

/** An error whose status the client gets to see. */
function isPublic({ script: { status, headers, body } }: ModelPlan): boolean {
  const own = OPERATORS.has(status) || body.includes("insufficient_quota");
  return !own && (headers["content-type"] === "application/json" || CLEAR.has(status));
}

interface Priced {
  facts: Facts;
  hiddenMs: number;
}

function endingOf(
  { plan, facts, hiddenMs }: Priced & { plan: ModelPlan },
  reading: Reading,
  end: End,
): Ending {
  const stream = isStream(plan) || isRecording(plan);
  const outcome = outcomeFor(reading, end, facts);
  if (outcome === "failed" || (!stream && outcome === "cut")) return failed(FAILED);
  const responded = isWithheld(facts, reading) ? REFUSED : plan.script.status;
  const status = outcome === "completed" || outcome === "no_usage" ? responded : STATUS[outcome];
  if (facts.free) return { outcome, status, charge: null };
  // Of a whole response that did not arrive in time nothing was read.
  const read = stream || outcome !== "deadline" ? reading : UNREAD;
  return { outcome, status, charge: chargeFor(facts, read, outcome === "completed", hiddenMs) };
}

/** The response needed more than its client declared. */
const isWithheld = ({ units }: Facts, { units: reported }: Reading) =>
  units?.declared === true && (reported?.quantity ?? 0) > units.most;

/** The policy on ends: what fails before any content costs nothing, and counts complete a response. */
function outcomeFor(reading: Reading, end: End, facts: Facts): Ending["outcome"] {
  const { free, units } = facts;
  const known = units?.known === true;
  const counted = free || hasCounts(facts, reading) || (known && reading.content);
  const ended = reading.ended || (known && end === "ended");
  if (reading.failed && !reading.content) return "failed";
  if (end === "left") return "client_left";
  if (end === "deadline") return "deadline";
  if (reading.failed || !ended) return reading.content ? "cut" : "failed";
  if (counted) return "completed";
  return reading.content ? "no_usage" : "failed";
}

/** What was reported last is charged; nothing without a report. */
function orphanEndings({ facts, hiddenMs }: Priced, readings: readonly Reading[]): Ending[] {
  const orphan = { outcome: "orphaned", status: STATUS.orphaned } as const;
  const reports = facts.free
    ? []
    : [UNREAD, ...readings].map((reading) => chargeFor(facts, reading, false, hiddenMs));
  return [{ ...orphan, charge: null }, ...reports.map((charge) => ({ ...orphan, charge }))];
}
