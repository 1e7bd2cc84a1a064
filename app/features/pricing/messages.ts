export const pricingMessages = {
  title: "Models & pricing",
  description: "Pay for what you use from a prepaid balance. No monthly fee and no minimum.",
  failed: "Could not load the prices",
  none: "No models yet",
  noneHint: "Models and their prices appear here as soon as the first price list is published.",
  inForce: (date: string) => `In US dollars. In force since ${date}.`,
  more: "More prices",
} as const;

export const calculatorMessages = {
  unknownModel: (model: string) => `“${model}” isn’t in the price list.`,
  notWhole: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
  tooLong: (model: string, max: string) => `${model} takes at most ${max} input tokens.`,
  tooMuch: (model: string, max: string) => `${model} writes at most ${max} tokens.`,
  notMinutes: (max: string) => `Enter minutes from 0.01 to ${max}, such as 1.5.`,
  leastSeconds: (seconds: string) => `At least ${seconds} seconds are charged.`,
  searches: "A query with up to 100 documents is one search unit.",
  noOutput: (model: string) => `${model} produces no output tokens.`,
} as const;
