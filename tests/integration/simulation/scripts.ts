import type { Dice } from "./dice.ts";
import { drawReply, errorPart } from "./replies.ts";
import type { Part } from "./reply-parts.ts";
import type { ModelRequest } from "./requests.ts";

/** What the provider does with a request. */
export interface Script {
  /** `silent` never responds, `reset` closes the connection at once. */
  head: "reply" | "silent" | "reset";
  status: number;
  headers: Record<string, string>;
  /** Parts of a response in the form of the API; empty for anything else. */
  parts: Part[];
  body: Buffer;
  /** The response says how long it is. */
  announced: boolean;
  stop: { at: number; how: "destroy" | "finish" | "hang" } | null;
  delayMs: number;
  /** Ends of the chunks that the body is sent in. */
  slices: number[];
  pauseMs: number;
}

const KINDS = { fine: 60, cut: 15, status: 8, event: 5, unusable: 6, silent: 0.7, reset: 2, hang: 1.6 };
const STATUSES = [400, 401, 402, 404, 408, 409, 422, 429, 429, 500, 502, 503, 529] as const;
const JSON_TYPE = "application/json";

const plain: Pick<Script, "head" | "status" | "parts" | "announced" | "stop"> = {
  head: "reply",
  status: 200,
  parts: [],
  announced: false,
  stop: null,
};

function timing(dice: Dice, length: number) {
  const count = dice.chance(0.4) ? 0 : dice.int(1, 6);
  const slices = Array.from({ length: count }, () => dice.int(0, length)).sort((a, b) => a - b);
  const delayMs = dice.chance(0.8) ? dice.int(0, 8) : dice.int(20, 150);
  return { slices: [...slices, length], delayMs, pauseMs: dice.chance(0.7) ? 0 : dice.int(1, 25) };
}

export function drawScript(request: ModelRequest, dice: Dice): Script {
  const kind = dice.weighted(KINDS);
  if (kind === "silent" || kind === "reset")
    return { ...plain, headers: {}, body: Buffer.of(), head: kind, ...timing(dice, 0) };
  if (kind === "status") return drawStatus(dice);
  if (kind === "unusable") return drawUnusable(request, dice);
  const { type, parts } = drawReply(request, dice);
  const failing = kind === "event" && type === "text/event-stream";
  const shown = failing ? [...parts.slice(0, dice.int(0, parts.length - 1)), errorPart(request)] : parts;
  const body = Buffer.from(shown.map(({ text }) => text).join(""));
  const how = kind === "hang" ? kind : dice.one<"destroy" | "finish">(["destroy", "destroy", "finish"]);
  const stops = kind === "cut" || kind === "hang";
  const stop = stops ? { at: dice.int(0, body.length), how } : null;
  const announced = !stops && type !== "text/event-stream" && dice.chance(0.5);
  return {
    ...plain,
    headers: { "content-type": type },
    parts: shown,
    body,
    stop,
    announced,
    ...timing(dice, stop?.at ?? body.length),
  };
}

/** An error of the provider: in its own form, in another, or one that is the operator's. */
function drawStatus(dice: Dice): Script {
  const status = dice.one(STATUSES);
  const form = dice.weighted({ json: 60, detail: 10, html: 20, bill: 10 });
  const code = form === "bill" ? "insufficient_quota" : "sim_error";
  const error = { error: { message: "No.", type: "sim_failure", code, param: null } };
  const sent = form === "detail" ? { detail: [{ loc: ["body", "n"], msg: "No." }] } : error;
  const body = Buffer.from(form === "html" ? "<html>No.</html>" : JSON.stringify(sent));
  const headers = { "content-type": form === "html" ? "text/html" : JSON_TYPE };
  return { ...plain, status, headers, body, ...timing(dice, body.length) };
}

/** A response that no client could make sense of. */
function drawUnusable({ stream }: ModelRequest, dice: Dice): Script {
  const kind = dice.one(["html", "empty", "words", "none", "redirect", "array", "events", "error"] as const);
  const events = { "content-type": "text/event-stream" };
  const type = { "content-type": JSON_TYPE };
  const [status, headers, text] = {
    html: [200, { "content-type": "text/html" }, "<html>Hello</html>"] as const,
    empty: [200, stream ? events : type, ""] as const,
    words: [200, type, "Once upon a time"] as const,
    none: [204, {}, ""] as const,
    redirect: [307, { location: "http://127.0.0.1:1/elsewhere" }, ""] as const,
    array: [200, type, "[1,2]"] as const,
    events: [200, events, stream ? ": nothing\n\n" : "data: {}\n\n"] as const,
    error: [200, type, '{"error":{"message":"No.","code":"sim_error"}}'] as const,
  }[kind];
  const body = Buffer.from(text);
  return { ...plain, status, headers: { ...headers }, body, ...timing(dice, body.length) };
}

/** How many parts a reader has seen whole after so many bytes. */
export function partsWithin({ parts }: Script, bytes: number): number {
  let [count, end] = [0, 0];
  for (const { text } of parts) {
    end += Buffer.byteLength(text);
    if (end > bytes) break;
    count += 1;
  }
  return count;
}
