import { inputTokensOf } from "#tests/support/tokens.ts";
import type { Dice } from "./dice.ts";
import { FORM_TYPE, filePart, form, textBytes, textPart } from "./forms.ts";
import { LEAST_SECONDS, LONGEST_SECONDS } from "./prices.ts";
import { drawRecording, type Recording } from "./recordings.ts";
import { type Builder, marked } from "./request-draft.ts";
import { COUNTED_FORMS, TIMED_FORMS, type TranscriptForm } from "./transcript-forms.ts";

/** By how many bytes per second a recording is taken to last, and a client believed. */
const USUAL_RATE = 16_000;
const LEAST_RATE = 8_000;

type Fields = Readonly<Record<string, string | readonly string[]>>;

const valuesOf = (fields: Fields) => Object.values(fields).flat();
const textParts = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => textPart(name, each)));

/** Around the smallest billed length and the longest that the model takes, and some in between. */
function drawSeconds(longest: number, dice: Dice): number {
  const about = dice.weighted({ nothing: 6, least: 45, some: 40, longest: 9 });
  if (about === "nothing") return 1;
  if (about === "least") return LEAST_SECONDS + dice.int(-2, 2);
  return about === "some" ? dice.int(2, 70) : Math.min(longest, 260) + dice.int(-2, 3);
}

/** The part of the API that translations have too. */
const common = ({ number, model, dice }: Parameters<Builder>[0], wanted: TranscriptForm): Fields => ({
  model,
  prompt: marked(number, dice),
  ...((wanted !== "json" || dice.chance(0.5)) && { response_format: wanted }),
  ...(dice.chance(0.2) && { temperature: dice.one(["0", "0.25", "1"]) }),
});

function own(dice: Dice, { wanted, stream }: { wanted: TranscriptForm; stream: boolean }): Fields {
  const timed = wanted === "verbose_json" && dice.chance(0.4);
  return {
    ...(dice.chance(0.3) && { language: "de" }),
    ...(timed && { "timestamp_granularities[]": dice.one([["word"], ["segment"], ["word", "segment"]]) }),
    ...(stream ? { stream: "true" } : dice.chance(0.1) && { stream: "false" }),
  };
}

const shuffled = (fields: Fields, dice: Dice): Fields =>
  dice.chance(0.5) ? fields : Object.fromEntries(Object.entries(fields).reverse());

/** The seconds that a recording may be charged for. */
function secondsOf({ content, mostSeconds }: Recording, longest: number, minutes: number | null) {
  const possible = Math.max(1, Math.min(longest, mostSeconds ?? longest));
  const declared =
    minutes === null ? possible : Math.max(minutes * 60, Math.ceil(content.length / LEAST_RATE));
  const most = Math.min(possible, declared);
  const likely = Math.max(1, Math.min(most, Math.ceil(content.length / USUAL_RATE)));
  const units = { choices: ["second"], most, likely, known: false, declared: declared < possible };
  return { possible, units };
}

/** What the provider has to return: a form that reports what is charged. */
const passedForm = (wanted: TranscriptForm, counted: boolean): TranscriptForm =>
  counted ? (wanted === "diarized_json" ? wanted : "json") : "verbose_json";

/** A form with its recording anywhere, for a transcript in a form that the model has. */
function draftOf(draw: Parameters<Builder>[0], { isTranslation }: { isTranslation: boolean }) {
  const { model, dice } = draw;
  const counted = model === "sim-listen";
  const wanted = dice.one<TranscriptForm>(counted ? COUNTED_FORMS : TIMED_FORMS);
  const stream = counted && !isTranslation && draw.stream;
  const longest = LONGEST_SECONDS[model] ?? Number.NaN;
  const recording = drawRecording(drawSeconds(longest, dice), dice);
  const minutes = counted || dice.chance(0.5) ? null : dice.one([1, 1, 2, 3, 1440]);
  const drawn = { ...common(draw, wanted), ...(!isTranslation && own(dice, { wanted, stream })) };
  const fields = shuffled(drawn, dice);
  const passed = { ...fields, response_format: passedForm(wanted, counted) };
  const { possible, units } = secondsOf(recording, longest, minutes);
  const file = filePart({ name: "file", ...recording });
  const sent = textParts({ ...fields, ...(minutes !== null && { max_minutes: String(minutes) }) });
  const audioSeconds = recording.mostSeconds === null ? Number.POSITIVE_INFINITY : possible;
  return {
    body: form(sent.toSpliced(dice.int(0, sent.length), 0, file)),
    contentType: FORM_TYPE,
    forwarded: form([...textParts(passed), file]),
    form: wanted,
    stream,
    includeUsage: stream,
    facts: {
      bodyBytes: textBytes(valuesOf(passed)),
      textTokens: inputTokensOf(JSON.stringify(passed)),
      ...(counted ? { audioSeconds, likelySeconds: units.likely } : { maxTokens: 0, units }),
    },
  };
}

export const transcriptions: Builder = (draw) => draftOf(draw, { isTranslation: false });
export const translations: Builder = (draw) => draftOf(draw, { isTranslation: true });
