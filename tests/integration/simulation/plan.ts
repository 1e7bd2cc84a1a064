import type { Dice } from "./dice.ts";
import { FORM_TYPE, filePart, form, textPart } from "./forms.ts";
import { drawRequest, type ModelRequest } from "./requests.ts";
import { drawScript, type Script } from "./scripts.ts";

/** A request that is refused before it is admitted, and how. */
interface Mistake {
  method: string;
  path: string;
  body: string | null;
  headers: Record<string, string>;
  status: number;
  code: string;
}

/** A request that the gateway responds to by itself. */
interface Lookup {
  path: string;
  status: number;
}

interface Sender {
  number: number;
  account: number;
  slot: number;
  /** Uses the key that a rotation has replaced, if there is one. */
  olderKey: boolean;
  /** Sends the key as Anthropic's clients do. */
  anthropicHeader: boolean;
  /** Longest time that the burst waits for its other requests; part of a burst only. */
  burst: boolean;
}

/** When the client disconnects. */
export type Leave = { when: "before the head"; afterMs: number } | { when: "within the body"; at: number };

export type ExchangePlan = Sender &
  (
    | { kind: "model"; request: ModelRequest; script: Script; leave: Leave | null }
    | { kind: "mistake"; mistake: Mistake }
    | { kind: "lookup"; lookup: Lookup }
    | { kind: "made-up key" }
  );

const KINDS = { model: 86, mistake: 7, lookup: 5, "made-up key": 2 };

export function drawExchange(sender: Omit<Sender, "anthropicHeader" | "burst">, dice: Dice): ExchangePlan {
  const kind = dice.weighted(KINDS);
  const full = { ...sender, anthropicHeader: dice.chance(0.2), burst: false };
  if (kind === "mistake") return { ...full, kind, mistake: drawMistake(dice) };
  if (kind === "lookup") return { ...full, kind, lookup: drawLookup(dice) };
  if (kind === "made-up key") return { ...full, kind };
  const request = drawRequest(sender.number, dice);
  const script = drawScript(request, dice);
  return { ...full, kind, request, script, leave: drawLeave(script, dice) };
}

/** One of several that wait for each other at the provider, so that all hold money at once. */
export function drawBurst(sender: Omit<Sender, "anthropicHeader" | "burst">, dice: Dice): ExchangePlan {
  const request = drawRequest(sender.number, dice);
  const script = { ...drawScript(request, dice), delayMs: 250 + dice.int(0, 50) };
  return { ...sender, anthropicHeader: false, burst: true, kind: "model", request, script, leave: null };
}

function drawLeave({ body }: Script, dice: Dice): Leave | null {
  if (dice.chance(0.82)) return null;
  if (dice.chance(0.25)) return { when: "before the head", afterMs: dice.int(0, 60) };
  return { when: "within the body", at: dice.int(0, body.length + 50) };
}

const CHAT = "/v1/chat/completions";
const chat = (more: object) =>
  JSON.stringify({ model: "sim-plain", messages: [{ role: "user", content: "Hi" }], ...more });

const recordingOf = (content: string) =>
  filePart({ name: "file", filename: "a.ogg", type: "audio/ogg", content });

function drawMistake(dice: Dice): Mistake {
  const sent = {
    method: "POST",
    path: CHAT,
    body: chat({}),
    headers: { "content-type": "application/json" },
  };
  const invalid = { ...sent, status: 400, code: "invalid_request" };
  const transcription = { path: "/v1/audio/transcriptions", headers: { "content-type": FORM_TYPE } };
  return dice.one<Mistake>([
    { ...invalid, body: '{"model":' },
    { ...invalid, body: JSON.stringify({ messages: [] }) },
    { ...invalid, body: chat({ n: 4000 }) },
    { ...sent, body: chat({ best_offer: 1 }), status: 400, code: "unsupported_parameter" },
    { ...sent, path: `${CHAT}?debug=1`, status: 400, code: "unsupported_parameter" },
    { ...sent, path: "/v1/embeddings", body: chat({}), status: 400, code: "unsupported_parameter" },
    { ...sent, headers: { "content-type": "text/plain" }, status: 415, code: "unsupported_media_type" },
    { ...sent, path: "/v1/images/edits", status: 415, code: "unsupported_media_type" },
    {
      ...invalid,
      path: "/v1/images/edits",
      headers: { "content-type": FORM_TYPE },
      body: form([textPart("model", "sim-image"), textPart("prompt", "Hi"), textPart("n", "02")]),
    },
    { ...invalid, ...transcription, body: form([textPart("model", "sim-minute")]) },
    { ...invalid, ...transcription, body: form([textPart("model", "sim-minute"), recordingOf("")]) },
    {
      ...invalid,
      ...transcription,
      body: form([textPart("model", "sim-minute"), textPart("max_minutes", "0"), recordingOf("~")]),
    },
    { ...sent, path: "/v1/files", status: 404, code: "unknown_endpoint" },
    {
      ...sent,
      method: "DELETE",
      path: "/v1/models/sim-plain",
      body: null,
      status: 404,
      code: "unknown_endpoint",
    },
  ]);
}

const drawLookup = (dice: Dice): Lookup =>
  dice.one([
    { path: "/v1/models", status: 200 },
    { path: "/v1/models/sim-rich", status: 200 },
    { path: "/v1/models/none", status: 404 },
    { path: "/v1/key", status: 200 },
  ]);
