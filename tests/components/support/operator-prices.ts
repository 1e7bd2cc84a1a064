import type {
  OperatorPriceList,
  OperatorPricesResponse,
  PricePreviewResponse,
} from "#core/contract/operator-prices.ts";
import { type PriceEntry, parsePriceEntries } from "#core/contract/price-list.ts";

/** As the API returns them, with every default filled in. */
const operatorModels = (...models: object[]): PriceEntry[] => parsePriceEntries(JSON.stringify(models));

const limits = { context: 128_000, max_output: 4_096 };
const small = {
  model: "demo-small",
  input: 150_000,
  cached_input: 75_000,
  output: 600_000,
  ...limits,
  provider_cost: { input: 105_000, cached_input: 52_500, output: 420_000 },
};
const image = {
  model: "demo-image",
  input: 0,
  output: 0,
  context: 32_000,
  max_output: 0,
  images: [
    { size: "1024x1024", quality: "high", micros: 167_000 },
    { size: "1024x1024", quality: "low", micros: 11_000 },
  ],
};
const reasoning = {
  model: "demo-reasoning",
  input: 3_000_000,
  output: 12_000_000,
  ...limits,
  reasoning: true,
  steps: [{ above: 64_000, input: 6_000_000, output: 24_000_000 }],
};

export const operatorList = (changes: Partial<OperatorPriceList> = {}): OperatorPriceList => ({
  id: 14,
  state: "in_force",
  from: "2026-11-01T00:00:00.000Z",
  until: null,
  created_at: "2026-10-30T09:00:00.000Z",
  published_by: "priya",
  reason: "Cheaper images",
  cancel_reason: null,
  models: operatorModels(small, image, reasoning),
  changed: ["demo-image"],
  ...changes,
});

export const scheduledList = (changes: Partial<OperatorPriceList> = {}): OperatorPriceList =>
  operatorList({
    id: 15,
    state: "scheduled",
    from: "2999-12-01T00:00:00.000Z",
    published_by: "dana",
    reason: "December prices",
    changed: ["demo-small"],
    models: operatorModels({ ...small, output: 700_000 }, image, reasoning),
    ...changes,
  });

export const operatorPrices = (
  items: OperatorPriceList[] = [
    operatorList(),
    operatorList({ id: 13, state: "past", until: "2026-11-01T00:00:00.000Z", reason: "First list" }),
  ],
): OperatorPricesResponse => ({ items });

export const operatorPreview = (changes: Partial<PricePreviewResponse> = {}): PricePreviewResponse => ({
  from: "2026-11-13T10:00:00.000Z",
  to: "2026-11-20T10:00:00.000Z",
  requests: 5_000,
  every: 1,
  before: 5_617.6,
  after: 5_791.52,
  provider_cost: 4_391.6,
  margin_before: 1_226,
  margin_after: 1_399.92,
  unpriced: 0,
  uncosted: 20,
  dearer_for: 684,
  models: [
    {
      model: "demo-small",
      requests: 4_980,
      refused: 0,
      before: 5_017.6,
      after: 5_191.52,
      provider_cost: 4_391.6,
      margin_before: 626,
      margin_after: 799.92,
    },
    {
      model: "demo-image",
      requests: 20,
      refused: 0,
      before: 600,
      after: 600,
      provider_cost: null,
      margin_before: null,
      margin_after: null,
    },
  ],
  largest: { account: 1042, email: "platform@northwind.example", before: 100, after: 105.4 },
  ...changes,
});
