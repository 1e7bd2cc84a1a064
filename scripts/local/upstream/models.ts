/** The demo models' prices (see `ModelPrice`), in the format of MODEL_PRICES. */
export const DEMO_PRICES = [
  {
    model: "demo-small",
    inputMicrosPerMillion: 150_000,
    outputMicrosPerMillion: 600_000,
    maxOutputTokens: 4_096,
    contextTokens: 128_000,
  },
  {
    model: "demo-large",
    inputMicrosPerMillion: 2_500_000,
    outputMicrosPerMillion: 10_000_000,
    maxOutputTokens: 16_384,
    contextTokens: 128_000,
  },
  {
    model: "demo-embedding",
    inputMicrosPerMillion: 20_000,
    outputMicrosPerMillion: 0,
    maxOutputTokens: 0,
    contextTokens: 8_192,
  },
];
