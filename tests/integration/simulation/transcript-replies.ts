import type { Counts } from "./cost-model.ts";
import type { Dice } from "./dice.ts";
import { LEAST_SECONDS } from "./prices.ts";
import { named, type Part, type Writer } from "./reply-parts.ts";
import type { ModelRequest } from "./requests.ts";
import { drawCues, shownAs } from "./transcript-shown.ts";
import { openAiUsage, type Reported } from "./usages.ts";

const MANY = 1_000_000_000;

/** A length in seconds, right or wrong; `read` is null for one that nobody may believe. */
function drawFigure(
  { facts: { units } }: ModelRequest,
  dice: Dice,
): { written: unknown; read: number | null } {
  const most = units?.most ?? 60;
  const beyond = units?.declared === true ? 40 : 10;
  const kind = dice.weighted({ least: 30, within: 28, most: 16, beyond, zero: 4, huge: 3, absurd: 9 });
  if (kind === "absurd") return { written: dice.one<unknown>([MANY + 1, -1, "abc"]), read: null };
  const seconds = {
    least: LEAST_SECONDS + dice.int(-2_000, 2_000) / 1_000,
    within: dice.int(1, most * 1_000) / 1_000,
    most: Math.max(0, most + dice.one([-1, -0.001, 0, 0, 0.001, 1])),
    beyond: most + dice.int(1, 500_000) / 1_000,
    zero: 0,
    huge: dice.int(100_000, MANY),
  }[kind];
  return { written: dice.chance(0.15) ? String(seconds) : seconds, read: seconds };
}

/** OpenAI reports what it bills or the length, vLLM both; some report neither, or tokens. */
function drawReport({ request, usage, dice }: Pick<Parameters<Writer>[0], "request" | "usage" | "dice">) {
  const [billed, length] = [drawFigure(request, dice), drawFigure(request, dice)];
  const byTokens = request.facts.units === null;
  const kind = dice.weighted(
    byTokens
      ? { tokens: 70, both: 12, billed: 8, length: 4, figures: 0, nothing: 6 }
      : { billed: 35, length: 30, figures: 15, both: 8, tokens: 4, nothing: 8 },
  );
  const lasts = { duration: length.written };
  const bills = {
    usage: { type: "duration", seconds: billed.written, ...(dice.chance(0.1) && { cost: 7 }) },
  };
  const { raw, counts } = tokensOf(usage, dice);
  const tokens = raw === null ? {} : { usage: raw };
  const [body, reported] = {
    tokens: () => [tokens, []] as const,
    both: () => [{ ...tokens, ...lasts }, [length]] as const,
    billed: () => [bills, [billed]] as const,
    length: () => [lasts, [length]] as const,
    figures: () => [{ ...bills, ...lasts }, [billed, length]] as const,
    nothing: () => [{}, []] as const,
  }[kind]();
  const read = reported.map((figure) => figure.read).find((seconds) => seconds !== null);
  return {
    body,
    counts: kind === "tokens" || kind === "both" ? counts : null,
    // A started second counts.
    seconds: read === undefined ? null : Math.max(1, Math.ceil(read)),
  };
}

/** The API calls the details of the input by another name. */
function tokensOf(usage: Reported, dice: Dice): { raw: object | null; counts: Counts | null } {
  const raw = openAiUsage(usage, "responses");
  if (raw === null || dice.chance(0.3)) return { raw, counts: usage.counts };
  const entries = Object.entries(raw).map(([name, value]) => [
    name.replace("tokens_details", "token_details"),
    value,
  ]);
  return { raw: { type: "tokens", ...Object.fromEntries(entries) }, counts: usage.counts };
}

export const transcriptWhole: Writer = ({ request, usage, texts, dice }) => {
  const report = drawReport({ request, usage, dice });
  const timed = request.facts.units !== null;
  const { cues, segments } = drawCues(dice);
  const times = dice.weighted({ right: 90, missing: 5, partly: 5 });
  const listed = { right: segments, missing: null, partly: [...segments, { id: 9, text: "Hi" }] }[times];
  const text = dice.chance(0.04) ? "" : texts.join("");
  const body = {
    text,
    ...report.body,
    ...(timed && { task: "transcribe", language: "english" }),
    ...((timed || request.form === "diarized_json") && listed && { segments: listed }),
    ...(dice.chance(0.2) && { logprobs: [{ token: "Hi", logprob: -0.1 }] }),
  };
  const shown = shownAs(request.form, body, times === "right" ? cues : null);
  const read = {
    visible: text,
    content: true,
    ended: true,
    ...(report.counts !== null && { counts: report.counts }),
    ...(report.seconds !== null && { units: { dimension: "second", quantity: report.seconds } }),
  };
  const part = { text: JSON.stringify({ ...body, x_server: "sim" }), effects: read };
  return [shown === null ? { ...part, effects: { failed: true } } : { ...part, shown }];
};

export const transcriptEvents: Writer = ({ request, usage, texts, dice }) => {
  const { raw, counts } = tokensOf(usage, dice);
  const isNamed = dice.chance(0.3);
  const event = (type: string, value: object) =>
    isNamed ? named(type, { type, ...value }) : `data: ${JSON.stringify({ type, ...value })}\n\n`;
  const spoken = texts.flatMap((delta): Part[] => {
    const part = { text: event("transcript.text.delta", { delta }), effects: { visible: delta } };
    const segment = { text: delta, speaker: "A", start: 0, end: 1 };
    const heard = { text: event("transcript.text.segment", segment), effects: { content: true } };
    return request.form === "diarized_json" ? [part, heard] : [part];
  });
  const done = { text: texts.join(""), ...(raw !== null && { usage: raw }) };
  const effects = { content: true, ended: true, ...(counts !== null && { counts }) };
  return [...spoken, { text: event("transcript.text.done", done), effects }];
};
