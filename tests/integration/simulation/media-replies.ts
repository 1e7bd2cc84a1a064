import type { Counts } from "./cost-model.ts";
import type { Dice } from "./dice.ts";
import { type Effects, named, type Writer, whole } from "./reply-parts.ts";
import type { ModelRequest } from "./requests.ts";
import { openAiUsage, type Reported } from "./usages.ts";

const B64 = "iVBORw0KGgo".repeat(30);

/** How a response names the image that it has, or doesn't. */
function madeFor({ facts: { units } }: ModelRequest, dice: Dice) {
  const [, size, quality] = dice.one(["image:7x7:low", ...(units?.choices ?? [])]).split(":");
  return dice.one<object>([{}, { size, quality }, { size, quality }, { size }]);
}

const dimensionOf = ({ size, quality }: { size?: string; quality?: string }) =>
  size === undefined || quality === undefined ? null : `image:${size}:${quality}`;

/** Output is images but for the text that the details name. */
function usageOf({ usage, dice }: { usage: Reported; dice: Dice }) {
  const raw = openAiUsage(usage, "responses");
  const { counts } = usage;
  if (raw === null || counts === null) return { raw, counts: null };
  const output = counts.output ?? 0;
  const text = dice.chance(0.3) ? dice.int(0, output) : 0;
  const details = text > 0 ? { output_tokens_details: { text_tokens: text } } : {};
  const read: Counts = { ...counts, output: text, image_output: output - text };
  return { raw: { ...raw, ...details }, counts: read };
}

export const imageWhole: Writer = ({ request, usage, dice }) => {
  const { choices } = request.facts;
  const count = dice.weighted({ right: 80, fewer: 8, more: 8, none: 4 });
  const quantity = { right: choices, fewer: dice.int(1, choices), more: choices + dice.int(1, 3), none: 0 };
  const made: { size?: string; quality?: string } = madeFor(request, dice);
  const { raw, counts } = usageOf({ usage, dice });
  const images = Array.from({ length: quantity[count] }, () => ({ b64_json: B64 }));
  const body = { created: 0, data: images, ...made, ...(raw !== null && { usage: raw }) };
  const units = { dimension: dimensionOf(made), quantity: images.length };
  // Neither images nor counts: it is no response at all.
  const failed = images.length === 0 && raw === null;
  const counted = counts === null ? {} : { counts };
  return whole(body, { ...counted, ...(!failed && { units }), content: images.length > 0, failed });
};

export const imageEvents: Writer = ({ request, usage, dice }) => {
  const made: { size?: string; quality?: string } = madeFor(request, dice);
  const { raw, counts } = usageOf({ usage, dice });
  const drafts = Math.round((request.facts.drawn?.extraTokens ?? 0) / 100);
  const kind = request.api === "edits" ? "image_edit" : "image_generation";
  const last = { b64_json: B64, ...made, ...(raw !== null && { usage: raw }) };
  const effects: Effects = {
    content: true,
    ended: true,
    units: { dimension: dimensionOf(made), quantity: 1 },
  };
  return [
    ...Array.from({ length: drafts }, (_, partial_image_index) => ({
      text: named(`${kind}.partial_image`, { partial_image_index, b64_json: B64 }),
      effects: { content: true },
    })),
    {
      text: named(`${kind}.completed`, last),
      effects: counts === null ? effects : { ...effects, counts },
    },
  ];
};

/** Cohere reports search units, the others tokens; some both, some neither. */
export const rankedWhole: Writer = ({ usage, dice }) => {
  const { counts, absurd } = usage;
  const total = counts === null ? absurd : (counts.input ?? 0) + (counts.cached_input ?? 0);
  const tokens = dice.chance(0.6) ? total : null;
  const reported = dice.one<unknown>([1, 1, 2, 3, 0, 1.5, 300_000_000, "1", -1, undefined, undefined]);
  const isCount = typeof reported === "number" && reported >= 0;
  const body = {
    results: [{ index: 0, relevance_score: 0.5 }],
    ...(reported !== undefined && { meta: { billed_units: { search_units: reported } } }),
    ...(tokens !== null && { usage: { total_tokens: tokens } }),
  };
  return whole(body, {
    ...(counts !== null && tokens !== null && { counts: { input: Number(total) } }),
    ...(isCount && { units: { dimension: "search_unit", quantity: Math.ceil(reported) } }),
  });
};

/** The recording alone, which says nothing of its cost. */
export const recording: Writer = ({ dice }) => [
  { text: "~".repeat(dice.chance(0.05) ? 0 : dice.int(1, 3_000)), effects: {} },
];
