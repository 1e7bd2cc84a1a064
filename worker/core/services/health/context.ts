import type { WriteProbe } from "./check-health.ts";

export interface HealthContext {
  /** The operator's secret; without one nobody gets the report. */
  healthToken?: string | undefined;
  writeProbe: WriteProbe;
}
