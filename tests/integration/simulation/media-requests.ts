import { likelyTokens } from "#core/domain/gateway/text/token-estimate.ts";
import { inputTokensOf } from "#tests/support/tokens.ts";
import type { Dice } from "./dice.ts";
import { FORM_TYPE, filePart, form, textBytes, textPart } from "./forms.ts";
import { imagesAt } from "./prices.ts";
import { type Builder, json, marked } from "./request-draft.ts";

const LISTED = imagesAt((micros) => micros);
const CHOSEN_BY_PROVIDER = "auto";

/** The listed images that a request may get, and its size and quality with what it leaves out filled in. */
function chosen(wanted: { size: string | null; quality: string | null }) {
  const fits = (value: string | null, listed: string) =>
    value === null || value === CHOSEN_BY_PROVIDER || value === listed;
  const fitting = LISTED.filter(
    (image) => fits(wanted.size, image.size) && fits(wanted.quality, image.quality),
  );
  const [first] = fitting;
  if (first === undefined) return null;
  const forwarded = { size: wanted.size ?? first.size, quality: wanted.quality ?? first.quality };
  const choices = fitting
    .filter((image) => fits(forwarded.size, image.size) && fits(forwarded.quality, image.quality))
    .map(({ size, quality }) => `image:${size}:${quality}`);
  return { forwarded, choices };
}

function drawLook(dice: Dice) {
  const size = dice.one([null, null, CHOSEN_BY_PROVIDER, "1024x1024", "1536x1024"]);
  const quality = dice.one([null, null, CHOSEN_BY_PROVIDER, "low", "high"]);
  const look = chosen({ size, quality });
  // Nothing listed is large and plain.
  return look === null
    ? { wanted: { size, quality: "high" }, look: chosen({ size, quality: "high" }) }
    : { wanted: { size, quality }, look };
}

/** As OpenAI's guide to images says; what the provider chooses counts as medium. */
function tokensOf({ size, quality }: { size: string | null; quality: string | null }): number {
  const isSquare = size !== "1536x1024";
  if (quality === "low") return isSquare ? 272 : 408;
  if (quality === "high") return isSquare ? 4160 : 6240;
  return isSquare ? 1056 : 1584;
}

/** The texts of a request for images, as the client sends them and as they are forwarded, and what bounds its cost. */
function drawImages({ number, model, dice, stream }: Parameters<Builder>[0]) {
  const { wanted, look } = drawLook(dice);
  const n = stream || dice.chance(0.6) ? 1 : dice.int(2, 4);
  const drafts = stream && dice.chance(0.6) ? dice.int(0, 3) : 0;
  const sent = {
    model,
    prompt: marked(number, dice),
    ...(wanted.size !== null && { size: wanted.size }),
    ...(wanted.quality !== null && { quality: wanted.quality }),
    ...(n > 1 && { n }),
    ...(stream && { stream }),
    ...(drafts > 0 && { partial_images: drafts }),
  };
  const perImage = model === "sim-image";
  const units = { choices: look?.choices ?? [], most: n, likely: n, known: false };
  return {
    sent,
    forwarded: perImage ? { ...sent, ...look?.forwarded } : sent,
    facts: {
      choices: n,
      drawn: {
        extraTokens: drafts * 100,
        likelyTokens: perImage ? 0 : n * (tokensOf(wanted) + drafts * 100),
      },
      ...(perImage && { maxTokens: 0, units }),
    },
  };
}

export const images: Builder = (draw) => {
  const { sent, forwarded, facts } = drawImages(draw);
  const { stream } = draw;
  return { body: json(sent), stream, includeUsage: stream, forwarded: json(forwarded), facts };
};

/** Of the three kinds, the one with the signature that is easiest to read. */
const imagePart = (name: string, more: string) =>
  filePart({ name, filename: "a.webp", type: "image/webp", content: `RIFF....WEBPVP8 ${more}` });

export const edits: Builder = (draw) => {
  const { sent, forwarded, facts } = drawImages(draw);
  const { dice, stream } = draw;
  const texts = Object.entries(sent).map(([name, value]) => textPart(name, value));
  const count = dice.chance(0.5) ? 1 : dice.int(2, 4);
  const name = count === 1 ? "image" : "image[]";
  const files = Array.from({ length: count }, (_, i) => imagePart(name, `${i}`.repeat(dice.int(0, 400))));
  const passed = Object.entries(forwarded).map(([each, value]) => textPart(each, value));
  const bodyBytes = textBytes(Object.values(forwarded));
  return {
    body: form(dice.chance(0.5) ? [...texts, ...files] : [...files, ...texts]),
    contentType: FORM_TYPE,
    stream,
    includeUsage: stream,
    forwarded: form([...passed, ...files]),
    facts: { ...facts, bodyBytes, textTokens: inputTokensOf(json(forwarded)), images: count },
  };
};

export const speech: Builder = ({ number, model, dice }) => {
  const input = marked(number, dice) + (dice.chance(0.2) ? " 👋🏽" : "");
  const characters = Array.from(input).length;
  const text = json({ model, input, voice: "alloy", ...(dice.chance(0.3) && { response_format: "mp3" }) });
  const units = { choices: ["character"], most: characters, likely: characters, known: true };
  return { body: text, forwarded: text, facts: { maxTokens: 0, units } };
};

const LONG = "word ".repeat(160);

export const rerank: Builder = ({ number, model, dice }) => {
  const query = marked(number, dice);
  const many = dice.chance(0.15);
  const documents = Array.from({ length: many ? dice.int(90, 220) : dice.int(1, 4) }, () =>
    many ? "x" : dice.one(["A latch", "Ein Schlüssel", LONG]),
  );
  const text = json({ model, query, documents });
  const bytes = (value: string) => Buffer.byteLength(JSON.stringify(value));
  const tokens = (value: string) => Math.ceil(likelyTokens(value));
  const units = {
    choices: ["search_unit"],
    most: searchUnits(documents.map(bytes), bytes(query)),
    likely: searchUnits(documents.map(tokens), tokens(query)),
    known: false,
  };
  const repeated = { prompts: documents.length, repeatedBytes: bytes(query) * documents.length };
  const facts = { maxTokens: 0, ...repeated, ...(model === "sim-search" && { units }) };
  return { body: text, forwarded: text, facts };
};

/** Of 100 documents each; a document counts once for each 500 tokens that it has together with its query. */
function searchUnits(documents: readonly number[], query: number): number {
  let counted = 0;
  for (const document of documents) counted += Math.ceil(document / Math.max(500 - query, 1));
  return Math.ceil(counted / 100);
}
