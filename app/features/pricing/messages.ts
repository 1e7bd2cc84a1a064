export const pricingMessages = {
  title: "Models & pricing",
  description: "Pay for what you use from a prepaid balance. No monthly fee and no minimum.",
  failed: "Could not load the prices",
  none: "No models yet",
  noneHint: "Models and their prices appear here as soon as the first price list is published.",
  inForce: (date: string) => `In US dollars, before tax. In force since ${date}.`,
  more: "More prices",
} as const;

export const calculatorMessages = {
  unknownModel: (model: string) => `“${model}” isn’t in the price list.`,
  notWhole: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
  tooLong: (model: string, max: string) => `${model} takes at most ${max} input tokens.`,
  tooMuch: (model: string, max: string) => `${model} writes at most ${max} tokens.`,
  noOutput: (model: string) => `${model} writes no tokens.`,
} as const;
