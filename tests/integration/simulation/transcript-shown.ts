import type { Dice } from "./dice.ts";
import type { Shown } from "./reply-parts.ts";
import type { ModelRequest } from "./requests.ts";

type Line = readonly [written: string, shown: string];
/** What a model writes, and how a line of subtitles shows it. */
const LINES: readonly [Line, ...Line[]] = [
  [" Hi", "Hi"],
  [" thére \n\n wörld ", "thére wörld"],
  ["a --> b", "a -> b"],
  ["", ""],
];

interface Cue {
  /** In milliseconds. */
  from: number;
  to: number;
  text: string;
}

/** Segments as a model writes them, and the subtitles that they become. */
export function drawCues(dice: Dice) {
  let at = 0;
  const drawn = Array.from({ length: dice.int(0, 5) }, () => {
    const [written, text] = dice.one(LINES);
    const from = at + dice.int(0, 900);
    at = from + dice.int(0, dice.chance(0.1) ? 4_000_000 : 9_000);
    return { cue: { from, to: at, text }, written };
  });
  const segments = drawn.map(({ cue: { from, to }, written }, id) => ({
    id,
    start: from / 1_000,
    end: to / 1_000,
    text: written,
  }));
  return { cues: drawn.map(({ cue }) => cue), segments };
}

/** `00:01:02.345`. */
const clock = (ms: number, mark: string) => new Date(ms).toISOString().slice(11, 23).replace(".", mark);

const subtitles = (cues: readonly Cue[], mark: string) =>
  cues.map(({ from, to, text }) => `${clock(from, mark)} --> ${clock(to, mark)}\n${text}\n\n`);

interface Transcript {
  text: string;
  logprobs?: object;
  usage?: unknown;
  duration?: unknown;
}

/** Servers that report the length alone have a usage of that. */
function usageOf({ usage, duration }: Transcript) {
  if (usage !== undefined) return { usage };
  const seconds = Math.ceil(Number(duration));
  return Number.isNaN(seconds) ? {} : { usage: { type: "duration", seconds } };
}

/** What a client gets in the form that it asked for; null where that form needs times that are missing. */
export function shownAs(
  form: ModelRequest["form"],
  body: Transcript,
  cues: readonly Cue[] | null,
): Shown | null {
  const { text, logprobs } = body;
  if (form === "text") return { text: `${text}\n` };
  if (form === "vtt") return cues && { text: `WEBVTT\n\n${subtitles(cues, ".").join("")}` };
  const numbered = (cue: string, i: number) => `${i + 1}\n${cue}`;
  if (form === "srt") return cues && { text: subtitles(cues, ",").map(numbered).join("") };
  const kept = form === "json" ? { text, ...(logprobs && { logprobs }) } : body;
  return { json: { ...kept, ...usageOf(body) } };
}
