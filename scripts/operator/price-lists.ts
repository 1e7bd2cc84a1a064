import { parsePriceEntries } from "#core/contract/price-list.ts";
import { cancelPrices } from "#core/services/prices/cancel-prices.ts";
import { type ModelPreview, type PricePreview, previewPrices } from "#core/services/prices/preview-prices.ts";
import { type ListedPrices, listPriceHistory } from "#core/services/prices/price-history.ts";
import { rollBackPrices } from "#core/services/prices/publish-prices.ts";
import type { Command } from "./command.ts";
import { readOptions, required, UsageError } from "./options.ts";
import { contentOf } from "./prices.ts";
import { dollars, time } from "./reports.ts";

export const priceLists: Command = {
  usage: "price-lists",
  about:
    "Lists the last price lists: scheduled, in force, past, replaced and canceled ones, and how many models each changed.",
  async run(open, words, output) {
    const { by } = readOptions(words, {});
    const lists = await listPriceHistory(open(by));
    for (const list of lists) output.log(listLine(list));
    if (lists.length === 0) output.log("No price lists.");
    return 0;
  },
};

const STATES = {
  scheduled: "scheduled",
  in_force: "in force",
  past: "past",
  replaced: "replaced",
  canceled: "canceled",
};
const listLine = ({ id, state, from, until, changed, publishedBy }: ListedPrices) =>
  [
    `${String(id).padStart(5)}  ${STATES[state].padEnd(9)}  ${time(from)} – ${until === null ? "" : time(until)}`.padEnd(
      62,
    ),
    `${changed.length} ${changed.length === 1 ? "model" : "models"} changed`,
    publishedBy,
  ].join("  ");

export const preview: Command = {
  usage: "preview FILE",
  about:
    "Shows what the requests of the last seven days would have cost under the price list in FILE. Publishes nothing.",
  async run(open, [file, ...rest], output) {
    const { by } = readOptions(rest, {});
    const models = parsePriceEntries(contentOf(required(file, "file")));
    output.log(previewReport(await previewPrices(open(by), models)));
    return 0;
  },
};

function previewReport(preview: PricePreview): string {
  const { models, before, after, sampled, every, unpriced, dearerFor } = preview;
  if (sampled === 0) return "There were no requests in the last seven days.";
  const exact =
    every === 1 ? "" : ` An even sample of ${sampled.toLocaleString("en")} requests was repriced and scaled.`;
  const skipped =
    unpriced === 0
      ? []
      : [`${unpriced} requests have no price in this list and count as charged what they were.`];
  return [
    ...models.map(modelLine),
    `Would have charged ${dollars(after)} instead of ${dollars(before)} (${share(before, after)}).${exact}`,
    `${dearerFor} ${dearerFor === 1 ? "account" : "accounts"} would have paid more.`,
    ...marginLines(preview),
    ...skipped,
  ].join("\n");
}

/** None for a list without provider costs. */
function marginLines({ cost, marginBefore, marginAfter, uncosted }: PricePreview): string[] {
  if (cost === null || marginBefore === null || marginAfter === null) return [];
  const rest = uncosted === 0 ? "" : ` ${uncosted} requests for models without a known cost aren't counted.`;
  return [
    `Provider cost ${dollars(cost)}, margin ${dollars(marginAfter)} instead of ${dollars(marginBefore)}.${rest}`,
  ];
}

const modelLine = ({ model, before, after, refused, cost, marginAfter }: ModelPreview) =>
  [
    `${model.padEnd(24)} ${dollars(before).padStart(16)} → ${dollars(after).padStart(16)}`,
    refused > 0 ? "refused" : share(before, after),
    ...(cost === null || marginAfter === null
      ? []
      : [`cost ${dollars(cost)}, margin ${dollars(marginAfter)}`]),
  ].join("  ");

function share(before: number, after: number): string {
  if (before === after) return "no change";
  const percent = before === 0 ? 100 : ((after - before) / before) * 100;
  return `${percent > 0 ? "+" : ""}${percent.toFixed(1)}%`;
}

const change =
  (run: typeof rollBackPrices, done: (id: number | null) => string): Command["run"] =>
  async (open, [list, ...rest], output) => {
    const { by, reason } = readOptions(rest, { reason: { type: "string" } });
    if (!/^[1-9]\d{0,8}$/.test(list ?? "")) throw new UsageError("Name a price list by its number.");
    const { id } = await run(open(by), { id: Number(list), reason: required(reason, "reason") });
    output.log(done(id));
    return 0;
  };

export const rollBack: Command = {
  usage: 'roll-back LIST --reason "…"',
  about: "Publishes the prices of an earlier list again, as a new list, from now on.",
  run: change(rollBackPrices, (id) =>
    id === null
      ? "Nothing was published: the list in force has the same prices."
      : `Published price list ${id}. The gateway uses it within a minute.`,
  ),
};

export const cancelList: Command = {
  usage: 'cancel-list LIST --reason "…"',
  about: "Keeps a scheduled list from coming into force.",
  run: change(cancelPrices, (id) => `Price list ${id} is canceled and won't come into force.`),
};
