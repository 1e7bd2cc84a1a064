import { readFileSync } from "node:fs";
import { type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";
import { DomainError } from "#core/domain/errors.ts";
import { publishPrices } from "#core/services/prices/publish-prices.ts";
import { type PublishedPrices, readPublishedPrices } from "#core/services/prices/read-prices.ts";
import type { Command } from "./command.ts";
import { momentOf, readOptions, required, UsageError } from "./options.ts";

const text = { type: "string" } as const;
const OPTIONS = { from: text, reason: text, check: { type: "boolean" } } as const;

export const prices: Command = {
  usage: 'prices [FILE --reason "…"] [--from 2027-01-01T00:00:00Z] [--check]',
  about:
    "Publishes the price list in FILE, from now on unless --from is given, and shows what changes. With --check it only checks the file; without FILE it prints the list in force.",
  async run(open, words, output) {
    const file = words[0]?.startsWith("-") === false ? words[0] : null;
    const { by, from, check, reason } = readOptions(file === null ? words : words.slice(1), OPTIONS);
    const start = from === undefined ? null : momentOf(from);
    if (file === null && (start !== null || check || reason !== undefined))
      throw new UsageError("FILE is missing.");
    if (file === null) {
      printList(await readPublishedPrices(open(by).db, Date.now()), output);
      return 0;
    }
    const models = parsePriceEntries(contentOf(file));
    if (check) {
      output.log(
        `${file} is a valid price list: ${models.length} ${models.length === 1 ? "model" : "models"}.`,
      );
      return 0;
    }
    await publish(open(by), { models, start, reason: required(reason, "reason") }, output);
    return 0;
  },
};

export function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function publish(
  ctx: ReturnType<Parameters<Command["run"]>[0]>,
  { models, start, reason }: { models: PriceEntry[]; start: number | null; reason: string },
  output: Parameters<Command["run"]>[2],
): Promise<void> {
  const effectiveFrom = start ?? ctx.clock.now();
  const before = await readPublishedPrices(ctx.db, effectiveFrom);
  const { id, from } = await publishPrices(ctx, { models, effectiveFrom, reason });
  if (id === null) {
    output.log(`Nothing was published: price list ${before?.id ?? ""} has the same prices.`);
    return;
  }
  if (before) output.log(`Compared with price list ${before.id}, in force since ${time(before.from)}:`);
  for (const line of changesBetween(before?.models ?? [], models)) output.log(`  ${line}`);
  output.log(
    `Published price list ${id}, in force from ${time(from)}. The gateway uses it within a minute of that.`,
  );
}

function printList(list: PublishedPrices | null, output: Parameters<Command["run"]>[2]): void {
  if (list === null) throw new DomainError("not_found", "No price list is in force. Publish one first.");
  const { id, from, until, publishedBy, models } = list;
  const end = until === null ? "" : ` until ${time(until)}`;
  output.error(
    `Price list ${id}, in force since ${time(from)}${end}, published by ${publishedBy || "nobody named"}.`,
  );
  output.log(`[\n${models.map((model) => `  ${JSON.stringify(model)}`).join(",\n")}\n]`);
}

const time = (epochMs: number) => `${new Date(epochMs).toISOString().replace("T", " ").slice(0, 19)} UTC`;

/** One line for each model that is added, removed or changed. */
function changesBetween(before: readonly PriceEntry[], after: readonly PriceEntry[]): string[] {
  const earlier = new Map(before.map((entry) => [entry.model, entry]));
  const later = new Set(after.map(({ model }) => model));
  const removed = before.filter(({ model }) => !later.has(model));
  return [
    ...after.flatMap((entry) => {
      const old = earlier.get(entry.model);
      if (old === undefined) return [`added    ${entry.model}`];
      const fields = changedFields(old, entry);
      return fields.length === 0 ? [] : [`changed  ${entry.model}: ${fields.join(", ")}`];
    }),
    ...removed.map(({ model }) => `removed  ${model}: requests for it will be refused`),
  ];
}

function changedFields(before: PriceEntry, after: PriceEntry): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const names = new Set([...old.keys(), ...Object.keys(after)]);
  const now = new Map<string, unknown>(Object.entries(after));
  return [...names].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)].map((value) => JSON.stringify(value) ?? "none");
    return from === to ? [] : [`${name} ${from} → ${to}`];
  });
}
