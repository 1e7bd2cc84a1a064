import { checkProvider as askProvider } from "#scripts/deploy/provider-check.ts";
import type { Check } from "./target.ts";

export const checkProvider: Check = {
  name: "upstream provider",
  run: async ({ settings }) => [await askProvider(settings)],
};
