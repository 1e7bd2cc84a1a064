import type { Endpoint, Fields, ReadOptions, ReadRequest, UploadedFile } from "../endpoint.ts";
import type { FormRules } from "../multipart/parse-form.ts";
import type { ModelPrice } from "../price-list.ts";
import type { Reading } from "../reading.ts";
import { refused, unsupported } from "../refused.ts";
import type { ChargedBy } from "../units.ts";
import { isAbsent, names } from "./field-checks.ts";
import { type FieldRules, knownFields, REFUSED_EVERYWHERE } from "./known-fields.ts";
import { recordingLength } from "./recording-length.ts";
import { modelOf, PLAIN_FACTS } from "./request-facts.ts";
import { renderTranscript, SPEAKER_FORM } from "./transcript-forms.ts";
import { readTranscript, TranscriptStreamReader } from "./transcript-reading.ts";
import { checkTemperature, formIn, maxMinutesIn, switchIn } from "./transcription-fields.ts";
import { withUsageCost } from "./with-cost.ts";

const TEXTS = { prompt: "text", temperature: "text", response_format: "text" } as const;
const SPEAKERS = "Recordings of speakers have no price here.";

export const TRANSCRIPTION_FIELDS: FieldRules = {
  known: names(`
    model language prompt response_format temperature stream max_minutes include[] keywords[] languages[]
    timestamp_granularities[]
    chunking_strategy chunking_strategy[type] chunking_strategy[prefix_padding_ms]
    chunking_strategy[silence_duration_ms] chunking_strategy[threshold]`),
  refused: {
    ...REFUSED_EVERYWHERE,
    "known_speaker_names[]": SPEAKERS,
    "known_speaker_references[]": SPEAKERS,
  },
  types: { ...TEXTS, language: "text", stream: "text", chunking_strategy: "text" },
};

export const TRANSLATION_FIELDS: FieldRules = {
  known: names("model prompt response_format temperature max_minutes"),
  refused: REFUSED_EVERYWHERE,
  types: TEXTS,
};

/** `/audio/transcriptions` (https://platform.openai.com/docs/api-reference/audio/createTranscription). */
export const transcriptions = endpointOf("/audio/transcriptions", TRANSCRIPTION_FIELDS);
/** `/audio/translations`, into English (https://platform.openai.com/docs/api-reference/audio/createTranslation). */
export const translations = endpointOf("/audio/translations", TRANSLATION_FIELDS);

function endpointOf(path: string, rules: FieldRules): Endpoint {
  return {
    path,
    errorForm: "openai",
    free: false,
    form: formRules(rules),
    responds: "json",
    readRequest: (fields, options) => readRequest(knownFields(rules, fields, options), options),
    readResponse: readTranscript,
    createStreamReader: () => new TranscriptStreamReader(),
    withCost: withUsageCost,
  };
}

function formRules({ known, refused: others }: FieldRules): FormRules {
  const texts = new Set([...known, ...Object.keys(others)]);
  const lists = new Set([...texts].filter((name) => name.endsWith("[]")));
  return { texts, files: new Set(["file"]), lists };
}

const CHARGED: ChargedBy = { unit: "second", tokens: true };

function readRequest(fields: Fields, options: ReadOptions): ReadRequest {
  const model = modelOf(fields, options, CHARGED);
  const { minute } = model.fees;
  checkTemperature(fields);
  const stream = switchIn(fields, "stream");
  if (stream && minute !== undefined && minute > 0)
    throw unsupported(
      "stream",
      "This model is priced by the minute, which a stream doesn't report: leave out stream.",
    );
  const request = { fields, model, file: recordingIn(options), stream };
  const counted = stream || fields.response_format === SPEAKER_FORM;
  return minute === undefined || (minute === 0 && counted) ? byTokens(request) : byMinutes(request);
}

interface Requested {
  fields: Fields;
  model: ModelPrice;
  file: UploadedFile;
  stream: boolean;
}

function recordingIn({ files }: ReadOptions): UploadedFile {
  const file = files.find(({ size }) => size > 0);
  if (file !== undefined) return file;
  throw refused("file", "Send a recording in the part file.");
}

/** The provider reports the length only with times, whatever the client needs. */
function byMinutes({ fields, model, file }: Requested): ReadRequest {
  const form = formIn(fields, { timed: true });
  const { most, likely, declared } = recordingLength(file, model, maxMinutesIn(fields));
  const { max_minutes: _, ...forwarded } = fields;
  const units = { dimensions: ["second"], most, likely, known: false };
  const withheld = ({ usage }: Reading) => ((usage?.units?.quantity ?? 0) > most ? tooLong(most) : null);
  return {
    model,
    headers: {},
    hideUsage: false,
    facts: { ...PLAIN_FACTS, maxOutputTokens: 0, units },
    fields: { ...forwarded, response_format: "verbose_json" },
    render: renderTranscript(form),
    ...(declared && { withheld }),
  };
}

/** Otherwise a client could declare a minute of an hour, and pay for that. */
const tooLong = (seconds: number) =>
  refused(
    "max_minutes",
    `The recording is longer than max_minutes permits. You were charged for ${seconds} seconds of it.`,
  );

function byTokens({ fields, model, file, stream }: Requested): ReadRequest {
  if (!isAbsent(fields.max_minutes))
    throw unsupported("max_minutes", "This model is priced by tokens: leave out max_minutes.");
  const form = formIn(fields, { timed: false });
  const { most, likely, bounded } = recordingLength(file, model, null);
  const length = bounded ? { audioSeconds: most } : { wholeContext: true };
  return {
    model,
    headers: {},
    hideUsage: false,
    facts: { ...PLAIN_FACTS, stream, ...length, likelySeconds: likely },
    fields: { ...fields, response_format: form === SPEAKER_FORM ? form : "json" },
    render: renderTranscript(form),
  };
}
