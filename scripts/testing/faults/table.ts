import { GATEWAY_FAULTS } from "./gateway.ts";
import { MONEY_FAULTS } from "./money.ts";
import { PAGES_FAULTS } from "./pages.ts";
import { PEOPLE_FAULTS } from "./people.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { USAGE_FAULTS } from "./usage.ts";

/** Mistakes as they are made: a bound off by one, a forgotten filter, a wrong direction of rounding. */
export const FAULTS: readonly PlantedFault[] = [
  ...MONEY_FAULTS,
  ...GATEWAY_FAULTS,
  ...USAGE_FAULTS,
  ...PEOPLE_FAULTS,
  ...PAGES_FAULTS,
];
