import type { Endpoint, Fields, ReadOptions, ReadRequest } from "../endpoint.ts";
import { refused, unsupported } from "../refused.ts";
import type { ChargedBy } from "../units.ts";
import { ChatStreamReader } from "./chat-reading.ts";
import { isAbsent, isFields, names } from "./field-checks.ts";
import { type FieldRules, knownFields, REFUSED_EVERYWHERE, STORED } from "./known-fields.ts";
import { modelOf, PLAIN_FACTS } from "./request-facts.ts";
import { FAILED } from "./response-reading.ts";

export const SPEECH_FIELDS: FieldRules = {
  known: names("input model voice instructions response_format speed stream_format"),
  refused: REFUSED_EVERYWHERE,
  types: { input: "text", response_format: "text", speed: "number", stream_format: "text" },
};

const CHARGED: ChargedBy = { unit: "character", tokens: false };

/**
 * `/audio/speech`: a text read aloud (https://platform.openai.com/docs/api-reference/audio/createSpeech). The response
 * is the recording itself, so the request alone decides its cost.
 */
export const speech: Endpoint = {
  path: "/audio/speech",
  errorForm: "openai",
  free: false,
  form: null,
  responds: "bytes",
  readRequest,
  readResponse: () => FAILED,
  createStreamReader: () => new ChatStreamReader(),
  withCost: (json) => json,
};

function readRequest(body: Fields, options: ReadOptions): ReadRequest {
  const fields = knownFields(SPEECH_FIELDS, body, options);
  const model = modelOf(fields, options, CHARGED);
  checkVoice(fields);
  const { stream_format: form } = fields;
  if (!isAbsent(form) && form !== "audio")
    throw unsupported("stream_format", "The response is the recording itself: leave out stream_format.");
  const characters = charactersIn(fields);
  const units = { dimensions: ["character"], most: characters, likely: characters, known: true };
  const facts = { ...PLAIN_FACTS, maxOutputTokens: 0, units };
  return { model, facts, fields, headers: {}, hideUsage: false };
}

function checkVoice({ voice }: Fields): void {
  if (isFields(voice)) throw unsupported("voice", `Voices of one account cannot be used. ${STORED}`);
  if (typeof voice !== "string" || voice === "")
    throw refused("voice", "The field voice must be the name of a voice.");
}

/** Characters of Unicode, as providers count them. */
function charactersIn({ input }: Fields): number {
  if (typeof input === "string" && input !== "") return [...input].length;
  throw refused("input", "The field input must be a text that is not empty.");
}
